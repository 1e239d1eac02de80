// Cart routes.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { notFound } from '../runtime/errors.ts';
import { applyCoupon, removeCoupon } from '../sales/cart-coupons.ts';
import type { CartWriter } from '../sales/cart-lock.ts';
import { canReachCart, readPresentedCart } from '../sales/cart-reading.ts';
import { addToCart, openCart, removeLine, setLineQuantity } from '../sales/cart-writing.ts';

const writerOf = ({ actor, now }: { actor: { id: string } | null; now: Date }): CartWriter => ({
  userId: actor?.id ?? null,
  now,
});

export function cartRoutes(app: FastifyInstance): void {
  mount(app, 'cart.create', (call) => openCart(call.tx, writerOf(call)));

  mount(app, 'cart.get', async ({ tx, params, actor, now }) => {
    const cart =
      (await canReachCart(tx, params.id, actor?.id ?? null)) && (await readPresentedCart(tx, params.id, now));
    if (!cart) throw notFound('cart-gone', 'Ce panier n’existe pas.');
    return cart;
  });

  mount(app, 'cart.add', (call) => {
    const { id: productId, optionValues: optionValueIds, quantity } = call.body;
    return addToCart(call.tx, call.params.id, { productId, optionValueIds, quantity }, writerOf(call));
  });

  mount(app, 'cart.setQuantity', (call) =>
    setLineQuantity(call.tx, call.params.id, call.body.quantity, writerOf(call)),
  );

  mount(app, 'cart.remove', (call) => removeLine(call.tx, call.params.id, writerOf(call)));

  mount(app, 'cart.removeCoupon', (call) => removeCoupon(call.tx, call.params.id, call.query.code, writerOf(call)));

  mount(app, 'cart.applyCoupon', (call) => applyCoupon(call.tx, call.params.id, call.body.code, writerOf(call)));
}
