// Routes of single resources at the addresses used in answers.
import type { FastifyInstance } from 'fastify';
import { requireOwnAccount } from '../access/ownership.ts';
import { presentUser } from '../accounts/user.ts';
import { listCategories, listFeaturedCategories } from '../catalogue/categories.ts';
import { listEvents, listPages, listTerms, readConfiguration } from '../catalogue/content.ts';
import { listFeaturedProducts } from '../catalogue/featured-products.ts';
import { productById } from '../catalogue/product-detail.ts';
import { productReviewById, storeReviewById } from '../catalogue/reviews.ts';
import { isPlan, storeById } from '../catalogue/store-detail.ts';
import { mount } from '../http/mount.ts';
import { findEnteredCoupon } from '../merchant/coupon-writing.ts';
import { findDigitalFile } from '../merchant/digital-files.ts';
import { findPicture } from '../merchant/media-library.ts';
import { listVatRates } from '../merchant/product-reading.ts';
import { presentReview } from '../presenters/reviews.ts';
import { alertOf } from '../requests/availability-alerts.ts';
import { appointmentSentBy, estimateSentBy, messageSentBy } from '../requests/sent-requests.ts';
import { notFound } from '../runtime/errors.ts';
import { findCartItem } from '../sales/cart-reading.ts';
import { addCollectionCodes } from '../sales/collection-codes.ts';
import { readMerchantOrder } from '../sales/merchant-orders.ts';
import { findOwnPart, findPartOfItem } from '../sales/order-reading.ts';
import { findPushSubscription } from '../sales/push-subscriptions.ts';
import { readShopperOrder } from '../sales/shopper-orders.ts';

export function byAddressRoutes(app: FastifyInstance): void {
  catalogueRoutes(app);
  contentRoutes(app);
  shopperRoutes(app);
  merchantRoutes(app);
}

/** @throws 404 if undefined */
function found<T>(one: T | null | undefined): T {
  if (one === null || one === undefined) throw notFound();
  return one;
}

/** The member of a list with this id, ignoring its case. */
const inList = <T extends { '@id': string }>(list: T[], address: string): T =>
  found(list.find((one) => one['@id'].toLowerCase() === address.toLowerCase()));

function catalogueRoutes(app: FastifyInstance): void {
  mount(app, 'products.get', async ({ tx, params }) => found(await productById(tx, params.id)));
  mount(app, 'stores.get', async ({ tx, params }) => found(await storeById(tx, params.id)));
  mount(app, 'plans.get', async ({ tx, params: { name } }) => {
    if (!(await isPlan(tx, name))) throw notFound();
    return { '@id': `/plans/${encodeURIComponent(name)}`, '@type': 'Plan' as const, name };
  });
  mount(app, 'images.get', async ({ tx, params }) => found(await findPicture(tx, params.id)));
  mount(app, 'categories.get', async ({ tx, params }) => inList(await listCategories(tx), `/categories/${params.id}`));
  mount(app, 'featuredCategories.get', async ({ tx, params }) =>
    inList(await listFeaturedCategories(tx), `/featured_categories/${params.id}`),
  );
  mount(app, 'featuredProducts.get', async ({ tx, params }) =>
    inList(await listFeaturedProducts(tx, {}), `/featured_products/${params.id}`),
  );
  mount(app, 'productReviews.get', async ({ tx, params }) =>
    presentReview(found(await productReviewById(tx, params.id)), 'ProductReview'),
  );
  mount(app, 'storeReviews.get', async ({ tx, params }) =>
    presentReview(found(await storeReviewById(tx, params.id)), 'StoreReview'),
  );
  mount(app, 'availability.get', async ({ tx, params }) => found(await alertOf(tx, params.id)));
}

function contentRoutes(app: FastifyInstance): void {
  mount(app, 'events.get', async ({ tx, params }) => inList(await listEvents(tx), `/events/${params.id}`));
  mount(app, 'pages.get', async ({ tx, params }) => inList(await listPages(tx), `/pages/${params.id}`));
  mount(app, 'terms.get', async ({ tx, params }) => inList(await listTerms(tx), `/term_and_conditions/${params.id}`));
  mount(app, 'configurations.get', async ({ tx, params, market }) =>
    inList(await readConfiguration(tx, market.env), `/configurations/${params.name}`),
  );
}

function shopperRoutes(app: FastifyInstance): void {
  mount(app, 'cartItems.get', async ({ tx, params, actor, now }) =>
    found(await findCartItem(tx, params.id, actor?.id ?? null, now)),
  );
  mount(app, 'coupons.entered', async ({ tx, params }) => found(await findEnteredCoupon(tx, params.id)));
  mount(app, 'users.get', async ({ params, actor }) => {
    requireOwnAccount(params.id, actor.id);
    return presentUser(actor);
  });
  mount(app, 'storeOrders.bought', async ({ tx, params, actor, market, now }) => {
    const part = found(await findOwnPart(tx, params.id, actor.id));
    const order = addCollectionCodes(
      await readShopperOrder(market, part.orderId, actor.id, now),
      app.collectionKeys,
      now,
    );
    return found(order.storeOrders.find(({ id }) => id === params.id));
  });
  mount(app, 'storeOrderItems.bought', async ({ tx, params, actor, market, now }) => {
    const part = found(await findPartOfItem(tx, params.id));
    const order = await readShopperOrder(market, part.orderId, actor.id, now);
    return inList(
      order.storeOrders.flatMap(({ items }) => items),
      `/store_order_items/${params.id}`,
    );
  });
  mount(app, 'messages.sent', async ({ tx, params, actor }) => found(await messageSentBy(tx, params.id, actor.id)));
  mount(app, 'estimates.sent', async ({ tx, params, actor }) => found(await estimateSentBy(tx, params.id, actor.id)));
  mount(app, 'appointments.sent', async ({ tx, params, actor }) =>
    found(await appointmentSentBy(tx, params.id, actor.id)),
  );
}

function merchantRoutes(app: FastifyInstance): void {
  mount(app, 'vatRates.get', async ({ tx, params }) => inList(await listVatRates(tx), `/vat_rates/${params.id}`));
  mount(app, 'dematerializedFiles.get', async ({ tx, params, actor }) =>
    found(await findDigitalFile(tx, params.id, actor.id)),
  );
  mount(app, 'pushSubscriptions.get', async ({ tx, params, actor }) =>
    found(await findPushSubscription(tx, params.id, actor.id)),
  );
  mount(app, 'collectionKeys.get', async ({ params }) =>
    inList(app.collectionKeys.publicKeys, `/collection_keys/${params.name}`),
  );
  mount(app, 'storeOrderItems.sold', async ({ tx, params, actor }) => {
    const part = found(await findPartOfItem(tx, params.id));
    const { items } = await readMerchantOrder(tx, part.id, actor.id);
    return inList(items, `/store_order_items/${params.id}`);
  });
}
