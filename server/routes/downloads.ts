// Download routes: files of purchases, invoices and credit notes, by links that expire.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mount } from '../http/mount.ts';
import { sendPlainPage } from '../plugins/send-plain-page.ts';
import { closedDownload, unknownDownload } from '../presenters/download-page.ts';
import type { PlainPage } from '../presenters/plain-page.ts';
import { contentDisposition } from '../runtime/attachment.ts';
import { createDocumentLink, DOCUMENTS_PATH, openDocumentLink } from '../sales/document-links.ts';
import { createLink, DOWNLOADS_PATH, openLink } from '../sales/downloads.ts';

export function downloadLinkRoutes(app: FastifyInstance): void {
  mount(app, 'downloads.link', ({ tx, params, actor, market, now }) =>
    createLink(tx, market, { itemId: params.id, userId: actor.id, now }),
  );

  mount(app, 'saleDocuments.link', ({ tx, params, actor, market, now }) =>
    createDocumentLink(tx, market, { id: params.id, actor, now }),
  );
}

/** The link itself authorizes the download, since a mail program has no token. */
export async function downloadRoutes(app: FastifyInstance): Promise<void> {
  app.get(DOWNLOADS_PATH, async ({ query }, reply) => {
    const found = await openLink(app.market, tokenOf(query), app.market.now());
    if (found.found === 'file') return sendFile(reply, `${found.name}.pdf`, found.bytes);
    return sendPage(reply, found.found === 'nothing' ? unknownDownload() : closedDownload(found.found, found.orderId));
  });

  app.get(DOCUMENTS_PATH, async ({ query }, reply) => {
    const found = await openDocumentLink(app.market, tokenOf(query), app.market.now());
    return found ? sendFile(reply, found.name, found.bytes) : sendPage(reply, unknownDownload());
  });
}

/** The log omits the query. */
function tokenOf(query: unknown): string {
  const token = Reflect.get(Object(query), 'lien');
  return typeof token === 'string' ? token : '';
}

const keptPrivate = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store, private').header('referrer-policy', 'no-referrer');

const sendPage = (reply: FastifyReply, page: PlainPage) => sendPlainPage(keptPrivate(reply), page);

/** Complete files only, never rendered as a page of this site. */
const sendFile = (reply: FastifyReply, name: string, bytes: Buffer): FastifyReply =>
  keptPrivate(reply)
    .header('content-disposition', contentDisposition(name))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'none')
    .type('application/pdf')
    .send(bytes);
