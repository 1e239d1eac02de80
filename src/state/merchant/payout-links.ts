// Payout links: to the store's account at the payment provider, and to its statements. They require the network.
import { payoutLinkEndpoints } from '#contract/merchant/payout-links.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';

type PayoutLink = { outcome: 'ready'; url: string } | CallFailure;

async function readyLink(call: () => Promise<{ url: string }>): Promise<PayoutLink> {
  try {
    return { outcome: 'ready', url: (await call()).url };
  } catch (failure) {
    return callFailure(failure);
  }
}

export const linkToAccount = (storeId: string) =>
  readyLink(() => callEndpoint(payoutLinkEndpoints['payouts.account'], storeId));

/** @param month YYYY-MM */
export const linkToStatement = (storeId: string, month: string, format: 'csv' | 'pdf') =>
  readyLink(() => callEndpoint(payoutLinkEndpoints['payouts.statement'], storeId, undefined, { month, format }));
