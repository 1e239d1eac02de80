// Compresses the answers of the API. Guarantee: an answer to a POST is sent as it is, since it may carry a session's tokens.
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Called inside the scope of the API, before its routes. Event streams are not compressed: the plugin leaves them out. */
export async function compressAnswers(api: FastifyInstance): Promise<void> {
  api.addHook('onRoute', (route) => {
    if (route.method === 'POST') route.compress = false;
  });
  await api.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
}
