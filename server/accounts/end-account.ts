// Account deletion, by its person or by an operator. Guarantees: its person gives the password, an operator reasons, which are
// in the log and in the mail; rejected while others depend on the account (a store, an open order); everything personal is
// deleted. Orders stay for accounting, without personal data.
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordAction } from '../access/operator-actions.ts';
import { requireOwnAccount } from '../access/ownership.ts';
import { removeSecondFactor } from '../access/second-factors.ts';
import type { Tx } from '../db/client.ts';
import { emailUndos, passwordResets, refreshFamilies, users } from '../db/schema/accounts.ts';
import { contractWithdrawals } from '../db/schema/contract-withdrawals.ts';
import { mails } from '../db/schema/mails.ts';
import { contentDecisions, notices } from '../db/schema/notices.ts';
import { refunds } from '../db/schema/payments.ts';
import {
  availabilityProducts,
  estimateItems,
  estimates,
  platformMessages,
  productReviews,
  storeAppointments,
  storeMessages,
  storeReviews,
} from '../db/schema/requests.ts';
import { idempotency } from '../db/schema/safety.ts';
import { carts, orders, storeOrders } from '../db/schema/sales.ts';
import { storeInvitations } from '../db/schema/stores.ts';
import type { BeforeTransaction, Call, Handler } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { accountDeletedLetter } from '../mails/templates/accounts.ts';
import { leaveStore } from '../merchant/store-members.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { accountIri } from './find-accounts.ts';
import { lockAccount } from './lock-account.ts';
import { ownPassword } from './own-password.ts';

const DELETED_NAME = 'Compte supprimé';
/** States of an order that is paid or awaited. */
const OPEN_STATES = ['payment_pending', 'payed', 'validated'];

interface EndOfAccount {
  /** Slow, and may queue: must run without a database connection. */
  comparePassword: BeforeTransaction<'users.delete'>;
  end: Handler<'users.delete'>;
}

export function endOfAccount(app: Pick<FastifyInstance, 'loginGuard'>): EndOfAccount {
  const password = ownPassword(app);
  return {
    comparePassword: password.compare,
    end: async ({ params, body, actor, tx, now, market, after, request }) => {
      requireOwnAccount(params.id, actor.id);
      const [user] = await tx.select().from(users).where(eq(users.id, actor.id)).for('update');
      // Already deleted: a retry after a lost answer.
      if (user?.passwordHash === '') return;
      password.require(body, user);
      if (!user) throw notFound();
      await endAccount({ tx, now, market, after }, user);
      market.security('account-ended', { account: user.id, address: request.ip });
    },
  };
}

/** By an operator. */
export async function endAccountOf(call: Call<'administration.endAccount'>): Promise<undefined> {
  const { tx, now, market, actor, body, request } = call;
  const user = await lockAccount(call);
  await endAccount(call, user, body.reasons);
  const done = { action: 'account-ended', subject: accountIri(user.id), title: user.username } as const;
  await recordAction(tx, { by: actor, now }, { ...done, reasons: body.reasons });
  market.security('account-ended', { account: user.id, by: actor.id, address: request.ip });
}

type Parts = Pick<Call<'users.delete'>, 'tx' | 'now' | 'market' | 'after'>;

/** @param reasons of an operator, for the mail */
async function endAccount({ tx, now, market, after }: Parts, user: User, reasons?: string): Promise<void> {
  await requireNothingOpen(tx, user.id);
  await leaveOwnStore(tx, user.id);
  await anonymize(tx, user);
  const letter = accountDeletedLetter(await mailSite(tx, market), reasons);
  if (user.emailConfirmedAt)
    await queueMail(tx, { market, now, after }, { kind: 'account-ended', to: user.email, letter });
}

/** The last owner of a store cannot leave it. */
async function leaveOwnStore(tx: Tx, userId: string): Promise<void> {
  if (await leaveStore(tx, userId)) return;
  throw conflict('store-owner', 'Ce compte tient une boutique\u00a0: écrivez-nous pour la confier ou la fermer.');
}

