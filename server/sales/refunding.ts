// Gives money back: written down in the transaction that owes it, asked of the provider once that has committed, and again on a
// clock until it is taken.
// Guarantees: what is owed survives a process that dies; of many processes one asks at a time, always with the refund's own id,
// so that the provider gives back once; nothing owed is ever given up.
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { takeDue } from '../db/due-rows.ts';
import { refunds } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import type { Till } from './payment-context.ts';

type Refund = typeof refunds.$inferSelect;
/** @param storeOrderId null: all of the payment */
type Owed = Pick<Refund, 'paymentId' | 'storeOrderId' | 'amount'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Until the next attempt, by how many there were. Longer than a provider is waited for. */
const AGAIN_AFTER = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR] as const;
const AT_ONCE = 100;
const LONGEST_REASON = 500;
/** From this attempt on it is somebody's to look at. */
const STRANGE_AFTER = 4;

/** Owes it from here on. What costs nothing is not given back. */
export async function oweBack(tx: Tx, owed: Owed, { market, now, after }: Till): Promise<void> {
  if (owed.amount <= 0) return;
  await tx.insert(refunds).values({ ...owed, createdAt: now, dueAt: now });
  after(() => makeRefunds(market, now));
}

/** Asks the provider for what is due. Called after the commit, and on a clock. A round ends with the first that fails. */
export async function makeRefunds(market: Market, now: Date): Promise<void> {
  for (let count = 0; count < AT_ONCE; count += 1) {
    const [refund] = await takeDue(market.db, refunds, { now, holds: AGAIN_AFTER });
    if (!refund || !(await attempt(market, refund))) return;
  }
}

async function attempt({ db, payment, log }: Market, refund: Refund): Promise<boolean> {
  const { id, paymentId, amount, attempts } = refund;
  try {
    await payment.refund(db, { id, paymentId, amount });
    await db.update(refunds).set({ dueAt: null, error: null }).where(eq(refunds.id, id));
    return true;
  } catch (failure) {
    const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, LONGEST_REASON);
    await db.update(refunds).set({ error }).where(eq(refunds.id, id));
    const level = attempts < STRANGE_AFTER ? 'warn' : 'error';
    log[level]({ err: failure, refund: id, payment: paymentId, attempts }, 'a refund waits for its next attempt');
    return false;
  }
}
