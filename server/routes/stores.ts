// Store routes, for the public and for merchants.
import type { FastifyInstance } from 'fastify';
import { youtubeIdOf } from '#domain/text/youtube.ts';
import { listProducts } from '../catalogue/product-list.ts';
import { deliveryName, isStoreOf, storeBySlug } from '../catalogue/store-detail.ts';
import { listStores } from '../catalogue/store-list.ts';
import { mount } from '../http/mount.ts';
import { readMetrics } from '../merchant/metrics.ts';
import { readMerchantStore } from '../merchant/store-reading.ts';
import { saveStore } from '../merchant/store-writing.ts';
import { requestedPage } from '../presenters/collection.ts';
import { countView } from '../requests/store-views.ts';
import { invalid, notFound } from '../runtime/errors.ts';
import { readCollectionSlots } from '../sales/slots.ts';

const PRODUCTS_PER_PAGE = 30;

export function storeRoutes(app: FastifyInstance): void {
  mount(app, 'stores.list', ({ tx, query, request }) => listStores(tx, query, request.url));

  mount(app, 'stores.bySlug', async ({ tx, params }) => {
    const store = await storeBySlug(tx, params.slug);
    if (!store) throw notFound();
    return store;
  });

  mount(app, 'stores.mine', async ({ tx, params, actor }) => {
    const store = await readMerchantStore(tx, params.id, actor.id);
    return actor.storeRole === 'owner' ? store : { ...store, sMoneyAccount: null };
  });

  mount(app, 'stores.save', (call) => saveStore(call, call.params.id, call.body));

  mount(app, 'stores.saveTiers', (call) => saveStore(call, call.params.id, call.body));

  mount(app, 'stores.saveVideo', (call) =>
    saveStore(call, call.params.id, { youtubeVideoId: parseVideoUrl(call.body.url) }),
  );

  mount(app, 'stores.products', async ({ tx, params, query, actor, request }) => {
    const isPublic = query.published === true;
    if (!(await isStoreOf(tx, params.id, isPublic ? null : (actor?.id ?? NO_MERCHANT)))) throw notFound();
    const list = { kind: isPublic ? ('store' as const) : ('own-store' as const), owner: params.id };
    return listProducts(tx, list, query, requestedPage(request.url, query, PRODUCTS_PER_PAGE));
  });

  mount(app, 'stores.collectionSlots', ({ tx, params, now }) => readCollectionSlots(tx, params.id, now));

  mount(app, 'deliveryMethods.byType', async ({ tx, params: { shippingType } }) => ({
    '@id': `/delivery_methods/${shippingType}`,
    '@type': 'DeliveryMethod' as const,
    name: await deliveryName(tx, shippingType),
  }));

  mount(app, 'metrics.byStore', (call) => readMetrics(call, call.params.id, call.query.year));

  mount(app, 'view.create', countView);
}

/** Matches no store. */
const NO_MERCHANT = '00000000-0000-0000-0000-000000000000';

function parseVideoUrl(url: string | null | undefined): string | null {
  if (url == null) return null;
  const id = youtubeIdOf(url);
  const message = url.trim() === '' ? 'URL Requise' : 'Vidéo YouTube inconnue.';
  if (id === null) throw invalid([{ propertyPath: 'url', message }]);
  return id;
}
