// Stripe transfers: a payment's money to the account of a store ('separate charges and transfers'), and back.
// Guarantees: a transfer and a reversal are made once, by our id in their metadata; a refused one can be made later.
import Stripe from 'stripe';
import type { Reversal, Transfer } from './payment.ts';

/**
 * Out of the charge of the payment, so that it waits for the charge's money.
 * @param session the payment's Checkout Session
 * @returns the name of the transfer
 */
export async function createTransfer(stripe: Stripe, transfer: Transfer, session: string): Promise<string> {
  const { id, paymentId, amount, account } = transfer;
  if (account === null) throw new Error('The store has no account with Stripe.');
  // Stripe forgets an idempotency key after a day: an existing transfer is found by its metadata.
  const made = stripe.transfers.list({ transfer_group: paymentId, limit: 100 });
  for await (const found of made) if (found.metadata.transfer === id) return found.id;
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session, { expand: ['payment_intent'] });
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  if (!charge) throw new Error(`The session ${session} was never paid.`);
  const params = {
    ...{ amount, currency: 'eur', destination: account, transfer_group: paymentId },
    source_transaction: typeof charge === 'string' ? charge : charge.id,
    metadata: { transfer: id, payment: paymentId },
  };
  const created = await withFreshKey(id, (idempotencyKey) => stripe.transfers.create(params, { idempotencyKey }));
  return created.id;
}

export async function createReversal(stripe: Stripe, { id, transferId, reference, amount }: Reversal): Promise<void> {
  if (reference === null) throw new Error(`The transfer ${transferId} was not made with Stripe.`);
  const made = stripe.transfers.listReversals(reference, { limit: 100 });
  for await (const found of made) if (found.metadata?.reversal === id) return;
  const params = { amount, metadata: { reversal: id, transfer: transferId } };
  await withFreshKey(id, (idempotencyKey) => stripe.transfers.createReversal(reference, params, { idempotencyKey }));
}

/** Stripe repeats a refusal for the same key for a day, although its reason may be gone. */
async function withFreshKey<T>(id: string, create: (key: string) => Promise<T>): Promise<T> {
  try {
    return await create(id);
  } catch (failure) {
    const isRepeated =
      failure instanceof Stripe.errors.StripeInvalidRequestError && failure.headers?.['idempotent-replayed'] === 'true';
    if (!isRepeated) throw failure;
    return create(`${id}/${crypto.randomUUID()}`);
  }
}
