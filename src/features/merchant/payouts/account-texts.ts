// Texts about a store's account at the payment provider, and about incidents there.
import type { StorePayouts } from '#contract/merchant/payouts.ts';

type Account = NonNullable<StorePayouts['account']>;

interface AccountText {
  title: string;
  text: string;
  action: string;
}

const TEXTS: Record<string, AccountText> = {
  none: {
    title: 'Votre boutique ne peut pas encore être payée en ligne',
    text: 'Ouvrez un compte chez notre prestataire de paiement\u00a0: il demande votre identité et vos coordonnées bancaires. D’ici là, vos articles ne peuvent être payés qu’à la livraison.',
    action: 'Ouvrir mon compte',
  },
  'to-complete': {
    title: 'Votre compte reste à compléter',
    text: 'Tant qu’il manque quelque chose, vos articles ne peuvent être payés qu’à la livraison.',
    action: 'Compléter mon compte',
  },
  restricted: {
    title: 'Votre compte est en cours de vérification',
    text: 'Notre prestataire de paiement examine vos informations. D’ici là, vos articles ne peuvent être payés qu’à la livraison.',
    action: 'Voir mon compte',
  },
  ready: {
    title: 'Votre compte peut recevoir les versements',
    text: 'Chaque commande payée en ligne vous est versée dès que vous la validez.',
    action: 'Modifier mon compte',
  },
};

/** An unknown state reads as one to complete. */
export const accountText = ({ state }: Account): AccountText => TEXTS[state] ?? (TEXTS['to-complete'] as AccountText);

/** Beginnings of the provider's names, the first match counts. */
const MISSING: readonly (readonly [start: RegExp, text: string])[] = [
  [/external_account/, 'vos coordonnées bancaires'],
  [/document/, 'une pièce justificative'],
  [/tos_acceptance/, 'l’accord aux conditions du prestataire'],
  [/^(individual|representative|person|owners|directors|executives)/, 'l’identité de la personne responsable'],
  [/^(company|business_type)/, 'les informations de l’entreprise'],
  [/^business_profile/, 'la description de votre activité'],
];

/** What is missing, each once. */
export const missingTexts = ({ missing }: Account): string[] => [
  ...new Set(missing.map((name) => MISSING.find(([start]) => start.test(name))?.[1] ?? 'd’autres informations')),
];

const INCIDENTS: Record<string, string> = {
  dispute: 'Un client conteste son paiement auprès de sa banque.',
  'payout-failed': 'Le virement sur votre compte bancaire a échoué\u00a0: vérifiez vos coordonnées bancaires.',
  'transfer-reversed': 'Un versement a été repris par le prestataire de paiement.',
};

export const incidentText = ({ kind }: StorePayouts['incidents'][number]): string =>
  INCIDENTS[kind] ?? 'Le prestataire de paiement signale un incident.';
