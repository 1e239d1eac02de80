// Cart commands. A line is identified by product and options, so it can be changed before the first server answer.
import type { AggregateView, Notice } from '#db/rows.ts';
import { type AddToCart, addArgsOf, lineOf } from './cart-lines.ts';
import {
  type CommandRecord,
  commandFor,
  isCart,
  type Place,
  type RefusalMeaning,
  type RequestContext,
  type SettledCommand,
} from './record.ts';
import { cartGone, ownerMismatch } from './shared-refusals.ts';
import { codesOf, findLine, linesByKey, type ShownCart, withCode, withoutCode } from './shown-cart.ts';
import { idOfIri } from './temporary-ids.ts';

/** `name`: the product's name for messages, from the displayed cart. */
export interface CartLineArgs {
  lineKey: string;
  name?: string;
}

export type SetCartQuantity = CartLineArgs & { quantity: number };

export interface CouponCode {
  code: string;
}

/** Whether commands of this type change or order a cart. */
export const isCartCommand = (type: string): boolean => type.startsWith('cart.');

const quoted = (name: string | undefined) => (name === undefined ? 'un article' : `«\u00a0${name}\u00a0»`);
const nameIn = (view: AggregateView | null, { lineKey, name }: { lineKey: string; name?: string }) =>
  quoted(name ?? lineOf(view, lineKey)?.product.name);

const alreadyOrdered: RefusalMeaning = {
  as: 'park',
  parkedFor: 'conflict',
  text: 'Ce panier a déjà été commandé sur un autre appareil.',
};
const lineGone: RefusalMeaning = { as: 'rejected', text: 'Ce produit n’est plus dans votre panier' };
const commonRefusals = { 'cart-ordered': alreadyOrdered, 'owner-mismatch': ownerMismatch, 'cart-gone': cartGone };

/** Reports a coupon that no longer applies. */
function couponGoneNotices({ before, after }: SettledCommand): Notice[] {
  if (!isCart(before) || !isCart(after)) return [];
  const applied = codesOf(before).filter(({ applies }) => applies);
  const gone = codesOf(after).find(({ code, applies }) => !applies && applied.some((one) => one.code === code));
  if (!gone) return [];
  const detail = {
    coupon: gone.code,
    before: before.totalAfterDiscount.amount,
    after: after.totalAfterDiscount.amount,
  };
  return [{ code: 'coupon-gone', text: 'Coupon invalide', detail }];
}

const cartParams = (context: RequestContext) => (context.serverId ? { params: { id: context.serverId } } : null);
const cartDefaults = {
  v: 1,
  upcast: {},
  aggregate: 'cart',
  lane: () => 'cart',
  staleReads: [],
  place: (): Place => ({ screen: 'cart' }),
  notices: (_: unknown, settled: SettledCommand) => couponGoneNotices(settled),
} as const;

export const createCartCommand: CommandRecord<'cart.create', Record<string, never>, ShownCart> = {
  type: 'cart.create',
  endpoint: 'cart.create',
  ...cartDefaults,
  request: () => ({ body: {} }),
  refusals: { ...commonRefusals, default: { as: 'park', parkedFor: 'stuck', text: 'Le panier n’a pas pu être créé.' } },
  describe: () => 'Créer le panier',
  silent: true,
};

export const addToCartCommand: CommandRecord<'cart.add', AddToCart, ShownCart> = {
  type: 'cart.add',
  endpoint: 'cart.add',
  ...cartDefaults,
  request(args, known) {
    const cart = cartParams(known);
    if (!cart) return { missing: 'cart-gone' };
    return { ...cart, body: { id: args.productId, optionValues: args.optionValueIds, quantity: args.quantity } };
  },
  apply(cart, { lineKey, quantity, shown }) {
    const line = findLine(cart, lineKey);
    if (line) {
      line.quantity += quantity;
      line.waiting = true;
      return cart;
    }
    const { product, optionValues, unitPrice } = shown;
    const added = { lineKey, product, optionValues, quantity, unitPrice, total: 0, waiting: true };
    cart.items.push(added);
    linesByKey(cart).set(lineKey, added);
    return cart;
  },
  refusals: {
    ...commonRefusals,
    stock: { as: 'rejected', text: 'Produit en rupture de stock' },
    'product-gone': { as: 'rejected', text: 'Ce produit n’est plus en vente' },
    404: cartGone,
  },
  notices({ lineKey, shown }, settled) {
    const { cmd, after } = settled;
    const now = lineOf(after, lineKey)?.unitPrice.amount;
    const seen = cmd.seenPrice ?? shown.unitPrice;
    if (now === undefined || now === seen) return couponGoneNotices(settled);
    const detail = { old: seen, new: now, lineKey, name: shown.product.name };
    const text = `Le prix de ${quoted(shown.product.name)} a changé`;
    return [{ code: 'price-changed', text, detail }, ...couponGoneNotices(settled)];
  },
  undo({ lineKey, quantity }, { after }) {
    const left = (lineOf(after, lineKey)?.quantity ?? 0) - quantity;
    return left > 0
      ? commandFor(setCartQuantityCommand, { lineKey, quantity: left })
      : commandFor(removeFromCartCommand, { lineKey });
  },
  describe: ({ quantity, shown }) => `Ajouter ${quantity}\u00a0×\u00a0${quoted(shown.product.name)} au panier`,
};

