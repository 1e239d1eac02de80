// One cart over several shops. Every write answers the whole cart with its version, which only grows; a caller that prefers
// so gets the version alone (`minimal`).
// A visitor's cart is guarded by its unguessable id; a user's cart answers 404 to everyone else.
import * as z from 'zod/mini';
import { list, quantity, requiredLine, text } from '../bounds.ts';
import { option } from '../catalogue/products.ts';
import type { Endpoint } from '../endpoint.ts';
import { image, money, uuid } from '../fields/values.ts';
import { MAX_COUPON_CODE, MAX_OPTIONS } from '../limits.ts';

export const chosenOptionValue = z.object({
  id: z.string(),
  /** Of the value ('Affinée 6 mois'). */
  name: z.string(),
  /** Of the option it answers ('Affinage'). */
  option: z.string(),
  price: money,
});
export type ChosenOptionValue = z.output<typeof chosenOptionValue>;

export const cartProduct = z.object({
  '@id': z.string(),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  images: z.array(image),
  price: z.nullable(money),
  reducedPrice: z.nullable(money),
  stock: z.nullable(z.int()),
  preOrderDate: z.nullable(z.string()),
  notSellToMinor: z.boolean(),
  dematerialized: z.boolean(),
  /** False: withdrawn, unpublished or no longer sold online since it was added. */
  orderable: z.boolean(),
  /** What it asks for now; absent until the server has given the line. */
  options: z.optional(z.array(option)),
  store: z.object({
    '@id': z.string(),
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    logo: z.nullable(image),
    /** What its lines come to at least, before the coupon, where it delivers no less; null: it asks for nothing. */
    leastTotal: z.optional(z.nullable(money)),
  }),
});
export type CartProduct = z.output<typeof cartProduct>;

export const cartItem = z.object({
  '@id': z.string(),
  '@type': z.literal('CartItem'),
  product: cartProduct,
  quantity: z.int(),
  optionValues: z.array(chosenOptionValue),
  unitPrice: money,
  total: money,
});
export type CartItem = z.output<typeof cartItem>;

export const cart = z.object({
  '@id': z.string(),
  '@type': z.literal('Cart'),
  id: z.string(),
  /** Monotonic: an answer with a smaller one is older. */
  version: z.int(),
  items: z.array(cartItem),
  total: money,
  totalAfterDiscount: money,
  /** The code that was entered: each shop of the cart that gave it out takes its own coupon off its own lines. */
  coupon: z.nullable(
    z.object({
      '@id': z.string(),
      code: z.string(),
      /** False: no shop of the cart takes it any more. */
      applies: z.optional(z.boolean()),
    }),
  ),
  /** True once its order is confirmed; it takes no more writes. */
  ordered: z.boolean(),
});
export type Cart = z.output<typeof cart>;

const cartId = z.object({ id: uuid });
const itemId = z.object({ id: uuid });

export const carts = {
  /** With a token: the user's open cart, created if there is none. */
  'cart.create': {
    method: 'POST',
    path: '/carts',
    access: 'public',
    offline: 'queued',
    body: z.object({}),
    answer: cart,
    status: 201,
  },
  'cart.get': {
    method: 'GET',
    path: '/carts/:id',
    access: 'public',
    offline: 'snapshot',
    params: cartId,
    answer: cart,
  },
  /** Adds to the line of the same product and option values. Refused with 409 `stock` {available} or 404 `product-gone`. */
  'cart.add': {
    method: 'PUT',
    path: '/carts/:id/add',
    access: 'public',
    offline: 'queued',
    params: cartId,
    body: z.object({ id: uuid, optionValues: list(uuid, MAX_OPTIONS, `${MAX_OPTIONS} choix au maximum.`), quantity }),
    answer: cart,
    minimal: true,
  },
  /** 409 `stock` {available}; 404 `line-gone`. */
  'cart.setQuantity': {
    method: 'PUT',
    path: '/cart_items/:id',
    access: 'public',
    offline: 'queued',
    params: itemId,
    body: z.object({ quantity }),
    answer: cart,
    minimal: true,
  },
  'cart.remove': {
    method: 'DELETE',
    path: '/cart_items/:id',
    access: 'public',
    offline: 'queued',
    params: itemId,
    answer: cart,
    minimal: true,
  },
  /** 422 with a violation on `code` ('Coupon invalide'). */
  'cart.applyCoupon': {
    method: 'POST',
    path: '/carts/:id/coupon/apply',
    access: 'public',
    offline: 'queued',
    params: cartId,
    body: z.object({ code: requiredLine(MAX_COUPON_CODE, 'Coupon invalide'), cart: z.optional(text(80)) }),
    answer: cart,
    minimal: true,
  },
  /** Without one it answers the same cart. */
  'cart.removeCoupon': {
    method: 'DELETE',
    path: '/carts/:id/coupon',
    access: 'public',
    offline: 'queued',
    params: cartId,
    answer: cart,
    minimal: true,
  },
} as const satisfies Record<string, Endpoint>;
