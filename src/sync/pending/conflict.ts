// Conflict: an unexpected outcome, as a card on a screen, with its kinds and choices.

import type { Place } from '../commands/record.ts';
import type { CommandContent } from '../commands/registry.ts';

export type ConflictKind =
  /** The cart was ordered elsewhere. */
  | 'cart-ordered'
  /** Not enough stock, or none. */
  | 'stock'
  | 'product-gone'
  | 'line-gone'
  | 'price-changed'
  /** A coupon was refused or no longer applies. */
  | 'coupon'
  /** Another device has already made the change. */
  | 'already'
  | 'order-canceled'
  /** Changed elsewhere, too. */
  | 'changed'
  /** The terms of an offline order have changed. */
  | 'order-changed'
  /** An offline order was placed. */
  | 'order-placed'
  /** An offline order was placed and has to be paid. */
  | 'order-to-pay'
  /** A dependency was refused or cancelled. */
  | 'dependency'
  /** Refused for another reason. */
  | 'refused'
  /** Accepted, with a notice. */
  | 'applied-with-notice';

/**
 * mine, theirs, merge: for a change on two devices; `merge` decides per field. new-cart: moves the pending commands
 * into a new cart. take-available: as many as are left. remove: removes the cart line. without-picture: sent without
 * the refused picture. edit: cancels an order, whose cart returns, to be changed on its page. dismiss: closes the card, and cancels the command if it is pending.
 */
export type Choice =
  | 'mine'
  | 'theirs'
  | 'merge'
  | 'new-cart'
  | 'take-available'
  | 'remove'
  | 'without-picture'
  | 'edit'
  | 'dismiss';

/** Display texts; null for none. */
export interface ConflictField {
  name: string;
  label: string;
  /** The value before the user's change. */
  before: string | null;
  /** The user's value. */
  mine: string | null;
  /** The server's value. */
  theirs: string | null;
}

export interface Conflict {
  /** Id of the command. */
  id: string;
  kind: ConflictKind;
  type: string;
  lane: string;
  /** The request: 'Ajouter 2 × « Brie » au panier'. */
  sentence: string;
  /** The outcome, in one or more sentences. */
  text: string;
  /** Dependent commands that failed with it. */
  also: string[];
  fields: ConflictField[];
  /** The first keeps most of the request. */
  choices: Choice[];
  /** Maximum quantity of the cart line (for a new quantity), or of the addition. */
  available: number | null;
  lineKey: string | null;
  productName: string | null;
  /** The command is pending until the choice. */
  waiting: boolean;
  editable: Place | null;
  /** Its picture is still stored (uploads.ts, `readStoredPicture`). */
  hasPicture: boolean;
  /** The request, to fill a form again; null if this app version cannot read it. */
  content: CommandContent | null;
  violations: { propertyPath: string; message: string }[];
  at: number;
}
