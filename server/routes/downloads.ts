// Download routes: files of purchases, by links that expire.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mount } from '../http/mount.ts';
import { allowStyles } from '../plugins/security-headers.ts';
import { closedDownload, unknownDownload } from '../presenters/download-page.ts';
import { contentDisposition } from '../runtime/attachment.ts';
import { createLink, DOWNLOADS_PATH, openLink } from '../sales/downloads.ts';

export function downloadLinkRoutes(app: FastifyInstance): void {
  mount(app, 'downloads.link', ({ tx, params, actor, market, now }) =>
    createLink(tx, market, { itemId: params.id, userId: actor.id, now }),
  );
}

/** The link itself authorizes the download, since a mail program has no token. */
export async function downloadRoutes(app: FastifyInstance): Promise<void> {
  app.get(DOWNLOADS_PATH, async ({ query }, reply) => {
    // The log omits the query.
    const token = Reflect.get(Object(query), 'lien');
    const found = await openLink(app.market, typeof token === 'string' ? token : '', app.market.now());
    reply.header('cache-control', 'no-store, private').header('referrer-policy', 'no-referrer');
    if (found.found === 'file') return sendFile(reply, found.name, found.bytes);
    const page = found.found === 'nothing' ? unknownDownload() : closedDownload(found.found, found.orderId);
    allowStyles(reply, [page.styleHash]);
    return reply.status(page.status).type('text/html; charset=utf-8').send(page.html);
  });
}

/** Complete files only, never rendered as a page of this site. */
const sendFile = (reply: FastifyReply, name: string, bytes: Buffer): FastifyReply =>
  reply
    .header('content-disposition', contentDisposition(`${name}.pdf`))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'none')
    .type('application/pdf')
    .send(bytes);
