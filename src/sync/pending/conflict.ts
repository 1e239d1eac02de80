// What went otherwise than asked, as a card for a screen: its kinds, its choices, its texts.

import type { Place } from '../commands/record.ts';
import type { CommandContent } from '../commands/registry.ts';

export type ConflictKind =
  /** The cart became an order elsewhere. */
  | 'cart-ordered'
  /** Too little is left, or nothing. */
  | 'stock'
  | 'product-gone'
  | 'line-gone'
  | 'price-changed'
  /** A coupon was refused, or the cart has lost its own. */
  | 'coupon'
  /** Applied already, by another device. */
  | 'already'
  | 'order-canceled'
  /** The same thing was changed elsewhere. */
  | 'changed'
  /** An order committed without a network is no longer as agreed. */
  | 'order-changed'
  /** It was placed: on its way, or still to be paid. */
  | 'order-placed'
  /** What it needs was refused or given up. */
  | 'dependency'
  /** Refused for another reason. */
  | 'refused'
  /** Went through, with something to say about it. */
  | 'applied-with-notice';

/**
 * mine, theirs, merge: of a thing changed on two devices; `merge` takes each field's own answer. new-cart: what waited goes
 * into a new cart. take-available: as many as are left. remove: the line leaves the cart. without-picture: sent without what
 * was refused. dismiss: seen, or given up if it still waited.
 */
export type Choice =
  | 'mine'
  | 'theirs'
  | 'merge'
  | 'new-cart'
  | 'take-available'
  | 'remove'
  | 'without-picture'
  | 'dismiss';

/** Texts for the screen; null is nothing to show there. */
export interface ConflictField {
  name: string;
  label: string;
  /** What the person was looking at. */
  before: string | null;
  /** What the person wanted. */
  mine: string | null;
  /** What the server holds. */
  theirs: string | null;
}

export interface Conflict {
  /** Of the command. */
  id: string;
  kind: ConflictKind;
  type: string;
  lane: string;
  /** What was asked: 'Ajouter 2 × « Brie » au panier'. */
  sentence: string;
  /** What happened, in a sentence or more. */
  text: string;
  /** What else came to nothing with it. */
  also: string[];
  fields: ConflictField[];
  /** First the one that keeps most of what was wanted. */
  choices: Choice[];
  /** How many the cart line may hold in all (a new quantity), or how many more may be added (an addition). */
  available: number | null;
  lineKey: string | null;
  productName: string | null;
  /** It still waits, for the choice. */
  waiting: boolean;
  editable: Place | null;
  /** Its picture is still on the device (uploads.ts, `keptPicture`). */
  hasPicture: boolean;
  /** What was asked, to fill a form again; null if this version of the app cannot read it. */
  content: CommandContent | null;
  violations: { propertyPath: string; message: string }[];
  at: number;
}
