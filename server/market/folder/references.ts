// What the files of a folder say of each other: every name leads to something, and nothing is named where it cannot be.
// Guarantee: what a file with mistakes of its own may well describe is not called unknown.
import { type Entry, type Market, mistakeIn } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';

type Tell = (entry: Entry, path: readonly PropertyKey[], message: string) => void;

/** @param broken files that have mistakes of their own */
export function referenceMistakes(market: Market, broken: ReadonlySet<string>): Mistake[] {
  const mistakes: Mistake[] = [];
  const held = holdersOf(market, broken);
  const tell: Tell = (entry, path, message) => mistakes.push(mistakeIn(entry, path, message));
  for (const product of market.product.values()) checkProduct(held, market, product, tell);
  for (const shop of market.shop.values()) checkShop(held, shop, tell);
  checkOwners(market, tell);
  for (const featured of market.featured.values()) checkFeatured(held, featured, tell);
  for (const prices of market.carrierPrices.values()) checkWeights(prices, tell);
  const banner = market.setting.get('homeEvent');
  if (banner && banner.values.value !== '' && !held.event(banner.values.value)) {
    tell(banner, [], unknown('Événement', banner.values.value, `events/${banner.values.value}.md`));
  }
  return mistakes;
}

type Holders = ReturnType<typeof holdersOf>;

/** Whether something of that name is there, or may be. */
function holdersOf(market: Market, broken: ReadonlySet<string>) {
  const brokenSlugs = new Set([...broken].flatMap((path) => /\/([^/]+)\.(?:md|yaml)$/.exec(path)?.[1] ?? []));
  return {
    category: (slug: string) => market.category.has(slug) || broken.has('categories.yaml'),
    event: (slug: string) => market.event.has(slug) || brokenSlugs.has(slug),
    person: (email: string) => market.person.has(email) || broken.has('people.yaml'),
    vatRate: (rate: string) => market.vatRate.has(rate) || broken.has('market.yaml'),
    carrierPrices: (type: string) =>
      (market.carrierPrices.get(type)?.values.prices.length ?? 0) > 0 || broken.has('market.yaml'),
    product: (slug: string, shop?: string) => {
      const found = market.product.get(slug);
      return found ? shop === undefined || found.values.shop === shop : brokenSlugs.has(slug);
    },
  };
}

const unknown = (what: string, name: string, where: string) =>
  `${what} inconnu\u00a0: «\u00a0${name}\u00a0» (attendu dans ${where}).`;

/** Each of a list must be there; none twice. */
function checkList(
  entry: Entry,
  field: string,
  names: readonly string[],
  known: (name: string) => string | null,
  tell: Tell,
) {
  names.forEach((name, at) => {
    const wrong = names.indexOf(name) < at ? 'Écrit deux fois dans cette liste.' : known(name);
    if (wrong !== null) tell(entry, [field, at], wrong);
  });
}

function checkProduct(held: Holders, market: Market, entry: Entry<'product'>, tell: Tell): void {
  const { values } = entry;
  const isCategory = (name: string) =>
    held.category(name) ? null : `Catégorie inconnue\u00a0: «\u00a0${name}\u00a0» (attendue dans categories.yaml).`;
  const wrong = isCategory(values.category);
  if (wrong !== null) tell(entry, ['category'], wrong);
  else if ([...market.category.values()].some(({ values: { parent } }) => parent === values.category)) {
    tell(entry, ['category'], 'Choisissez une catégorie sans sous-catégorie.');
  }
  checkList(entry, 'categories', values.categories, isCategory, tell);
  checkList(
    entry,
    'events',
    values.events,
    (name) => (held.event(name) ? null : unknown('Événement', name, `events/${name}.md`)),
    tell,
  );
  const isOfShop = (name: string) =>
    held.product(name, values.shop)
      ? null
      : unknown('Produit de cette boutique', name, `shops/${values.shop}/products/${name}.md`);
  checkList(entry, 'associatedProducts', values.associatedProducts, isOfShop, tell);
  if (values.vatRate !== null && !held.vatRate(String(values.vatRate))) {
    tell(entry, ['vatRate'], unknown('Taux de TVA', `${values.vatRate / 100}`, 'market.yaml, vatRates'));
  }
}

function checkShop(held: Holders, entry: Entry<'shop'>, tell: Tell): void {
  const { owner, deliveryMethods } = entry.values;
  if (owner !== undefined && !held.person(owner)) tell(entry, ['owner'], unknown('Compte', owner, 'people.yaml'));
  deliveryMethods.forEach((type, at) => {
    if ((type === 'home' || type === 'relay') && !held.carrierPrices(type)) {
      tell(
        entry,
        ['deliveryMethods', at],
        `«\u00a0${type}\u00a0» n’a pas de tarif\u00a0: écrivez deliveryPrices.${type} dans market.yaml.`,
      );
    }
  });
}

function checkOwners(market: Market, tell: Tell): void {
  const owned = new Map<string, string>();
  for (const entry of market.shop.values()) {
    const { owner } = entry.values;
    if (owner === undefined) continue;
    const other = owned.get(owner);
    if (other !== undefined)
      tell(entry, ['owner'], `${owner} tient déjà la boutique «\u00a0${other}\u00a0»\u00a0: une par compte.`);
    else owned.set(owner, entry.key);
  }
}

function checkFeatured(held: Holders, entry: Entry<'featured'>, tell: Tell): void {
  const isProduct = entry.key === 'products';
  const isKnown = isProduct ? held.product : held.category;
  entry.values.slugs.forEach((name, at) => {
    if (entry.values.slugs.indexOf(name) < at) tell(entry, [at], 'Écrit deux fois dans cette liste.');
    else if (!isKnown(name)) {
      const message = isProduct
        ? unknown('Produit', name, `shops/…/products/${name}.md`)
        : `Catégorie inconnue\u00a0: «\u00a0${name}\u00a0».`;
      tell(entry, [at], message);
    }
  });
}

function checkWeights(entry: Entry<'carrierPrices'>, tell: Tell): void {
  const weights = entry.values.prices.map(({ maxWeight }) => maxWeight);
  if (new Set(weights).size < weights.length) tell(entry, [], 'Deux tarifs ont le même poids maximal.');
}
