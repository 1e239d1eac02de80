// Picture routes of merchants.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { addPicture, listPictures, removePicture, requireQuota, setCaption } from '../merchant/media-library.ts';
import { requireOwnStore } from '../merchant/own-rows.ts';
import { requestedPage } from '../presenters/collection.ts';
import { invalid, notFound } from '../runtime/errors.ts';
import { storeUpload } from '../services/sent-pictures.ts';

const PICTURES_PER_PAGE = 100;

export function mediaRoutes(app: FastifyInstance): void {
  mount(
    app,
    'images.upload',
    async (call) => {
      if (!call.file) throw notFound();
      return addPicture(call, call.file, call.body.caption ?? '');
    },
    async ({ body, file, actor, market }) => {
      if (!file || (body.sha256 ?? file.sha256) !== file.sha256) {
        throw invalid([
          { propertyPath: 'file[0]', message: 'Cette image est arrivée abîmée\u00a0: envoyez-la de nouveau.' },
        ]);
      }
      if (actor?.ownedStore) await requireQuota(market.db, actor.ownedStore, file.bytes);
      await storeUpload(file.bytes, file.sha256, market.storage);
    },
  );

  mount(app, 'images.caption', ({ tx, params, body, actor }) => setCaption(tx, params.id, actor.id, body.caption));

  mount(app, 'images.delete', async ({ tx, params, actor, now }) => {
    await removePicture(tx, params.id, actor.id, now);
    return undefined;
  });

  mount(app, 'stores.availableImages', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    const order = query['order[createdAt]'] ?? 'DESC';
    return listPictures(tx, params.id, order, requestedPage(request.url, query, PICTURES_PER_PAGE));
  });
}
