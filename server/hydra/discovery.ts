// Serves what a standard JSON-LD client needs to find its way: the entry point, the documentation and the contexts under the
// API's address, the context in each answer, and the addresses that stand in answers. Those are paths under the API
// ('/products/…'), which a standard client resolves against the site itself: asked for there as JSON-LD they lead to where
// they are.
// Guarantees: nothing is answered here that the API does not answer to the same caller; pages of the site are untouched.
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Collection, mediaType } from '#contract/hydra.ts';
import { served } from '#contract/served.ts';
import { categories, events, products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/shops.ts';
import { API, apiOrigin } from '../plugins/api-headers.ts';
import { addressOf } from '../plugins/before-routes.ts';
import { sendKept, sendRefusal } from '../plugins/json-ld.ts';
import { INSIDE } from '../plugins/rate-limits.ts';
import { notFound } from '../runtime/errors.ts';
import { inTime } from '../runtime/time-limit.ts';
import { contexts, documentation, entryPoint } from './documentation.ts';
import { resources } from './vocabulary.ts';

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

/** Those that change something are called on purpose only. */
const readable = (Object.values(served) as Endpoint[])
  .filter(({ method, offline }) => method === 'GET' && offline !== 'online')
  .map(({ path, access }) => ({ access, pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`) }));

/** Things that have a name of their own in the addresses that anyone may ask for. */
const slugs = new Map<string, typeof products | typeof stores | typeof events | typeof categories>([
  ['/categories', categories],
  ['/products', products],
  ['/stores', stores],
  ['/events', events],
]);
const ofOne = /^(\/[a-z_]+)\/([A-Za-z0-9-]{1,60})$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For the whole site; a browser that opens a page asks for text/html. */
export function followIdentifiers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { accept = '', authorization } = request.headers;
    if (!/^(GET|HEAD)$/.test(request.method) || !accept.includes(mediaType) || accept.includes('text/html')) return;
    const address = addressOf(request);
    if (!address || address.pathname === API || address.pathname.startsWith(`${API}/`)) return;
    const { pathname, search } = address;
    const isRead = readable.some(({ access, pattern }) => {
      return pattern.test(pathname) && (access === 'public' || authorization !== undefined);
    });
    const [, list = '', id = ''] = ofOne.exec(pathname) ?? [];
    // By a slug it is an address of the site.
    const isNamed = resources.some(({ path }) => path === list) && (uuid.test(id) || !slugs.has(list));
    if (!isRead && !isNamed) return;
    reply.header('vary', 'Accept, Authorization').header('x-api', '1').header('cache-control', 'no-store');
    if (isRead) return reply.redirect(API + pathname + search, 307);
    return sendOne(app, list, id, request, reply);
  });
}

/** Where the API gives a thing only by its slug, or only within its list. */
async function sendOne(app: FastifyInstance, list: string, id: string, request: FastifyRequest, reply: FastifyReply) {
  const { db, env } = app.market;
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({
      method: 'GET',
      url,
      headers: { accept: mediaType },
      remoteAddress: INSIDE,
    });
    return statusCode === 200 ? (JSON.parse(body) as object) : null;
  };
  const table = slugs.get(list);
  let found: object | null | undefined;
  if (table) {
    const rows = await inTime(env, db.select({ slug: table.slug }).from(table).where(eq(table.id, id)));
    found = rows[0] && (await ask(`${API}${list}/by_slug/${rows[0].slug}`));
  } else {
    const all = (await ask(API + list)) as (Collection<{ '@id': string }> & { '@context': string }) | null;
    const one = all?.['hydra:member'].find((member) => member['@id'] === `${list}/${id}`);
    found = one && { '@context': all?.['@context'], ...one };
  }
  if (!found) return sendRefusal(notFound(), reply);
  return sendKept(request, reply, found);
}
