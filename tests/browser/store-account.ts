// The account of a demo store at the stand-in of Stripe.
import type { StripeStandIn } from '../support/stripe-stand-in.ts';
import type { MarketServer } from './market-server.ts';
import { otherDevice, productOf } from './other-device.ts';

/** Opened and completed by its merchant, and reported as such. */
export async function completeStoreAccount(market: MarketServer, stripe: StripeStandIn, product: string) {
  const { store } = await productOf(market, product);
  const merchant = await otherDevice(market, 'fromagerie@etal.test');
  const { url } = await merchant.call<{ url: string }>('GET', `/stores/${store.id}/payouts/account`);
  await fetch(`${market.direct}${url}`, { redirect: 'manual' });
  const account = stripe.connect.accounts.at(-1);
  if (!account) throw new Error('No account was opened.');
  stripe.connect.complete(account);
  await merchant.call('GET', `/stores/${store.id}/payouts`);
}
