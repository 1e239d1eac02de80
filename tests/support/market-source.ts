// Folders that describe a market, as written by an operator: two stores with pictures, and the changes of a test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { photo } from './pictures.ts';

export type Files = Record<string, string | Buffer | null>;

const texts: Record<string, string> = {
  'market.yaml': `configuration:
  siteName: Marché du Causse
  homeEvent: fete-des-bergers
  headerImage: { value: Le causse au matin, picture: accueil.jpg }
vatRates:
  - { rate: 5.5, name: "TVA 5,5 %" }
deliveryMethods: { store: Retrait à la boutique }
deliveryPrices:
  home:
    - { maxWeight: 1, price: "5,40" }
    - { maxWeight: 5, price: 9 }
featured: { products: [tomme], categories: [fromages] }
`,
  'categories.yaml': `- slug: epicerie
  name: Épicerie
  children:
    - { slug: fromages, name: Fromages, labelFermier: true }
    - { slug: poterie, name: Poterie, picture: poterie.jpg }
`,
  'people.yaml': `- { email: marie@causse.example, username: Marie }
- { email: gestion@causse.example, username: Gestion, admin: true }
`,
  'relay-points.yaml': `- id: tabac
  name: Tabac
  latitude: 44.1
  longitude: 3.1
  address1: 1 rue Haute
  postalCode: 01000
  city: Millau
  hours: [lun-ven 08:00-12:00 14:00-19:00, sam 08:00-12:00]
`,
  'events/fete-des-bergers.md': '---\nname: Fête des bergers\n---\n\nEn mai.\n',
  'pages/aide.md': '---\nname: Aide\nplace: aide\n---\n\n## Comment faire\n\nÉcrivez-nous.\n',
  'terms/2026.md': 'Chaque boutique répond sous deux jours.\n',
  'shops/fromagerie/shop.yaml': `name: Fromagerie du Causse
owner: marie@causse.example
plan: E-commerce
ready: true
legalIdentity: { legalName: Causse et fils, legalForm: SARL, siret: 732 829 320 00074, vatNumber: FR44732829320 }
postalCode: 01000
city: Millau
phoneNumber: 0565112233
geoCoordinates: { latitude: 44.1, longitude: 3.08 }
openingHours: [mar-ven 9:00-12:00 14:00-18:30, sam 09:00-18:00]
closedDays: [2026-12-25, 2026-08-01/2026-08-15, { days: 2027-02-01/2027-02-07, stopsOrders: true }]
preparationTime: 90
collectionSlots: { minutes: 30, capacity: 4 }
deliveryMethods: [store, home]
minimumDelivery: 15
logo: enseigne.png
pictures: [etal.jpg]
coupons:
  - { code: BIENVENUE, discountType: relative, discount: 10, expirationDate: 2025-01-31 }
  - code: TOMME
    discountType: fix
    discount: 2
    minimumAmount: 20
    maxUses: 50
    oncePerPerson: true
    products: [tomme]
`,
  'shops/fromagerie/products/tomme.md': `---
name: Tomme du Causse
category: fromages
price: 12,50
vatRate: 5.5
stock: 3
weight: 0.4
pictures:
  - { file: photos/tomme.jpg, caption: La tomme sur sa planche }
events: [fete-des-bergers]
options:
  - name: Affinage
    values: [{ name: Jeune }, { name: Vieux, price: 2 }]
associatedProducts: [bon]
---

Trois mois de cave.
`,
  'shops/fromagerie/products/bon.yaml': `name: Bon d'achat
category: fromages
price: 20
dematerialized: true
digitalFile: bon.pdf
`,
  'shops/fromagerie/products/bon.pdf': '%PDF-1.4\n%%EOF\n',
  'shops/potier/shop.yaml': 'name: Le Potier\nplan: Catalogue\n',
  'shops/potier/products/bol.md': '---\nname: Bol\ncategory: poterie\nprice: 18\npictures: [bol.jpg]\n---\n',
};

const written: string[] = [];

/** Removes all folders of this process; call it after the tests of a file. */
export function removeMarketFolders(): void {
  for (const folder of written.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** @param changes by path; null omits a file */
export async function writeMarketFolder(changes: Files = {}): Promise<string> {
  const folder = emptyMarketFolder();
  const files: Files = {
    ...texts,
    'poterie.jpg': await photo({ colour: '#885533' }),
    'shops/fromagerie/enseigne.png': await photo({ colour: '#ddbb44', format: 'png' }),
    'shops/potier/products/bol.jpg': await photo({ colour: '#556677' }),
    'accueil.jpg': await photo({ colour: '#77a055' }),
    'shops/fromagerie/etal.jpg': await photo({ colour: '#335577' }),
    'shops/fromagerie/products/photos/tomme.jpg': await photo({ colour: '#c9a050' }),
    ...changes,
  };
  writeInto(folder, files);
  return folder;
}

export function emptyMarketFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'etal-market-'));
  written.push(folder);
  return folder;
}

export function writeInto(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    if (content === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
