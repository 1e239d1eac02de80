// Crawler routes: robots.txt and sitemaps.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { withReadTimeout } from '../runtime/time-limit.ts';
import { createRobotsText, createSitemapFiles, listPublicAddresses, SITEMAP, sitemapPartPath } from './sitemap.ts';

/** Cache time of public addresses, in milliseconds. */
const TTL_MS = 60_000;
const ONE_HOUR = 3600;

type CrawlerFiles = Map<string, string>;

/** If the addresses cannot be read, the last files are served. */
export function crawlerRoutes(app: FastifyInstance): void {
  const { db, env } = app.market;
  const cache = new LRUCache<'files', CrawlerFiles>({
    max: 1,
    ttl: TTL_MS,
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async () => createSitemapFiles(env.publicUrl, await listPublicAddresses(db)),
  });
  const files = async () => {
    try {
      return await withReadTimeout(env, cache.forceFetch('files', { allowStale: false }));
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
    send(reply, sitemapPartPath(Number(request.params.number))),
  );
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${ONE_HOUR}`)
      .send(createRobotsText(env.publicUrl)),
  );
}
