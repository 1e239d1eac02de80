// Picture files: serves them and creates each size at its first request. Guarantee: 404 if a size cannot be created.
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createPictureSizes } from '../services/picture-sizes.ts';
import { IMAGES_PREFIX, type Storage } from '../services/storage.ts';

export async function servePictures(app: FastifyInstance, { storage }: { storage: Storage }): Promise<void> {
  const sizes = createPictureSizes(storage);
  app.addHook<{ Params: { '*'?: string } }>('preHandler', async ({ params, log }) => {
    const file = params['*'] ?? '';
    await sizes.prepare(file).catch((error: unknown) => log.error({ err: error, file }, 'picture not made'));
  });
  await app.register(fastifyStatic, {
    root: storage.imagesFolder,
    prefix: IMAGES_PREFIX,
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // A file never changes under its name, so nothing is ever revalidated.
    etag: false,
    lastModified: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
}
