// Texts of stores: their states, accounts and kinds by name.
import type { newStorePlans, StoreState } from '#contract/administration/stores.ts';

export const stateNames: Record<StoreState, string> = {
  published: 'En ligne',
  draft: 'Pas encore publiée',
  suspended: 'Suspendue',
  hidden: 'Masquée par une décision',
};

const accounts: Readonly<Record<string, string>> = {
  none: 'Pas encore ouvert',
  'to-complete': 'À compléter par la boutique',
  ready: 'Prêt à recevoir',
  restricted: 'Limité par le prestataire',
};
export const accountName = (state: string | null): string =>
  state === null ? 'Aucun n’est nécessaire' : (accounts[state] ?? state);

export const planNames: Record<(typeof newStorePlans)[number], string> = {
  'E-commerce': 'Vente en ligne',
  Catalogue: 'Vitrine, sans vente en ligne',
};
