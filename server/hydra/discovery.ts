// Hydra discovery: entry point, documentation and contexts, under the API's address.
import type { FastifyInstance } from 'fastify';
import { API, apiOrigin } from '../plugins/api-headers.ts';
import { sendCacheable } from '../plugins/json-ld.ts';
import { contexts, documentation, entryPoint } from './documentation.ts';

/** Called inside the API scope. */
export function discoveryRoutes(api: FastifyInstance): void {
  const origin = apiOrigin(api.market.env);
  const known = contexts(origin);
  const documents: [url: string, document: object][] = [
    ['/', entryPoint(API)],
    ['/docs.jsonld', documentation(API, origin, 'Étal')],
    ...[...known].map(([kind, context]) => [`/contexts/${kind}`, context] as [string, object]),
  ];
  for (const [url, document] of documents) {
    api.get(url, async (request, reply) => sendCacheable(request, reply, document));
  }
}
