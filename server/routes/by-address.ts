// Mounts the endpoints that answer one thing by the address that stands in answers.
import type { FastifyInstance } from 'fastify';
import { requireOwnAccount } from '../access/ownership.ts';
import { accountOf } from '../accounts/impersonation.ts';
import { presentUser } from '../accounts/user.ts';
import { allCategories, allFeaturedCategories } from '../catalogue/categories.ts';
import { allPages, allTerms, configurationOf, eventsOf } from '../catalogue/content.ts';
import { listFeaturedProducts } from '../catalogue/featured-products.ts';
import { productById } from '../catalogue/product-detail.ts';
import { productReviewById, storeReviewById } from '../catalogue/reviews.ts';
import { isPlan, storeById } from '../catalogue/store-detail.ts';
import { mount } from '../http/mount.ts';
import { enteredCoupon } from '../merchant/coupon-writing.ts';
import { digitalFileOf } from '../merchant/digital-files.ts';
import { pictureOf } from '../merchant/media-library.ts';
import { allVatRates } from '../merchant/product-reading.ts';
import { presentReview } from '../presenters/reviews.ts';
import { alertOf } from '../requests/availability-alerts.ts';
import { appointmentSentBy, estimateSentBy, messageSentBy } from '../requests/sent-requests.ts';
import { notFound } from '../runtime/errors.ts';
import { cartItemOf } from '../sales/cart-reading.ts';
import { withCodes } from '../sales/collection-codes.ts';
import { orderOfMerchant } from '../sales/merchant-orders.ts';
import { partOfBuyer, partOfItem } from '../sales/order-reading.ts';
import { pushSubscriptionOf } from '../sales/push-subscriptions.ts';
import { orderOfShopper } from '../sales/shopper-orders.ts';

export function byAddressRoutes(app: FastifyInstance): void {
  catalogueRoutes(app);
  contentRoutes(app);
  shopperRoutes(app);
  merchantRoutes(app);
}

/** What was found, else 404. */
function found<T>(one: T | null | undefined): T {
  if (one === null || one === undefined) throw notFound();
  return one;
}

/** The one of a list, however the case of its id is written. */
const inList = <T extends { '@id': string }>(list: T[], address: string): T =>
  found(list.find((one) => one['@id'].toLowerCase() === address.toLowerCase()));

function catalogueRoutes(app: FastifyInstance): void {
  mount(app, 'products.get', async ({ tx, params }) => found(await productById(tx, params.id)));
  mount(app, 'stores.get', async ({ tx, params }) => found(await storeById(tx, params.id)));
  mount(app, 'plans.get', async ({ tx, params: { name } }) => {
    if (!(await isPlan(tx, name))) throw notFound();
    return { '@id': `/plans/${encodeURIComponent(name)}`, '@type': 'Plan' as const, name };
  });
  mount(app, 'images.get', async ({ tx, params }) => found(await pictureOf(tx, params.id)));
  mount(app, 'categories.get', async ({ tx, params }) => inList(await allCategories(tx), `/categories/${params.id}`));
  mount(app, 'featuredCategories.get', async ({ tx, params }) =>
    inList(await allFeaturedCategories(tx), `/featured_categories/${params.id}`),
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
  mount(app, 'events.get', async ({ tx, params }) => inList(await eventsOf(tx), `/events/${params.id}`));
  mount(app, 'pages.get', async ({ tx, params }) => inList(await allPages(tx), `/pages/${params.id}`));
  mount(app, 'terms.get', async ({ tx, params }) => inList(await allTerms(tx), `/term_and_conditions/${params.id}`));
  mount(app, 'configurations.get', async ({ tx, params, market }) =>
    inList(await configurationOf(tx, market.env), `/configurations/${params.name}`),
  );
}

function shopperRoutes(app: FastifyInstance): void {
  mount(app, 'cartItems.get', async ({ tx, params, actor, now }) =>
    found(await cartItemOf(tx, params.id, actor?.id ?? null, now)),
  );
  mount(app, 'coupons.entered', async ({ tx, params }) => found(await enteredCoupon(tx, params.id)));
  mount(app, 'users.get', async ({ params, actor }) => {
    requireOwnAccount(params.id, actor.id);
    return presentUser(actor);
  });
  mount(app, 'storeOrders.bought', async ({ tx, params, actor, market, now }) => {
    const part = found(await partOfBuyer(tx, params.id, actor.id));
    const order = withCodes(await orderOfShopper(market, part.orderId, actor.id, now), app.collectionKeys, now);
    return found(order.storeOrders.find(({ id }) => id === params.id));
  });
  mount(app, 'storeOrderItems.bought', async ({ tx, params, actor, market, now }) => {
    const part = found(await partOfItem(tx, params.id));
    const order = await orderOfShopper(market, part.orderId, actor.id, now);
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
  mount(app, 'vatRates.get', async ({ tx, params }) => inList(await allVatRates(tx), `/vat_rates/${params.id}`));
  mount(app, 'dematerializedFiles.get', async ({ tx, params, actor }) =>
    found(await digitalFileOf(tx, params.id, actor.id)),
  );
  mount(app, 'pushSubscriptions.get', async ({ tx, params, actor }) =>
    found(await pushSubscriptionOf(tx, params.id, actor.id)),
  );
  mount(app, 'collectionKeys.get', async ({ params }) =>
    inList(app.collectionKeys.publicKeys, `/collection_keys/${params.name}`),
  );
  mount(app, 'storeOrderItems.sold', async ({ tx, params, actor }) => {
    const part = found(await partOfItem(tx, params.id));
    const { items } = await orderOfMerchant(tx, part.id, actor.id);
    return inList(items, `/store_order_items/${params.id}`);
  });
  mount(app, 'administration.account', async ({ tx, params }) => found(await accountOf(tx, params.id)));
}
