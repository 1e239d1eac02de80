// A cart of many lines, changed many times in a row, is not said whole each time: who asks with this header names the lines it
// holds already, and gets only the others. Guarantees: a name stands for all that a line says, so what has changed in any way
// is said again; the answer is no `Cart`, so nobody can take what it leaves out for gone.
import type { Cart, CartItem } from './carts.ts';

/** The names of the lines held, one behind the other without anything between; `NONE_HELD` where there are none yet. */
export const HELD_LINES_HEADER = 'X-Held-Lines';
export const NONE_HELD = '-';

/** Characters of a name: base64url of the beginning of a SHA-256, 48 bits. */
export const LINE_NAME_LENGTH = 8;

/** In the place of a `Cart`, for whoever asks so. */
export interface CartChange extends Omit<Cart, '@type' | 'items'> {
  '@type': 'CartChange';
  /** The name of each line of the cart, in their order. */
  lines: string[];
  /** The lines that were not held, in their order. */
  changed: CartItem[];
}
