// Reference check: every name in a market folder refers to an existing entry of the right kind.
// Guarantee: an entry whose own file has mistakes is not reported as unknown.
import { entryMistake, type MarketEntries, type MarketEntry } from '../format/entries.ts';
import type { Mistake } from '../format/mistakes.ts';

type Report = (entry: MarketEntry, path: readonly PropertyKey[], message: string) => void;

/** @param broken files with mistakes of their own */
export function findReferenceMistakes(market: MarketEntries, broken: ReadonlySet<string>): Mistake[] {
  const mistakes: Mistake[] = [];
  const names = knownNames(market, broken);
  const report: Report = (entry, path, message) => mistakes.push(entryMistake(entry, path, message));
  for (const product of market.product.values()) checkProduct(names, market, product, report);
  for (const shop of market.shop.values()) checkStore(names, shop, report);
  for (const coupon of market.coupon.values())
    checkOwnProducts(names, coupon, 'products', coupon.values.products ?? [], report);
  checkOwners(market, report);
  for (const featured of market.featured.values()) checkFeatured(names, featured, report);
  for (const prices of market.carrierPrices.values()) checkWeights(prices, report);
  const banner = market.setting.get('homeEvent');
  if (banner && banner.values.value !== '' && !names.event(banner.values.value)) {
    report(banner, [], unknownMessage('Événement', banner.values.value, `events/${banner.values.value}.md`));
  }
  return mistakes;
}

type KnownNames = ReturnType<typeof knownNames>;

/** True if an entry of that name exists, or may exist in a broken file. */
function knownNames(market: MarketEntries, broken: ReadonlySet<string>) {
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

const unknownMessage = (what: string, name: string, where: string) =>
  `${what} inconnu\u00a0: «\u00a0${name}\u00a0» (attendu dans ${where}).`;

/** Every name of a list must exist, without duplicates. */
function checkList(
  entry: MarketEntry,
  field: string,
  names: readonly string[],
  known: (name: string) => string | null,
  report: Report,
) {
  names.forEach((name, at) => {
    const wrong = names.indexOf(name) < at ? 'Écrit deux fois dans cette liste.' : known(name);
    if (wrong !== null) report(entry, [field, at], wrong);
  });
}

function checkProduct(known: KnownNames, market: MarketEntries, entry: MarketEntry<'product'>, report: Report): void {
  const { values } = entry;
  const isCategory = (name: string) =>
    known.category(name) ? null : `Catégorie inconnue\u00a0: «\u00a0${name}\u00a0» (attendue dans categories.yaml).`;
  const wrong = isCategory(values.category);
  if (wrong !== null) report(entry, ['category'], wrong);
  else if ([...market.category.values()].some(({ values: { parent } }) => parent === values.category)) {
    report(entry, ['category'], 'Choisissez une catégorie sans sous-catégorie.');
  }
  checkList(entry, 'categories', values.categories, isCategory, report);
  checkList(
    entry,
    'events',
    values.events,
    (name) => (known.event(name) ? null : unknownMessage('Événement', name, `events/${name}.md`)),
    report,
  );
  checkOwnProducts(known, entry, 'associatedProducts', values.associatedProducts, report);
  if (values.vatRate !== null && !known.vatRate(String(values.vatRate))) {
    report(entry, ['vatRate'], unknownMessage('Taux de TVA', `${values.vatRate / 100}`, 'market.yaml, vatRates'));
  }
}

/** Products of the store of the entry. */
function checkOwnProducts(
  known: KnownNames,
  entry: MarketEntry<'product' | 'coupon'>,
  field: string,
  slugs: readonly string[],
  report: Report,
): void {
  const { shop } = entry.values;
  const isOfStore = (slug: string) =>
    known.product(slug, shop)
      ? null
      : unknownMessage('Produit de cette boutique', slug, `shops/${shop}/products/${slug}.md`);
  checkList(entry, field, slugs, isOfStore, report);
}

function checkStore(known: KnownNames, entry: MarketEntry<'shop'>, report: Report): void {
  const { owner, deliveryMethods } = entry.values;
  if (owner !== undefined && !known.person(owner))
    report(entry, ['owner'], unknownMessage('Compte', owner, 'people.yaml'));
  deliveryMethods.forEach((type, at) => {
    if ((type === 'home' || type === 'relay') && !known.carrierPrices(type)) {
      report(
        entry,
        ['deliveryMethods', at],
        `«\u00a0${type}\u00a0» n’a pas de tarif\u00a0: écrivez deliveryPrices.${type} dans market.yaml.`,
      );
    }
  });
}

function checkOwners(market: MarketEntries, report: Report): void {
  const owned = new Map<string, string>();
  for (const entry of market.shop.values()) {
    const { owner } = entry.values;
    if (owner === undefined) continue;
    const other = owned.get(owner);
    if (other !== undefined)
      report(entry, ['owner'], `${owner} tient déjà la boutique «\u00a0${other}\u00a0»\u00a0: une par compte.`);
    else owned.set(owner, entry.key);
  }
}

function checkFeatured(known: KnownNames, entry: MarketEntry<'featured'>, report: Report): void {
  const isProduct = entry.key === 'products';
  const isKnown = isProduct ? known.product : known.category;
  entry.values.slugs.forEach((name, at) => {
    if (entry.values.slugs.indexOf(name) < at) report(entry, [at], 'Écrit deux fois dans cette liste.');
    else if (!isKnown(name)) {
      const message = isProduct
        ? unknownMessage('Produit', name, `shops/…/products/${name}.md`)
        : `Catégorie inconnue\u00a0: «\u00a0${name}\u00a0».`;
      report(entry, [at], message);
    }
  });
}

function checkWeights(entry: MarketEntry<'carrierPrices'>, report: Report): void {
  const weights = entry.values.prices.map(({ maxWeight }) => maxWeight);
  if (new Set(weights).size < weights.length) report(entry, [], 'Deux tarifs ont le même poids maximal.');
}
