// People of a store: the French names of their roles, and what each role is for.
import type { StoreRole } from '#contract/merchant/store-roles.ts';

export const ROLE_NAMES: Readonly<Record<StoreRole, string>> = {
  owner: 'Responsable',
  seller: 'Vente',
  picker: 'Préparation',
};

export const ROLE_SUMMARIES: Readonly<Record<StoreRole, string>> = {
  owner: 'toute la boutique, ses réglages, ses versements et son équipe.',
  seller: 'les commandes, les remboursements, les messages, les rendez-vous et les devis.',
  picker: 'la préparation, l’expédition et la remise des commandes.',
};
