// Stripe Connect: accounts of the stores, which they open on Stripe's pages, and incidents with money.
import type Stripe from 'stripe';
import type { PayoutIncident, StoreAccount, StoreAccounts } from './payment.ts';

export const createStripeAccounts = (stripe: Stripe): StoreAccounts => ({
  create: async ({ id, name, email, url }) => {
    // Stripe answers for losses of the card, the market for those of its stores; Stripe asks for the information.
    const account = await stripe.accounts.create(
      {
        ...{ country: 'FR', metadata: { store: id }, business_profile: { name, ...(isPublic(url) && { url }) } },
        ...(email !== null && { email }),
        capabilities: { transfers: { requested: true } },
        controller: {
          fees: { payer: 'application' },
          losses: { payments: 'application' },
          requirement_collection: 'stripe',
          stripe_dashboard: { type: 'express' },
        },
      },
      { idempotencyKey: `account/${id}` },
    );
    return account.id;
  },

  link: async (account, { back, again }) => {
    const link = await stripe.accountLinks.create({
      ...{ account, type: 'account_onboarding', return_url: back, refresh_url: again },
    });
    if (new URL(link.url).protocol !== 'https:') throw new Error('Stripe gave no safe address.');
    return link.url;
  },

  read: async (account) => toStoreAccount(await stripe.accounts.retrieve(account)),

  readIncident: ({ kind, id, account }) => {
    if (kind === 'dispute') return readDispute(stripe, id);
    return kind === 'payout-failed' ? readPayout(stripe, id, account) : readTransfer(stripe, id);
  },
});

/** Stripe refuses addresses of a local network. */
const isPublic = (url: string) => new URL(url).protocol === 'https:';

function toStoreAccount({
  capabilities,
  payouts_enabled: paysOut,
  requirements,
  ...account
}: Stripe.Account): StoreAccount {
  const missing = [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])];
  if (capabilities?.transfers === 'active' && paysOut) return { state: 'ready', missing };
  return { state: missing.length > 0 || !account.details_submitted ? 'to-complete' : 'restricted', missing };
}

async function readDispute(stripe: Stripe, id: string): Promise<PayoutIncident | null> {
  const dispute = await stripe.disputes.retrieve(id, { expand: ['payment_intent'] });
  const { payment_intent: intent, amount, status, reason } = dispute;
  const paymentId = typeof intent === 'object' ? intent?.metadata.payment : undefined;
  if (!paymentId) return null;
  const open = !['won', 'lost', 'warning_closed', 'prevented'].includes(status);
  return { id: dispute.id, kind: 'dispute', account: null, paymentId, amount, state: status, reason, open };
}

async function readPayout(stripe: Stripe, id: string, account: string | null): Promise<PayoutIncident | null> {
  if (account === null) return null;
  const payout = await stripe.payouts.retrieve(id, {}, { stripeAccount: account });
  const { amount, status, failure_message: reason } = payout;
  const base = { id: payout.id, kind: 'payout-failed' as const, account, paymentId: null, amount, state: status };
  return { ...base, reason: reason ?? '', open: status === 'failed' };
}

/** Only what was not reversed by the market itself. */
async function readTransfer(stripe: Stripe, id: string): Promise<PayoutIncident | null> {
  const { metadata, destination, ...transfer } = await stripe.transfers.retrieve(id);
  const account = typeof destination === 'string' ? destination : (destination?.id ?? null);
  if (!metadata.transfer || account === null) return null;
  let amount = 0;
  for await (const reversal of stripe.transfers.listReversals(id, { limit: 100 })) {
    if (!reversal.metadata?.reversal) amount += reversal.amount;
  }
  if (amount === 0) return null;
  const base = { id: transfer.id, kind: 'transfer-reversed' as const, account, paymentId: null, amount };
  return { ...base, state: 'reversed', reason: '', open: true };
}
