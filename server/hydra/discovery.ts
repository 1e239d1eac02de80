// Serves what a standard JSON-LD client needs to find its way: the entry point, the documentation and the contexts under the
// API's address.
import type { FastifyInstance } from 'fastify';
import { API, apiOrigin } from '../plugins/api-headers.ts';
import { sendKept } from '../plugins/json-ld.ts';
import { contexts, documentation, entryPoint } from './documentation.ts';

/** Called inside the scope of the API. */
export function discoveryRoutes(api: FastifyInstance): void {
  const origin = apiOrigin(api.market.env);
  const known = contexts(origin);
  const documents: [url: string, document: object][] = [
    ['/', entryPoint(API)],
    ['/docs.jsonld', documentation(API, origin, 'Étal')],
    ...[...known].map(([kind, context]) => [`/contexts/${kind}`, context] as [string, object]),
  ];
  for (const [url, document] of documents) {
    api.get(url, async (request, reply) => sendKept(request, reply, document));
  }
}
