// Exceptions to the right of withdrawal (Code de la consommation, L221-28): the words for merchants and for shoppers.
// The right of withdrawal is the consumer's right to give up a contract within 14 days ('droit de rétractation').

/** In the order of the merchant's choice. */
export const withdrawalExceptions = [
  'perishable',
  'made-to-measure',
  'sealed-hygiene',
  'digital',
  'dated-service',
] as const;
export type WithdrawalException = (typeof withdrawalExceptions)[number];

interface ExceptionWords {
  /** In the merchant's form and in tables. */
  choice: string;
  /** After 'Droit de rétractation' on the product page and before the order. */
  reason: string;
  /** In brackets behind the name of a product. */
  short: string;
}

export const EXCEPTION_WORDS: Readonly<Record<WithdrawalException, ExceptionWords>> = {
  perishable: {
    choice: 'Périssable',
    reason: 'ne s’applique pas, ce produit se périme rapidement',
    short: 'se périme rapidement',
  },
  'made-to-measure': {
    choice: 'Sur mesure ou personnalisé',
    reason: 'ne s’applique pas, ce produit est fait selon votre demande',
    short: 'fait selon votre demande',
  },
  'sealed-hygiene': {
    choice: 'Scellé pour l’hygiène',
    reason: 'perdu si le produit est descellé, pour des raisons d’hygiène ou de santé',
    short: 'une fois descellé',
  },
  digital: {
    choice: 'Fichier envoyé aussitôt',
    reason: 'perdu dès l’envoi du fichier, que vous demandez en commandant',
    short: 'fichier envoyé aussitôt',
  },
  'dated-service': {
    choice: 'Service à une date donnée',
    reason: 'ne s’applique pas, ce service a lieu à une date ou une période donnée',
    short: 'à une date donnée',
  },
};

/** The right is lost only with the shopper's consent, which is asked before the order. */
export const asksForConsent = (item: { withdrawalException?: string | null | undefined }): boolean =>
  item.withdrawalException === 'digital';

export const CONSENT_REQUIRED = 'Donnez votre accord pour recevoir le fichier aussitôt.';

/** Null for none, and for a word of a newer version. */
export const exceptionOf = (value: string | null | undefined): WithdrawalException | null =>
  withdrawalExceptions.find((known) => known === value) ?? null;

/** 'Droit de rétractation : 14 jours après la réception', or the exception. */
export function withdrawalNote(value: string | null | undefined): string {
  const exception = exceptionOf(value);
  const rule = exception ? EXCEPTION_WORDS[exception].reason : '14 jours après la réception';
  return `Droit de rétractation\u00a0: ${rule}.`;
}

/** The exception of a choice in a table; case and accents as in headings are the caller's. */
export const exceptionOfChoice = (choice: string, fold: (text: string) => string): WithdrawalException | undefined =>
  withdrawalExceptions.find((exception) => fold(EXCEPTION_WORDS[exception].choice) === fold(choice));
