// Mounts the endpoints of shops, for the public and for their merchant.
import type { FastifyInstance } from 'fastify';
import { youtubeIdOf } from '#domain/text/youtube.ts';
import { listProducts } from '../catalogue/product-list.ts';
import { deliveryName, isStoreOf, storeBySlug } from '../catalogue/store-detail.ts';
import { listStores } from '../catalogue/store-list.ts';
import { mount } from '../http/mount.ts';
import { metricsOfStore } from '../merchant/metrics.ts';
import { merchantStore } from '../merchant/store-reading.ts';
import { saveStore } from '../merchant/store-writing.ts';
import { countView } from '../requests/store-views.ts';
import { invalid, notFound } from '../runtime/errors.ts';

const PRODUCTS_PER_PAGE = 30;

export function storeRoutes(app: FastifyInstance): void {
  mount(app, 'stores.list', ({ tx, query, request }) => listStores(tx, query, request.url));

  mount(app, 'stores.bySlug', async ({ tx, params }) => {
    const store = await storeBySlug(tx, params.slug);
    if (!store) throw notFound();
    return store;
  });

  mount(app, 'stores.mine', ({ tx, params, actor }) => merchantStore(tx, params.id, actor.id));

  mount(app, 'stores.save', ({ tx, params, body, actor, ifMatch, now }) =>
    saveStore(tx, params.id, actor.id, body, ifMatch, now),
  );

  mount(app, 'stores.saveTiers', ({ tx, params, body, actor, ifMatch, now }) =>
    saveStore(tx, params.id, actor.id, body, ifMatch, now),
  );

  mount(app, 'stores.saveVideo', ({ tx, params, body, actor, ifMatch, now }) =>
    saveStore(tx, params.id, actor.id, { youtubeVideoId: videoIn(body.url) }, ifMatch, now),
  );

  mount(app, 'stores.products', async ({ tx, params, query, actor, request }) => {
    const isPublic = query.published === true;
    if (!(await isStoreOf(tx, params.id, isPublic ? null : (actor?.id ?? NOBODY)))) throw notFound();
    const list = { kind: isPublic ? ('store' as const) : ('own-store' as const), owner: params.id };
    return listProducts(tx, list, query, request.url, PRODUCTS_PER_PAGE);
  });

  mount(app, 'deliveryMethods.byType', async ({ tx, params: { shippingType } }) => ({
    '@id': `/delivery_methods/${shippingType}`,
    '@type': 'DeliveryMethod' as const,
    name: await deliveryName(tx, shippingType),
  }));

  mount(app, 'metrics.byStore', ({ tx, params, query, actor, now }) =>
    metricsOfStore(tx, params.id, actor.id, query.year, now),
  );

  mount(app, 'view.create', countView);
}

/** Owns no shop. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

function videoIn(url: string | null | undefined): string | null {
  if (url == null) return null;
  const id = youtubeIdOf(url);
  const message = url.trim() === '' ? 'URL Requise' : 'Vidéo YouTube inconnue.';
  if (id === null) throw invalid([{ propertyPath: 'url', message }]);
  return id;
}
