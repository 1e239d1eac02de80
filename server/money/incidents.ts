// Incidents at the payment provider: disputed payments, failed payouts, transfers reversed outside the market.
// Guarantee: each state of an incident is recorded and mailed to the operator once.
import { eq, ne, or } from 'drizzle-orm';
import { uuid } from '#contract/fields/values.ts';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import { payoutIncidents } from '../db/schema/payouts.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { runTransaction } from '../http/after-commit.ts';
import type { Market } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { platformTeam } from '../mails/team.ts';
import { incidentLetter } from '../mails/templates/payouts.ts';
import type { PayoutIncident } from '../services/payment.ts';

/** Ignores what is about no store of the market. */
export async function recordIncident(market: Market, incident: PayoutIncident, now: Date): Promise<void> {
  await runTransaction(market, async (tx, after) => {
    const about = incident.account === null ? await ofPayment(tx, incident) : await ofAccount(tx, incident.account);
    if (!about) return;
    const { id, kind, amount, state, reason, open, paymentId } = incident;
    const values = { kind, amount, state, reason, open, updatedAt: now };
    const [written] = await tx
      .insert(payoutIncidents)
      .values({ id, ...values, paymentId, storeId: about.storeId, createdAt: now })
      .onConflictDoUpdate({
        target: payoutIncidents.id,
        set: values,
        setWhere: or(ne(payoutIncidents.state, state), ne(payoutIncidents.amount, amount)),
      })
      .returning();
    // Known.
    if (!written) return;
    market.log.error({ incident: id, kind, state, payment: paymentId }, 'an incident with money at the provider');
    const site = await mailSite(tx, market);
    const letter = incidentLetter(site, { ...incident, stores: about.names, orderId: about.orderId });
    const posting = { market, now, after };
    for (const to of await platformTeam(tx, site))
      await queueMail(tx, posting, { kind: 'payout-incident', to, letter });
  });
}

interface Concerned {
  /** Null: several stores. */
  storeId: string | null;
  names: string[];
  orderId: number | null;
}

async function ofAccount(tx: Tx, account: string): Promise<Concerned | null> {
  const [store] = await tx.select().from(stores).where(eq(stores.sMoneyAccount, account));
  return store ? { storeId: store.id, names: [store.name], orderId: null } : null;
}

async function ofPayment(tx: Tx, { paymentId }: PayoutIncident): Promise<Concerned | null> {
  if (!uuid.safeParse(paymentId).success || paymentId === null) return null;
  const parts = await tx
    .select({ orderId: storeOrders.orderId, storeId: stores.id, name: stores.name })
    .from(payments)
    .innerJoin(storeOrders, eq(storeOrders.orderId, payments.orderId))
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(eq(payments.id, paymentId));
  const [first] = parts;
  if (!first) return null;
  const storeId = parts.length === 1 ? first.storeId : null;
  return { storeId, names: parts.map(({ name }) => name), orderId: first.orderId };
}
