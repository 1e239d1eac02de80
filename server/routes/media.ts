// Mounts the endpoints of a merchant's pictures.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { addPicture, picturesOf, removePicture, requireRoom, setCaption } from '../merchant/media-library.ts';
import { requireOwnStore } from '../merchant/own-rows.ts';
import { pageAsked } from '../presenters/collection.ts';
import { invalid, notFound } from '../runtime/errors.ts';
import { keepPicture } from '../services/sent-pictures.ts';

const PICTURES_PER_PAGE = 100;

export function mediaRoutes(app: FastifyInstance): void {
  mount(
    app,
    'images.upload',
    async ({ tx, body, file, actor, now }) => {
      if (!file) throw notFound();
      return addPicture(tx, actor.id, file, body.caption ?? '', now);
    },
    async ({ body, file, actor, market }) => {
      if (!file || (body.sha256 ?? file.sha256) !== file.sha256) {
        throw invalid([
          { propertyPath: 'file[0]', message: 'Cette image est arrivée abîmée\u00a0: envoyez-la de nouveau.' },
        ]);
      }
      if (actor?.ownedStore) await requireRoom(market.db, actor.ownedStore, file.bytes);
      await keepPicture(file.bytes, file.sha256, market.storage);
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
    return picturesOf(tx, params.id, order, request.url, pageAsked(query, PICTURES_PER_PAGE));
  });
}
