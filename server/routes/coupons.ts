// Coupon routes of merchants.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { createCoupon, listCoupons, readCoupon, updateCoupon } from '../merchant/coupon-writing.ts';
import { requireOwnStore } from '../merchant/own-rows.ts';
import { requestedPage } from '../presenters/collection.ts';

const COUPONS_PER_PAGE = 30;

export function couponRoutes(app: FastifyInstance): void {
  mount(app, 'coupons.ofStore', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return listCoupons(tx, params.id, requestedPage(request.url, query, COUPONS_PER_PAGE));
  });

  mount(app, 'coupons.get', ({ tx, params, actor }) => readCoupon(tx, params.id, actor.id));

  mount(app, 'coupons.create', (call) => createCoupon(call, call.body));

  mount(app, 'coupons.update', (call) => updateCoupon(call, call.params.id, call.body));
}
