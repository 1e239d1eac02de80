// What taking money needs beside its transaction, and the transaction itself where no request opened one.
import type { Tx } from '../db/client.ts';
import { committed } from '../http/after-commit.ts';
import type { Market } from '../http/call.ts';
import type { Posting } from '../mails/post.ts';
import { postOrder } from './order-mails.ts';
import { queueOrderPushes } from './order-pushes.ts';

/** What paying needs beside the transaction. */
export type Till = Posting;

/** Runs `work` in a transaction of its own, and what it left for after the commit afterwards. */
export const atTheTill = (market: Market, now: Date, work: (tx: Tx, till: Till) => Promise<void>): Promise<void> =>
  committed(market, (tx, after) => work(tx, { market, now, after }));

/** From here on it is the shops' to do: whom it concerns is told. */
export async function confirmed(tx: Tx, orderId: number, till: Till): Promise<void> {
  await postOrder(tx, orderId, till);
  await queueOrderPushes(tx, orderId, till.now);
  till.after(() => till.market.pushes.look());
}
