// The cart of whoever is here, where the market knows more of it than this device.
import { ready } from '../page/engine-port.ts';

/** The market has put articles back into a cart: the token, asked for anew, says which it is. Rejects without a network. */
export async function lookForOwnCart(): Promise<void> {
  const sync = await ready();
  await sync.session.refresh();
  await sync.refreshCart();
}
