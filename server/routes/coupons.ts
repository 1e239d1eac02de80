// Mounts the endpoints of a merchant's coupons.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { couponOf, couponsOf, createCoupon, updateCoupon } from '../merchant/coupon-writing.ts';
import { requireOwnStore } from '../merchant/own-rows.ts';
import { pageAsked } from '../presenters/collection.ts';

const COUPONS_PER_PAGE = 30;

export function couponRoutes(app: FastifyInstance): void {
  mount(app, 'coupons.ofStore', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return couponsOf(tx, params.id, request.url, pageAsked(query, COUPONS_PER_PAGE));
  });

  mount(app, 'coupons.get', ({ tx, params, actor }) => couponOf(tx, params.id, actor.id));

  mount(app, 'coupons.create', ({ tx, body, actor, now }) => createCoupon(tx, actor.id, body, now));

  mount(app, 'coupons.update', ({ tx, params, body, actor, ifMatch, now }) =>
    updateCoupon(tx, params.id, actor.id, body, ifMatch, now),
  );
}
