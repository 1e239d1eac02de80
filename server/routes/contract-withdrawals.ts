// Contract withdrawal routes: the shopper's declarations, with and without an account, and the store's answers.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { receiveGoods, refuseWithdrawal } from '../withdrawals/answer.ts';
import { declareByAccount, declareByGuest, findOrderOfPair, noSuchOrder } from '../withdrawals/declare.ts';
import { refundWithdrawal } from '../withdrawals/refund-withdrawal.ts';
import { readMerchantWithdrawals, readWithdrawalChoice } from '../withdrawals/withdrawal-reading.ts';

export function contractWithdrawalRoutes(app: FastifyInstance): void {
  mount(app, 'contractWithdrawals.ofOrder', ({ tx, params, actor }) => readWithdrawalChoice(tx, params.id, actor.id));

  mount(app, 'contractWithdrawals.declare', declareByAccount);

  mount(app, 'contractWithdrawals.declareAsGuest', declareByGuest, async ({ body, market, now, request }) => {
    // Slowed down like a login: a pair is guessed like a password.
    const attempt = await app.loginGuard.attempt(request.ip, `commande ${body.email}`, now);
    if ((await findOrderOfPair(market.db, body.order, body.email)) === undefined) throw noSuchOrder();
    await attempt.succeeded();
  });

  mount(app, 'contractWithdrawals.ofStoreOrder', ({ tx, params, actor }) =>
    readMerchantWithdrawals(tx, params.id, actor.id),
  );

  mount(app, 'contractWithdrawals.receive', (call) => receiveGoods(call, call.params.id));

  mount(app, 'contractWithdrawals.refund', (call) => refundWithdrawal(call, call.params.id, call.body));

  mount(app, 'contractWithdrawals.refuse', (call) => refuseWithdrawal(call, call.params.id, call.body.reason));
}
