// Refusals that several commands share, with their sentences.
import type { RefusalMeaning } from './record.ts';

export const ownerMismatch: RefusalMeaning = {
  as: 'park',
  parkedFor: 'auth',
  text: 'Cette modification appartient à un autre compte.',
};
/** What the command wanted to end is gone already. */
export const alreadyGone: RefusalMeaning = { as: 'done', text: '' };
export const cartGone: RefusalMeaning = { as: 'recreate', text: 'Votre panier a été recréé.' };
export const doneElsewhere = { code: 'already', text: 'Déjà traité sur un autre appareil' };
