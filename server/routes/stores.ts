// Mounts the endpoints of shops, for the public and for their merchant.
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { parisDay } from '#domain/dates.ts';
import { SHIPPING_LABELS } from '#domain/shipping.ts';
import { ownStore } from '../access/ownership.ts';
import { idOf, isUuid, listProducts } from '../catalogue/product-list.ts';
import { listStores } from '../catalogue/store-list.ts';
import { deliveryMethods } from '../db/schema/content.ts';
import { views } from '../db/schema/requests.ts';
import { stores } from '../db/schema/shops.ts';
import { mount } from '../http/mount.ts';
import { merchantStore } from '../merchant/store-reading.ts';
import { saveStore } from '../merchant/store-writing.ts';
import { presentStore, storeColumns } from '../presenters/stores.ts';
import { notFound } from '../runtime/errors.ts';

const PRODUCTS_PER_PAGE = 30;

export function storeRoutes(app: FastifyInstance): void {
  mount(app, 'stores.list', ({ tx, query, request }) => listStores(tx, query, request.url));

  mount(app, 'stores.bySlug', async ({ tx, params }) => {
    const [row] = await tx
      .select(storeColumns)
      .from(stores)
      .where(and(eq(stores.slug, params.slug), eq(stores.published, true)));
    if (!row) throw notFound();
    return presentStore(row);
  });

  mount(app, 'stores.mine', ({ tx, params, actor }) => merchantStore(tx, params.id, actor.id));

  mount(app, 'stores.save', ({ tx, params, body, actor, ifMatch, now }) =>
    saveStore(tx, params.id, actor.id, body, ifMatch, now),
  );

  mount(app, 'stores.products', async ({ tx, params, query, actor, request }) => {
    const isPublic = query.published === true;
    const [store] = await tx
      .select({ id: stores.id })
      .from(stores)
      .where(and(eq(stores.id, params.id), isPublic ? eq(stores.published, true) : ownStore(actor?.id ?? NOBODY)));
    if (!store) throw notFound();
    const list = { kind: isPublic ? ('store' as const) : ('own-store' as const), owner: params.id };
    return listProducts(tx, list, query, request.url, PRODUCTS_PER_PAGE);
  });

  mount(app, 'deliveryMethods.byType', async ({ tx, params: { shippingType } }) => {
    const [named] = await tx.select().from(deliveryMethods).where(eq(deliveryMethods.shippingType, shippingType));
    return {
      '@id': `/delivery_methods/${shippingType}`,
      '@type': 'DeliveryMethod' as const,
      name: named?.name ?? SHIPPING_LABELS[shippingType],
    };
  });

  mount(app, 'view.create', async ({ tx, body, now }) => {
    const storeId = idOf(body.store);
    const [store] = isUuid(storeId)
      ? await tx.select({ id: stores.id }).from(stores).where(eq(stores.id, storeId))
      : [];
    if (!store) throw notFound();
    // One visitor counts once a day and shop, however often the page is opened.
    await tx
      .insert(views)
      .values({ uniqueId: body.uniqueId.toLowerCase(), type: body.type, storeId, day: parisDay(now) })
      .onConflictDoNothing();
    return undefined;
  });
}

/** Owns no shop. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
