// What an operator wrote is checked as a whole: each mistake with its file, its line and its field, all of them at once.
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkFolder } from '#server/market/folder/check.ts';
import { FolderRejected, formatMistakes } from '#server/market/format/mistakes.ts';
import { type Files, removeMarketFolders, writeMarketFolder } from '../../support/market-source.ts';

afterAll(removeMarketFolders);

async function mistakesOf(folder: string): Promise<string[]> {
  try {
    await checkFolder(folder);
  } catch (error) {
    if (!(error instanceof FolderRejected)) throw error;
    return formatMistakes(error.mistakes)
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}
const mistakes = async (changes: Files) => mistakesOf(await writeMarketFolder(changes));

const TOMME = 'shops/fromagerie/products/tomme.md';
const product = (fields: string) => `---\nname: Tomme\ncategory: fromages\nprice: 12\n${fields}\n---\nTexte.\n`;

test('a valid folder becomes a market, with numbers read as text where a text belongs', async () => {
  const { market, sources } = await checkFolder(await writeMarketFolder());
  expect([...market.product.keys()]).toEqual(['bon', 'tomme', 'bol']);
  expect(market.product.get('tomme')?.values).toMatchObject({
    price: 1250,
    vatRate: 550,
    weight: 400,
    description: 'Trois mois de cave.',
    pictures: [{ stem: expect.stringMatching(/^sent1-[0-9a-f]{40}$/), caption: 'La tomme sur sa planche' }],
    options: [{ name: 'Affinage', values: [{ price: 0 }, { price: 200 }] }],
  });
  expect(market.shop.get('fromagerie')?.values).toMatchObject({
    postalCode: '01000',
    phoneNumber: '05 65 11 22 33',
    legalIdentity: { siret: '73282932000074', vatNumber: 'FR44732829320' },
    minimumDelivery: 1500,
    openingHours: [
      { days: ['tuesday', 'wednesday', 'thursday', 'friday'], morningOpeningHour: '0900', afternoonCloseHour: '1830' },
      { days: ['saturday'], interrupt: true },
    ],
  });
  expect(market.coupon.get('fromagerie/BIENVENUE')?.values.expirationDate).toBe('2025-01-31T22:59:59.000Z');
  expect(sources.pictures.size).toBe(6);
});

test('every mistake of a folder is reported at once, with file, line and field', async () => {
  expect(
    await mistakes({
      [TOMME]:
        '---\nname: Tomme\ncategory: fromage\nprix: 12,50\nprice: 12 50\nvatRate: 20\npictures:\n  - absent.jpg\n---\n',
      'shops/potier/shop.yaml':
        'plan: Gratuit\nopeningHours: [mardi]\nwebsite: http://potier.example\nowner: nul@causse.example\n',
      'shops/potier/products/tomme.yaml': 'name: Tomme\ncategory: epicerie\nprice: 1\n',
      'shops/potier/products/bol.md': null,
      'people.yaml': '- { email: marie@causse.example, username: Marie, motDePasse: secret }\n',
      'notes.yml': 'a: 1',
    }),
  ).toEqual([
    'notes.yml, ligne 1 : Ce fichier n’est pas lu : son nom doit finir par .yaml.',
    'people.yaml, ligne 1, « 1.motDePasse » : Champ inconnu.',
    `${TOMME}, ligne 3, « category » : Catégorie inconnue : « fromage » (attendue dans categories.yaml).`,
    `${TOMME}, ligne 4, « prix » : Champ inconnu.`,
    `${TOMME}, ligne 5, « price » : Montant incorrect.`,
    `${TOMME}, ligne 6, « vatRate » : Taux de TVA inconnu : « 20 » (attendu dans market.yaml, vatRates).`,
    `${TOMME}, ligne 8, « pictures.1 » : Le fichier « absent.jpg » est introuvable à côté de celui-ci.`,
    `shops/potier/products/tomme.yaml, ligne 1 : produit « tomme » déjà décrit(e) : ${TOMME}, ligne 2.`,
    'shops/potier/shop.yaml, ligne 1, « name » : Nom requis',
    'shops/potier/shop.yaml, ligne 1, « plan » : Un de : E-commerce, Catalogue, E-commerce + supports, Catalogue + supports.',
    'shops/potier/shop.yaml, ligne 2, « openingHours.1 » : Horaires attendus, comme « mar-ven 09:00-12:00 14:00-18:30 ».',
    'shops/potier/shop.yaml, ligne 3, « website » : Adresse https:// attendue.',
  ]);
});

test.each<[string, Files, string[]]>([
  ['a field twice', { [TOMME]: product('price: 3') }, [`${TOMME}, ligne 5 : Ce champ est écrit deux fois.`]],
  [
    'a tab',
    { [TOMME]: product('options:\n\t- name: A') },
    [`${TOMME}, ligne 6 : Une tabulation décale cette ligne : employez des espaces.`],
  ],
  [
    'a head that does not end',
    { [TOMME]: '---\nname: Tomme\n' },
    [`${TOMME}, ligne 1 : L’en-tête ouvert par « --- » n’est pas fermé.`],
  ],
  [
    'a price below the reduced one',
    { [TOMME]: product('reducedPrice: 12') },
    [`${TOMME}, ligne 5, « reducedPrice » : Le prix réduit doit être inférieur au prix.`],
  ],
  [
    'a store that sells without a legal identity',
    { 'shops/potier/shop.yaml': 'name: Potier\nplan: E-commerce\nready: true\n' },
    ['shops/potier/shop.yaml, ligne 3, « ready » : Une boutique qui vend donne son identité : ajoutez legalIdentity.'],
  ],
  [
    'a SIRET with a wrong digit',
    {
      'shops/potier/shop.yaml':
        'name: Potier\nplan: E-commerce\nready: true\nlegalIdentity:\n  legalName: Potier\n  legalForm: EI\n  siret: 73282932000075\n',
    },
    [
      'shops/potier/shop.yaml, ligne 7, « legalIdentity.siret » : Ce n’est pas un SIRET : vérifiez ses quatorze chiffres.',
    ],
  ],
  [
    'a day that does not exist',
    { [TOMME]: product('preOrderDate: 2027-02-30') },
    [`${TOMME}, ligne 5, « preOrderDate » : Date incorrecte.`],
  ],
  [
    'a text no database holds',
    { [TOMME]: product('technicalText: "a\\0b"') },
    [`${TOMME}, ligne 5, « technicalText » : Ce texte contient un caractère qui ne peut pas être enregistré.`],
  ],
  [
    'a file above the folder',
    { [TOMME]: product('pictures: [../../etal.jpg]') },
    [`${TOMME}, ligne 5, « pictures.1.file » : Nom d’un fichier de ce dossier attendu.`],
  ],
  [
    'a picture that is none',
    { [TOMME]: product('pictures: [a.jpg]'), 'shops/fromagerie/products/a.jpg': 'GIF89a' },
    [`${TOMME}, ligne 5, « pictures.1 » : Format non accepté : une image JPEG, PNG ou WebP est attendue.`],
  ],
  [
    'a picture cut short',
    {
      [TOMME]: product('pictures: [a.jpg]'),
      'shops/fromagerie/products/a.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]),
    },
    [`${TOMME}, ligne 5, « pictures.1 » : Cette image est illisible.`],
  ],
  [
    'a picture that is described by what it is not',
    { [TOMME]: product('pictures: [{ draw: cheese-wedge }]') },
    [
      `${TOMME}, ligne 5, « pictures.1.file » : Nom de fichier attendu.`,
      `${TOMME}, ligne 5, « pictures.1.draw » : Champ inconnu.`,
    ],
  ],
  [
    'a product of another shop',
    { [TOMME]: product('associatedProducts: [bol]') },
    [
      `${TOMME}, ligne 5, « associatedProducts.1 » : Produit de cette boutique inconnu : « bol » (attendu dans shops/fromagerie/products/bol.md).`,
    ],
  ],
  [
    'a category with subcategories',
    { [TOMME]: product('').replace('fromages', 'epicerie') },
    [`${TOMME}, ligne 3, « category » : Choisissez une catégorie sans sous-catégorie.`],
  ],
  [
    'a carrier without a price',
    { 'shops/potier/shop.yaml': 'name: P\nplan: Catalogue\ndeliveryMethods: [relay]\n' },
    [
      'shops/potier/shop.yaml, ligne 3, « deliveryMethods.1 » : « relay » n’a pas de tarif : écrivez deliveryPrices.relay dans market.yaml.',
    ],
  ],
  [
    'two shops of one person',
    { 'shops/potier/shop.yaml': 'name: P\nplan: Catalogue\nowner: marie@causse.example\n' },
    [
      'shops/potier/shop.yaml, ligne 3, « owner » : marie@causse.example tient déjà la boutique « fromagerie » : une par compte.',
    ],
  ],
  [
    'a banner of no event',
    { 'events/fete-des-bergers.md': null, [TOMME]: product('') },
    [
      'market.yaml, ligne 3, « configuration.homeEvent » : Événement inconnu : « fete-des-bergers » (attendu dans events/fete-des-bergers.md).',
    ],
  ],
  [
    'a name that is no address',
    { 'pages/Nos Règles.md': '---\nname: R\nplace: aide\n---\nR\n' },
    [
      'pages/Nos Règles.md, ligne 1 : « Nos Règles » devient l’adresse de la page : minuscules sans accent, chiffres et tirets seulement.',
    ],
  ],
  [
    'a shop without its file',
    { 'shops/vide/products/a.yaml': 'name: A\ncategory: poterie\nprice: 1\n' },
    ['shops/vide, ligne 1 : Il y manque shop.yaml, qui décrit la boutique.'],
  ],
])('%s is reported at its position', async (_what, changes, expected) => {
  expect(await mistakes(changes)).toEqual(expected);
});

describe('a setting of the market', () => {
  const settings = (lines: string) =>
    mistakes({
      'market.yaml': `configuration:\n  siteName: Marché\n${lines}deliveryMethods: {}\n`,
      [TOMME]: null,
    }).then((found) => found.filter((line) => line.startsWith('market.yaml') && line.includes('configuration')));

  test.each<[string, string, string]>([
    ['of an unknown name', '  siteNom: X\n', 'ligne 3, « configuration.siteNom » : Champ inconnu.'],
    [
      'with an unknown part',
      '  headerImage: { value: A, photo: a.jpg }\n',
      'ligne 3, « configuration.headerImage.photo » : Champ inconnu.',
    ],
    [
      'with a colour too light for text',
      '  brandColor: "#c98a1b"\n',
      'ligne 3, « configuration.brandColor » : Couleur trop claire pour du texte sur le fond des pages : contraste de 2,5, il en faut 4,5 (WCAG AA).',
    ],
    [
      'with a colour that YAML reads as a comment',
      '  brandColor: #7a3e1d\n',
      'ligne 3, « configuration.brandColor » : Couleur attendue, comme "#1f5a41", entre guillemets.',
    ],
    [
      'with a town without a place',
      '  towns: |\n    Millau: 44.10, 3.08\n    Rodez\n',
      'ligne 3, « configuration.towns » : Ville attendue, comme « Millau: 44.10, 3.08 » : « Rodez ».',
    ],
    [
      'with an outline of another kind',
      '  mapOutline: |\n    area: 44.1,3.0 44.2,3.1\n    lake: 44.1,3.0 44.2,3.1\n',
      'ligne 3, « configuration.mapOutline » : Ligne attendue, comme « area: 44.1,3.0 44.2,3.1 44.0,3.2 » : « lake: 44.1,3.0 44.2,3.1 ».',
    ],
    [
      'with a synonym of nothing',
      '  synonyms: |\n    coiffeur salon\n',
      'ligne 3, « configuration.synonyms » : Ligne attendue, comme « coiffeur: salon, coiffure » : « coiffeur salon ».',
    ],
    ['with no address', '  facebook: causse\n', 'ligne 3, « configuration.facebook » : Adresse https:// attendue.'],
    [
      'with no mail address',
      '  senderEmail: causse\n',
      'ligne 3, « configuration.senderEmail » : Adresse e-mail attendue.',
    ],
    [
      'with no picture',
      '  logo: absent.png\n',
      'ligne 3, « configuration.logo.picture » : Le fichier « absent.png » est introuvable à côté de celui-ci.',
    ],
    ['with a zoom out of range', '  mapZoom: 30\n', 'ligne 3, « configuration.mapZoom » : Nombre attendu, de 3 à 18.'],
  ])('%s is reported at its position', async (_what, lines, expected) => {
    expect(await settings(lines)).toEqual([`market.yaml, ${expected}`]);
  });

  test('of every known name is read, numbers as text', async () => {
    const { market } = await checkFolder(
      await writeMarketFolder({
        'market.yaml': `configuration:
  siteName: Marché
  commission: 2.5
  brandColor: "#7A3E1D"
  logo: accueil.jpg
  partner2: { value: Carte, picture: accueil.jpg }
  partner3: Chèques
  mapCenter: 44.1, 3.08
  mapZoom: 11
  synonyms: |
    # Ce qui se dit autrement.
    coiffeur: salon
    plombier ~ outillage
vatRates: [{ rate: 5.5, name: "TVA 5,5 %" }]
deliveryPrices: { home: [{ maxWeight: 5, price: 9 }] }
`,
      }),
    );
    const values = Object.fromEntries([...market.setting].map(([key, { values: setting }]) => [key, setting]));
    expect(values).toMatchObject({
      commission: { value: '2.5', picture: null },
      brandColor: { value: '#7A3E1D', picture: null },
      logo: { value: '', picture: { stem: expect.stringMatching(/^sent1-/) } },
      partner2: { value: 'Carte', picture: { stem: expect.stringMatching(/^sent1-/) } },
      partner3: { value: 'Chèques', picture: null },
      mapZoom: { value: '11' },
    });
  });
});

describe('a link', () => {
  const outside = 'Ce lien mène hors du dossier : il n’est pas suivi. Mettez le fichier lui-même à sa place.';
  const nowhere = 'Ce lien ne mène à aucun fichier du dossier : mettez le fichier lui-même à sa place.';
  test.each([
    ['a text', 'terms/cgv.md', '/etc/hostname', outside],
    ['a text, by a path that begins inside', 'pages/aide.md', '../../../../../../../etc/hostname', outside],
    ['a picture', 'shops/fromagerie/products/dehors.jpg', '/etc/hostname', outside],
    ['a folder', 'shops/x', '/', outside],
    ['the folder itself', 'shops/x', '.', nowhere],
    ['the folder above', 'shops/x', '../..', outside],
    ['nothing', 'pages/aide.md', 'nowhere.md', nowhere],
    ['itself', 'pages/aide.md', 'aide.md', nowhere],
  ])(
    'in the place of %s is refused where it leads out of the folder, or to no file',
    async (_what, at, to, message) => {
      const folder = await writeMarketFolder({ [at.includes('/x') ? 'pages/autre.md' : `${dirname(at)}/.garde`]: '' });
      rmSync(join(folder, at), { force: true });
      symlinkSync(to, join(folder, at));
      expect(await mistakesOf(folder)).toContain(`${at}, ligne 1 : ${message}`);
    },
  );

  test('to a file of the folder is followed, and to a picture outside of it is not, where a product names it', async () => {
    const folder = await writeMarketFolder({ [TOMME]: product('pictures: [dedans.png, dehors.jpg]') });
    symlinkSync('/etc/hostname', join(folder, 'shops/fromagerie/products/dehors.jpg'));
    const own = readdirSync(join(folder, 'shops/fromagerie/products/photos'))[0] ?? '';
    symlinkSync(`photos/${own}`, join(folder, 'shops/fromagerie/products/dedans.png'));
    expect(await mistakesOf(folder)).toEqual([
      `shops/fromagerie/products/dehors.jpg, ligne 1 : ${outside}`,
      `${TOMME}, ligne 5, « pictures.2 » : Le fichier « dehors.jpg » est hors du dossier.`,
    ]);
  });
});

test('a folder that is not there, or describes nothing, is refused', async () => {
  expect(await mistakesOf('/nowhere/at/all')).toEqual([
    '/nowhere/at/all : Ce dossier n’existe pas, ou l’utilisateur du marché n’y a pas accès.',
  ]);
  const folder = await writeMarketFolder();
  const file = join(folder, 'market.yaml');
  writeFileSync(file, '');
  expect(await mistakesOf(file)).toEqual([`${file} : Ce n’est pas un dossier.`]);
  expect((await mistakesOf(join(folder, 'shops/fromagerie/products/photos')))[0]).toMatch(/Ce dossier ne décrit rien/);
});
