// Decision labels: titles, buttons and sides of a conflict, for all its cards.
// Guarantee: exactly one button per choice of the outbox.
import { paths } from '#paths';
import type { Decision, DecisionChoice } from '#state/pending/pending-writes.ts';
import { applyCouponCommand } from '#sync/commands/cart.ts';
import { setTrackingCodeCommand } from '#sync/commands/store-orders.ts';
import type { Choice, Conflict } from '#sync/pending/conflict.ts';
import { screenAddress } from './addresses.ts';

function toneOf({ kind, type, waiting }: Conflict): Decision['tone'] {
  if (waiting) return 'conflict';
  // Also if another device was first: all is as wanted.
  if (kind === 'order-placed' || kind === 'already') return 'success';
  if (kind === 'applied-with-notice' || kind === 'order-to-pay') return 'notice';
  // A coupon that was refused on entry, or removed from the cart later.
  const lostCoupon = kind === 'coupon' && type !== applyCouponCommand.type;
  return kind === 'price-changed' || lostCoupon ? 'changed' : 'refused';
}

const devices = { before: 'Avant', mine: 'Sur cet appareil', theirs: 'Sur l’autre appareil' };
const agreed = { before: 'Vous aviez accepté', mine: 'Vous vouliez', theirs: 'Maintenant' };
const stock = { before: 'Dans votre panier', mine: 'Vous vouliez', theirs: 'Il en reste' };

const isTracking = ({ type }: Conflict) => type === setTrackingCodeCommand.type;

function labelOf(conflict: Conflict, choice: Choice): string {
  const { kind, fields } = conflict;
  const quantity = fields.find(({ name }) => name === 'quantity');
  switch (choice) {
    case 'mine':
      if (kind === 'order-changed') return 'Commander ainsi';
      return isTracking(conflict) ? 'Garder le code de cet appareil' : 'Garder ce que j’ai écrit ici';
    case 'theirs':
      return isTracking(conflict) ? 'Garder l’autre code' : 'Garder ce qui est sur l’autre appareil';
    case 'merge':
      return 'Enregistrer ces choix';
    case 'new-cart':
      return 'Recréer un panier avec ces articles';
    case 'take-available':
      return `Mettre ${quantity?.theirs ?? conflict.available ?? ''}`;
    case 'remove':
      return 'Retirer';
    case 'without-picture':
      return 'Enregistrer sans cette photo';
    case 'edit':
      return 'Modifier ma commande';
    case 'dismiss':
      if (kind === 'order-changed') return 'Ne pas commander';
      if (conflict.waiting) return 'Abandonner';
      if (kind === 'stock') return quantity?.before ? `Garder ${quantity.before}` : 'Retirer';
      return 'OK';
  }
}

const acting: readonly Choice[] = ['edit', 'mine', 'merge', 'new-cart', 'take-available', 'without-picture'];

function choicesOf(conflict: Conflict): DecisionChoice[] {
  return conflict.choices.map((choice, index) => ({
    choice,
    label: labelOf(conflict, choice),
    ...(choice === 'edit' && { to: paths.shipping }),
    variant:
      index === 0 && acting.includes(choice) ? 'primary' : choice === 'dismiss' && index > 0 ? 'quiet' : 'secondary',
  }));
}

/** Kinds that can be changed and submitted again. */
const askedOtherwise: readonly Conflict['kind'][] = ['stock', 'coupon', 'refused', 'order-placed', 'order-to-pay'];

/** `rows`: ids of the pending writes that the decision covers. */
export function decisionOf(conflict: Conflict, rows: string[]): Decision {
  const { id, kind, type, lane, text, sentence, also, fields, editable, lineKey, content, violations } = conflict;
  return {
    ...{ id, kind, type, lane, sentence, also, rows, content, violations },
    // Fields without a difference are omitted.
    fields: fields.filter(({ before, mine, theirs }) => (mine ?? before) !== theirs),
    tone: toneOf(conflict),
    title: text,
    sides: kind === 'stock' ? stock : kind === 'order-changed' ? agreed : devices,
    choices: choicesOf(conflict),
    editTo: !conflict.waiting && askedOtherwise.includes(kind) ? screenAddress(editable, lineKey) : null,
  };
}
