// Program: asks a stand-in of Stripe for all due refunds, transfers and reversals, again and again, until it is killed.
// Arguments: address of the database, address of the stand-in.

import { openDatabase } from '#server/db/client.ts';
import type { Market } from '#server/http/call.ts';
import { requestDueTransfers } from '#server/money/transfers.ts';
import { requestDueRefunds } from '#server/sales/refunds.ts';
import { createStripeCheckout } from '#server/services/payment-stripe.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from './stripe-stand-in.ts';

const [databaseUrl = '', api = ''] = process.argv.slice(2);
const { db } = await openDatabase({ databaseUrl });
const payment = createStripeCheckout('http://localhost', { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, api });
const log = { warn: console.warn, error: console.error };
const market = { db, payment, log } as unknown as Market;
for (;;) {
  const now = new Date();
  await requestDueRefunds(market, now);
  await requestDueTransfers(market, now);
}
