// Payout routes: what a store is owed and paid, and outside the API the links to its account and its statements.
import type { FastifyInstance } from 'fastify';
import { parisDay } from '#domain/time/dates.ts';
import { mount } from '../../http/mount.ts';
import { requireOwnStore } from '../../merchant/own-rows.ts';
import {
  createAccountLink,
  createStatementLink,
  openPayoutLink,
  PAYOUTS_PATH,
  readPayouts,
} from '../../money/payouts.ts';
import { refreshStoreAccount } from '../../money/store-accounts.ts';
import { sendPlainPage } from '../../plugins/send-plain-page.ts';
import { unknownDownload } from '../../presenters/download-page.ts';
import { contentDisposition } from '../../runtime/attachment.ts';

export function payoutRoutes(app: FastifyInstance): void {
  mount(
    app,
    'payouts.byStore',
    async ({ tx, params, actor, market }) => {
      await requireOwnStore(tx, params.id, actor.id);
      return readPayouts(tx, market, params.id);
    },
    async ({ params, actor, market, now }) => {
      await requireOwnStore(market.db, params.id, actor.id);
      await refreshStoreAccount(market, params.id, now);
    },
  );

  mount(app, 'payouts.account', async ({ tx, params, actor, market, now }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return createAccountLink(market, params.id, now);
  });

  mount(app, 'payouts.statement', async ({ tx, params, query, actor, market, now }) => {
    const { id: storeId } = params;
    await requireOwnStore(tx, storeId, actor.id);
    const { month = parisDay(now).slice(0, 7), format = 'csv' } = query;
    return createStatementLink(market, { storeId, month, format }, now);
  });
}

/** The link itself authorizes, since the browser sends no token when it goes to an address. */
export async function payoutPages(app: FastifyInstance): Promise<void> {
  app.get(PAYOUTS_PATH, async ({ query }, reply) => {
    // The log omits the query.
    const token = Reflect.get(Object(query), 'lien');
    const opened = await openPayoutLink(app.market, typeof token === 'string' ? token : '', app.market.now());
    reply.header('cache-control', 'no-store, private').header('referrer-policy', 'no-referrer');
    if (opened && 'redirect' in opened) return reply.redirect(opened.redirect, 303);
    if (!opened) return sendPlainPage(reply, unknownDownload());
    return reply
      .header('content-disposition', contentDisposition(opened.name))
      .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
      .header('x-content-type-options', 'nosniff')
      .type(opened.type)
      .send(opened.content);
  });
}
