// Product routes of merchants.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { addDigitalFile } from '../merchant/digital-files.ts';
import { requireOwnProduct, requireOwnStore } from '../merchant/own-rows.ts';
import { listOwnProducts, listVatRates, readMerchantProduct } from '../merchant/product-reading.ts';
import { createProduct, deleteProduct, setProductPublished, updateProduct } from '../merchant/product-writing.ts';
import { exportProducts } from '../merchant/table/export.ts';
import { importProducts } from '../merchant/table/import.ts';
import { presentCollection, requestedPage } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { requirePdf } from '../services/sent-pdfs.ts';

const PRODUCTS_PER_PAGE = 30;

export function ownProductRoutes(app: FastifyInstance): void {
  mount(app, 'vatRates.list', async ({ tx }) => presentCollection('/vat_rates', await listVatRates(tx)));

  mount(app, 'stores.ownProducts', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return listOwnProducts(tx, params.id, query, requestedPage(request.url, query, PRODUCTS_PER_PAGE));
  });

  mount(
    app,
    'dematerializedFiles.upload',
    async (call) => {
      if (!call.file) throw notFound();
      return addDigitalFile(call, call.file, call.market.storage);
    },
    async ({ file }) => {
      if (file) requirePdf(file.bytes);
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
    return readMerchantProduct(tx, params.id);
  });

  mount(app, 'products.create', (call) => createProduct(call, call.body));

  mount(app, 'products.update', (call) => updateProduct(call, call.params.id, call.body));

  mount(app, 'products.publish', (call) => setProductPublished(call, call.params.id, true));
  mount(app, 'products.disable', (call) => setProductPublished(call, call.params.id, false));

  mount(app, 'products.delete', async (call) => {
    await deleteProduct(call, call.params.id);
    return undefined;
  });
}
