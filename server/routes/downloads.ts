// Serves the files that somebody bought, by links that end, and makes those links for their buyer.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mount } from '../http/mount.ts';
import { allowStyles } from '../plugins/security-headers.ts';
import { closedDownload, unknownDownload } from '../presenters/download-page.ts';
import { attachment } from '../runtime/attachment.ts';
import { DOWNLOADS, fetched, newLink } from '../sales/downloads.ts';

export function downloadLinkRoutes(app: FastifyInstance): void {
  mount(app, 'downloads.link', ({ tx, params, actor, market, now }) =>
    newLink(tx, market, { itemId: params.id, userId: actor.id, now }),
  );
}

/** A link is all it takes: a mail program has no token. */
export async function downloadRoutes(app: FastifyInstance): Promise<void> {
  app.get(DOWNLOADS, async ({ query }, reply) => {
    // In the query, which the log leaves out.
    const token = Reflect.get(Object(query), 'lien');
    const found = await fetched(app.market, typeof token === 'string' ? token : '', app.market.now());
    reply.header('cache-control', 'no-store, private').header('referrer-policy', 'no-referrer');
    if (found.found === 'file') return sendFile(reply, found.name, found.bytes);
    const page = found.found === 'nothing' ? unknownDownload() : closedDownload(found.found, found.orderId);
    allowStyles(reply, [page.styleHash]);
    return reply.status(page.status).type('text/html; charset=utf-8').send(page.html);
  });
}

/** Whole or not at all, and never as a page of ours, whatever is in it. */
const sendFile = (reply: FastifyReply, name: string, bytes: Buffer): FastifyReply =>
  reply
    .header('content-disposition', attachment(`${name}.pdf`))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'none')
    .type('application/pdf')
    .send(bytes);
