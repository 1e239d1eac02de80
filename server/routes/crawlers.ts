import type { FastifyInstance, FastifyReply } from 'fastify';
import { partPath, publicAddresses, robotsText, SITEMAP, sitemapFiles } from '#server/web/sitemap.ts';

/** Milliseconds for which the addresses of the market are not read again: whoever asks often costs nothing. */
const FRESH_FOR_MS = 60_000;
const ONE_HOUR = 3600;

/** What crawlers read first: where they may go, and what there is. */
export function crawlerRoutes(app: FastifyInstance): void {
  const { db, env } = app.market;
  let kept: { files: Promise<Map<string, string>>; until: number } | null = null;
  const files = () => {
    const now = performance.now();
    if (!kept || kept.until < now) {
      const read = publicAddresses(db).then((addresses) => sitemapFiles(env.publicUrl, addresses));
      read.catch(() => {
        kept = null;
      });
      kept = { files: read, until: now + FRESH_FOR_MS };
    }
    return kept.files;
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
