// Refusals shared by several commands, with their messages.
import type { RefusalMeaning } from './record.ts';

export const ownerMismatch: RefusalMeaning = {
  as: 'park',
  parkedFor: 'auth',
  text: 'Cette modification appartient à un autre compte.',
};
/** The target of a deletion is already deleted. */
export const alreadyGone: RefusalMeaning = { as: 'done', text: '' };
export const cartGone: RefusalMeaning = { as: 'recreate', text: 'Votre panier a été recréé.' };
export const doneElsewhere = { code: 'already', text: 'Déjà traité sur un autre appareil' };