export const setCartQuantityCommand: CommandRecord<'cart.setQuantity', SetCartQuantity, ShownCart> = {
  type: 'cart.setQuantity',
  endpoint: 'cart.setQuantity',
  ...cartDefaults,
  request(args, known) {
    const line = lineOf(known.view, args.lineKey);
    return line
      ? { params: { id: idOfIri(line['@id']) }, body: { quantity: args.quantity } }
      : { missing: 'line-gone' };
  },
  apply(cart, { lineKey, quantity }) {
    const line = findLine(cart, lineKey);
    if (line) Object.assign(line, { quantity, waiting: true });
    return cart;
  },
  refusals: {
    ...commonRefusals,
    stock: { as: 'rejected', text: 'Plus de produit en stock !' },
    'line-gone': lineGone,
    404: lineGone,
  },
  undo({ lineKey }, { before }) {
    const quantity = lineOf(before, lineKey)?.quantity;
    return quantity === undefined ? null : commandFor(setCartQuantityCommand, { lineKey, quantity });
  },
  describe: (args, view) => `Passer ${nameIn(view, args)} à ${args.quantity}`,
};

export const removeFromCartCommand: CommandRecord<'cart.remove', CartLineArgs, ShownCart> = {
  type: 'cart.remove',
  endpoint: 'cart.remove',
  ...cartDefaults,
  request(args, known) {
    const line = lineOf(known.view, args.lineKey);
    return line ? { params: { id: idOfIri(line['@id']) } } : { missing: 'line-gone' };
  },
  apply(cart, { lineKey }) {
    if (linesByKey(cart).delete(lineKey)) cart.items = cart.items.filter((item) => item.lineKey !== lineKey);
    return cart;
  },
  refusals: {
    ...commonRefusals,
    'line-gone': { as: 'done', text: '' },
    404: { as: 'done', text: '' },
    410: { as: 'done', text: '' },
  },
  undo({ lineKey }, { before }) {
    const line = lineOf(before, lineKey);
    return line ? commandFor(addToCartCommand, addArgsOf(lineKey, line)) : null;
  },
  describe: (args, view) => `Retirer ${nameIn(view, args)} du panier`,
};

/** With the price that was shown, so that another one is reported. */
export const additionOf = (args: AddToCart) => ({
  ...commandFor(addToCartCommand, args),
  seenPrice: args.shown.unitPrice,
});

export const applyCouponCommand: CommandRecord<'cart.applyCoupon', CouponCode, ShownCart> = {
  type: 'cart.applyCoupon',
  endpoint: 'cart.applyCoupon',
  ...cartDefaults,
  request(args, known) {
    const cart = cartParams(known);
    if (!cart) return { missing: 'cart-gone' };
    return { ...cart, body: { code: args.code, cart: `/carts/${known.serverId}` } };
  },
  apply(cart, { code }) {
    cart.coupons = withCode(cart.coupons, { code, applies: true });
    return cart;
  },
  refusals: {
    ...commonRefusals,
    400: { as: 'rejected', text: 'Coupon invalide' },
    404: cartGone,
  },
  describe: ({ code }) => `Appliquer le coupon ${code}`,
};

export const removeCouponCommand: CommandRecord<'cart.removeCoupon', CouponCode, ShownCart> = {
  type: 'cart.removeCoupon',
  endpoint: 'cart.removeCoupon',
  ...cartDefaults,
  request({ code }, known) {
    const cart = cartParams(known);
    return cart ? { ...cart, query: { code } } : { missing: 'cart-gone' };
  },
  apply(cart, { code }) {
    cart.coupons = withoutCode(cart.coupons, code);
    if (cart.coupons.length === 0) cart.totalAfterDiscount = cart.total;
    return cart;
  },
  refusals: { ...commonRefusals, 404: cartGone },
  notices: () => [],
  describe: ({ code }) => `Retirer le coupon ${code}`,
};

export const cartCommands = [
  createCartCommand,
  addToCartCommand,
  setCartQuantityCommand,
  removeFromCartCommand,
  applyCouponCommand,
  removeCouponCommand,
] as const;
