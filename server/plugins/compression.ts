// Response compression of the API. Guarantee: answers to POST are never compressed, since they may contain session
// tokens.
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Called inside the API scope, before its routes. The plugin skips event streams. */
export async function compressAnswers(api: FastifyInstance): Promise<void> {
  api.addHook('onRoute', (route) => {
    if (route.method === 'POST') route.compress = false;
  });
  await api.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
}
