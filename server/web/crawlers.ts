// Serves what crawlers read first: robots.txt and the sitemaps.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { inTime } from '../runtime/time-limit.ts';
import { partPath, publicAddresses, robotsText, SITEMAP, sitemapFiles } from './sitemap.ts';

/** Milliseconds for which the addresses of the market are not read again. */
const FRESH_FOR_MS = 60_000;
const ONE_HOUR = 3600;

type Files = Map<string, string>;

/** While the addresses cannot be read, the last files are sent again. */
export function crawlerRoutes(app: FastifyInstance): void {
  const { db, env } = app.market;
  const cache = new LRUCache<'files', Files>({
    max: 1,
    ttl: FRESH_FOR_MS,
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async () => sitemapFiles(env.publicUrl, await publicAddresses(db)),
  });
  const files = async () => {
    try {
      return await inTime(env, cache.forceFetch('files', { allowStale: false }));
    } catch (failure) {
      const last = cache.get('files');
      if (last) return last;
      throw failure;
    }
  };
  const send = async (reply: FastifyReply, path: string) => {
    const text = (await files()).get(path);
    if (text === undefined) return reply.callNotFound();
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', `public, max-age=${ONE_HOUR}`)
      .send(text);
  };
  app.get(SITEMAP, (_request, reply) => send(reply, SITEMAP));
  app.get<{ Params: { number: string } }>('/sitemap-:number(^[1-9][0-9]{0,3}$).xml', (request, reply) =>
    send(reply, partPath(Number(request.params.number))),
  );
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${ONE_HOUR}`)
      .send(robotsText(env.publicUrl)),
  );
}