async function requireNothingOpen(tx: Tx, userId: string): Promise<void> {
  const [part] = await tx
    .select({ id: storeOrders.id })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(and(eq(orders.userId, userId), inArray(storeOrders.state, OPEN_STATES)))
    .limit(1);
  if (part)
    throw conflict(
      'order-underway',
      'Une commande est en cours\u00a0: votre compte pourra être supprimé une fois qu’elle sera remise ou annulée.',
    );
  const [withdrawal] = await tx
    .select({ id: contractWithdrawals.id })
    .from(contractWithdrawals)
    .innerJoin(storeOrders, eq(storeOrders.id, contractWithdrawals.storeOrderId))
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(and(eq(orders.userId, userId), eq(contractWithdrawals.state, 'open')))
    .limit(1);
  if (withdrawal)
    throw conflict(
      'withdrawal-underway',
      'Une rétractation attend sa réponse\u00a0: votre compte pourra être supprimé une fois qu’elle sera remboursée ou refusée.',
    );
}

type User = typeof users.$inferSelect;

/** Invoices and credit notes stay as they are: the law keeps them for ten years, with name and address. */
async function anonymize(tx: Tx, { id, email, emailConfirmedAt }: User): Promise<void> {
  const ofUser = sql`(select id from ${orders} where user_id = ${id})`;
  const noContact = { firstName: '', lastName: '', phoneNumber: '', email: '', address1: '', address2: '' };
  await tx
    .update(storeOrders)
    .set({ ...noContact, postalCode: '', city: '' })
    .where(sql`${storeOrders.orderId} in ${ofUser}`);
  await tx
    .update(refunds)
    .set({ message: '' })
    .where(sql`${refunds.storeOrderId} in (select id from ${storeOrders} where order_id in ${ofUser})`);
  await tx
    .update(contractWithdrawals)
    .set({ name: '', email: '', words: '' })
    .where(sql`${contractWithdrawals.storeOrderId} in (select id from ${storeOrders} where order_id in ${ofUser})`);
  await tx
    .update(carts)
    .set({ userId: null })
    .where(and(eq(carts.userId, id), isNotNull(carts.orderedAt)));
  await tx.execute(sql`delete from ${carts} where user_id = ${id}
    and not exists (select 1 from ${orders} bought where bought.cart_id = ${carts.id})`);
  await tx.update(carts).set({ userId: null }).where(eq(carts.userId, id));
  const anonymous = { userId: null, author: DELETED_NAME };
  await tx.update(productReviews).set(anonymous).where(eq(productReviews.userId, id));
  await tx.update(storeReviews).set(anonymous).where(eq(storeReviews.userId, id));
  await tx
    .update(contentDecisions)
    .set({ authorId: null, title: '', content: '', answer: '' })
    .where(eq(contentDecisions.authorId, id));
  const asked = sql`(select id from ${estimates} where owner_id = ${id})`;
  await tx.delete(estimateItems).where(sql`${estimateItems.estimateId} in ${asked}`);
  await tx.delete(estimates).where(eq(estimates.ownerId, id));
  await tx.delete(storeMessages).where(eq(storeMessages.ownerId, id));
  await tx.delete(storeAppointments).where(eq(storeAppointments.ownerId, id));
  await tx.delete(mails).where(eq(mails.withheldForUser, id));
  // Rows filed under an e-mail address belong to the account only after it has confirmed the address.
  if (emailConfirmedAt) {
    await tx.delete(availabilityProducts).where(eq(availabilityProducts.email, email));
    await tx.delete(storeInvitations).where(eq(storeInvitations.email, email));
    await tx.delete(platformMessages).where(eq(platformMessages.email, email));
    await tx.update(notices).set({ name: '', email: '' }).where(eq(notices.email, email));
    await tx
      .delete(mails)
      .where(and(or(eq(mails.recipient, email), eq(mails.replyTo, email)), isNotNull(mails.sentAt)));
  }
  await removeSecondFactor(tx, id);
  await tx.delete(refreshFamilies).where(eq(refreshFamilies.userId, id));
  await tx.delete(passwordResets).where(eq(passwordResets.userId, id));
  await tx.delete(emailUndos).where(eq(emailUndos.userId, id));
  // The current request's own key has no answer yet.
  await tx.delete(idempotency).where(and(eq(idempotency.scope, `u:${id}`), isNotNull(idempotency.status)));
  // The row stays because orders reference it; it has no login.
  const gone = {
    email: `${id}@supprime.invalid`,
    username: DELETED_NAME,
    passwordHash: '',
    roles: [],
    emailConfirmedAt: null,
  };
  await tx
    .update(users)
    .set({ ...gone, newsletterRegistered: false, newsletterChangedAt: null })
    .where(eq(users.id, id));
}
