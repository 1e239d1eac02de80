// Serves what crawlers read first: robots.txt and the sitemaps.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { inTime } from '../runtime/time-limit.ts';
import { partPath, publicAddresses, robotsText, SITEMAP, sitemapFiles } from './sitemap.ts';

/** Milliseconds for which the addresses of the market are not read again: whoever asks often costs nothing. */
const FRESH_FOR_MS = 60_000;
const ONE_HOUR = 3600;

type Files = Map<string, string>;

/** What crawlers read first: where they may go, and what there is; what was told last while it cannot be read again. */
export function crawlerRoutes(app: FastifyInstance): void {
  const { db, env } = app.market;
  let kept: { files: Promise<Files>; until: number } | null = null;
  let last: Files | null = null;
  const read = async () => {
    last = sitemapFiles(env.publicUrl, await publicAddresses(db));
    return last;
  };
  const files = async () => {
    const now = performance.now();
    if (!kept || kept.until < now) kept = { files: read(), until: now + FRESH_FOR_MS };
    const asked = kept;
    try {
      return await inTime(env, asked.files);
    } catch (failure) {
      if (kept === asked) kept = null;
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
