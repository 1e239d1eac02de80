// Picture files: serves them and creates each size at its first request. Guarantee: 404 if a size cannot be created, but
// 503 if the storage does not answer.
import type { FastifyInstance } from 'fastify';
import { StorageUnreachable } from '../runtime/errors.ts';
import { IMAGES_PREFIX } from '../services/picture-names.ts';
import { createPictureSizes } from '../services/picture-sizes.ts';
import type { Storage } from '../services/storage.ts';
import { sendNoFile } from './framework-errors.ts';

export function servePictures(app: FastifyInstance, storage: Storage): void {
  const sizes = createPictureSizes(storage);
  app.get<{ Params: { file: string } }>(`${IMAGES_PREFIX}:file`, async ({ params: { file }, log }, reply) => {
    const bytes = await sizes.read(file).catch((error: unknown) => {
      if (error instanceof StorageUnreachable) throw error;
      log.error({ err: error, file }, 'picture not made');
      return null;
    });
    if (!bytes) return sendNoFile(reply);
    // A file never changes under its name, so nothing is ever revalidated.
    return reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(bytes);
  });
}
