// Sale documents: their kinds and written numbers.

export type DocumentKind = 'invoice' | 'credit-note';

export const DOCUMENT_NAMES: Readonly<Record<DocumentKind, string>> = { invoice: 'Facture', 'credit-note': 'Avoir' };

/** '2026-00012'. */
export const documentNumber = ({ year, number }: { year: number; number: number }): string =>
  `${year}-${String(number).padStart(5, '0')}`;
