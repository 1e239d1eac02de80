// Sections of a product form: their fields and summaries.
// Guarantee: pure; every field belongs to one section.
import { countWithNoun } from '#domain/text/plural.ts';
import type { ProductValues } from './product-values.ts';

export const sectionFields = {
  essentials: ['name', 'category', 'price', 'netContent', 'soldByWeight', 'weightTolerance', 'description', 'images'],
  price: ['priceDisabled', 'indicativePrice', 'reducedPrice', 'vatRate'],
  stock: ['stockManagement', 'stock', 'preOrderDate'],
  options: ['options'],
  spotlight: ['news', 'inevitable', 'currentOffers', 'events', 'categories', 'associatedProducts'],
  sheet: ['technicalText', 'technicalAttributes', 'technicalImage'],
  sending: [
    'length',
    'width',
    'height',
    'weight',
    'dematerialized',
    'dematerializedFile',
    'withdrawalException',
    'notSellToMinor',
    'externalURL',
  ],
} as const satisfies Record<string, readonly (keyof ProductValues)[]>;

export type SectionName = keyof typeof sectionFields;
export const sectionNames = Object.keys(sectionFields) as SectionName[];

/** Sections with mistakes. */
export const wrongSections = (errors: object): SectionName[] =>
  sectionNames.filter((section) => sectionFields[section].some((field) => Object.hasOwn(errors, field)));

const listed = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' · ');

/** Summaries of collapsed sections. */
export function holdsOf(values: ProductValues): Record<SectionName, string> {
  const { options, technicalAttributes, events, categories, associatedProducts } = values;
  return {
    essentials: '',
    price: listed([
      values.priceDisabled && 'pas de prix',
      values.indicativePrice && 'à partir de',
      !values.indicativePrice && values.reducedPrice !== '' && `réduit à ${values.reducedPrice}\u00a0€`,
    ]),
    stock: listed([
      values.stockManagement && `${values.stock || '0'} en stock`,
      values.preOrderDate !== '' && `disponible le ${values.preOrderDate.split('-').toReversed().join('/')}`,
    ]),
    options: options.length > 0 ? countWithNoun(options.length, 'option') : '',
    spotlight: listed([
      values.news && 'nouveauté',
      values.inevitable && 'incontournable',
      values.currentOffers && 'offre du moment',
      events.length > 0 && countWithNoun(events.length, 'événement'),
      categories.length > 0 &&
        `${countWithNoun(categories.length, 'autre')} ${categories.length > 1 ? 'catégories' : 'catégorie'}`,
      associatedProducts.length > 0 && `${countWithNoun(associatedProducts.length, 'produit')} à côté`,
    ]),
    sheet: listed([
      values.technicalText !== '' && 'description détaillée',
      technicalAttributes.length > 0 && countWithNoun(technicalAttributes.length, 'caractéristique'),
      values.technicalImage.length > 0 && 'image',
    ]),
    sending: listed([
      values.dematerialized && 'dématérialisé',
      values.weight !== '' && `${values.weight}\u00a0kg`,
      values.withdrawalException !== '' && 'sans rétractation',
      values.notSellToMinor && 'interdit aux mineurs',
      values.externalURL !== '' && 'lien externe',
    ]),
  };
}
