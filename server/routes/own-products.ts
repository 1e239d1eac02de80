// Mounts the endpoints of a merchant's products.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { addDigitalFile } from '../merchant/digital-files.ts';
import { requireOwnProduct, requireOwnStore } from '../merchant/own-rows.ts';
import { allVatRates, merchantProduct, ownProductsOf } from '../merchant/product-reading.ts';
import { createProduct, deleteProduct, setPublished, updateProduct } from '../merchant/product-writing.ts';
import { exportProducts } from '../merchant/table/export.ts';
import { importProducts } from '../merchant/table/import.ts';
import { collectionOf, pageAsked } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { refuseNoPdf } from '../services/sent-pdfs.ts';

const PRODUCTS_PER_PAGE = 30;

export function ownProductRoutes(app: FastifyInstance): void {
  mount(app, 'vatRates.list', async ({ tx }) => collectionOf('/vat_rates', await allVatRates(tx)));

  mount(app, 'stores.ownProducts', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return ownProductsOf(tx, params.id, query, request.url, pageAsked(query, PRODUCTS_PER_PAGE));
  });

  mount(
    app,
    'dematerializedFiles.upload',
    async ({ tx, file, actor, now, market }) => {
      if (!file) throw notFound();
      return addDigitalFile(tx, actor.id, file, market.storage, now);
    },
    async ({ file }) => {
      if (file) refuseNoPdf(file.bytes);
    },
  );

  mount(app, 'products.export', async ({ tx, params, actor, now }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return exportProducts(tx, params.id, now);
  });

  mount(app, 'products.import', async ({ tx, params, body, actor, now }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return importProducts(tx, params.id, body, now);
  });

  mount(app, 'products.mine', async ({ tx, params, actor }) => {
    await requireOwnProduct(tx, params.id, actor.id);
    return merchantProduct(tx, params.id);
  });

  mount(app, 'products.create', ({ tx, body, actor, now }) => createProduct(tx, actor.id, body, now));

  mount(app, 'products.update', ({ tx, params, body, actor, ifMatch }) =>
    updateProduct(tx, params.id, actor.id, body, ifMatch),
  );

  mount(app, 'products.publish', ({ tx, params, actor }) => setPublished(tx, params.id, actor.id, true));
  mount(app, 'products.disable', ({ tx, params, actor }) => setPublished(tx, params.id, actor.id, false));

  mount(app, 'products.delete', async ({ tx, params, actor, now, ifMatch }) => {
    await deleteProduct(tx, params.id, actor.id, now, ifMatch);
    return undefined;
  });
}
