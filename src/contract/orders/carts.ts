// Cart endpoints: one cart over several stores.
// Every write answers the whole cart with its increasing version, or the version alone (`minimal`). A visitor's cart is
// protected by its unguessable id; a user's cart answers 404 to others.
import * as z from 'zod/mini';
import { boundedList, boundedText, quantity, requiredTextLine } from '../bounds.ts';
import { byWeight, contentBase, option } from '../catalogue/products.ts';
import type { Endpoint } from '../endpoint.ts';
import { closedDays, image, money, uuid } from '../fields/values.ts';
import { MAX_COUPON_CODE, MAX_OPTIONS } from '../limits.ts';

export const chosenOptionValue = z.object({
  id: z.string(),
  /** Name of the value ('Affinée 6 mois'). */
  name: z.string(),
  /** Name of its option ('Affinage'). */
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
  contentBase,
  byWeight,
  notSellToMinor: z.boolean(),
  dematerialized: z.boolean(),
  /** False: withdrawn, unpublished or no longer sold online. */
  orderable: z.boolean(),
  /** Options of the product; absent until the server has answered the line. */
  options: z.optional(z.array(option)),
  store: z.object({
    '@id': z.string(),
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    logo: z.nullable(image),
    /** Minimum of the store's lines for delivery, before coupons; null without a minimum. */
    leastTotal: z.optional(z.nullable(money)),
    /** The current closure, or the next one (`#domain/time/closures.ts`). */
    closure: z.optional(z.extend(closedDays, { reopens: z.nullable(z.string()) })),
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

/** An entered code; each store with a coupon of this code discounts its own lines. */
const enteredCoupon = z.object({
  '@id': z.string(),
  code: z.string(),
  /** False: no store in the cart accepts the code any more. */
  applies: z.optional(z.boolean()),
});

export const cart = z.object({
  '@id': z.string(),
  '@type': z.literal('Cart'),
  id: z.string(),
  /** Monotonic: an answer with a smaller one is older. */
  version: z.int(),
  items: z.array(cartItem),
  total: money,
  totalAfterDiscount: money,
  /** The newest of `coupons`. */
  coupon: z.nullable(enteredCoupon),
  /** Absent in answers of before; each store discounts its own lines by its newest one. */
  coupons: z.optional(z.array(enteredCoupon)),
  /** True after its order is confirmed; the cart is then read-only. */
  ordered: z.boolean(),
});
export type Cart = z.output<typeof cart>;

const cartId = z.object({ id: uuid });
const itemId = z.object({ id: uuid });

export const cartEndpoints = {
  /** With a token: the user's open cart, created if missing. */
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
  /** Adds to the line with the same product and option values. 409 `stock` {available}; 404 `product-gone`. */
  'cart.add': {
    method: 'PUT',
    path: '/carts/:id/add',
    access: 'public',
    offline: 'queued',
    params: cartId,
    body: z.object({
      id: uuid,
      optionValues: boundedList(uuid, MAX_OPTIONS, `${MAX_OPTIONS} choix au maximum.`),
      quantity,
    }),
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
    body: z.object({ code: requiredTextLine(MAX_COUPON_CODE, 'Coupon invalide'), cart: z.optional(boundedText(80)) }),
    answer: cart,
    minimal: true,
  },
  /** `code`: the one to remove, else all. Without a coupon it answers the cart unchanged. */
  'cart.removeCoupon': {
    method: 'DELETE',
    path: '/carts/:id/coupon',
    access: 'public',
    offline: 'queued',
    params: cartId,
    query: z.strictObject({ code: z.optional(boundedText(MAX_COUPON_CODE)) }),
    answer: cart,
    minimal: true,
  },
} as const satisfies Record<string, Endpoint>;
