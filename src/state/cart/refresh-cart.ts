// User cart: reloads it from the server.
import { getSync } from '../page/engine-port.ts';

/**
 * After the server has moved articles into a cart: refreshes the token, which contains the cart's id. Rejects without a
 * network.
 */
export async function refreshUserCart(): Promise<void> {
  const sync = await getSync();
  await sync.session.refresh();
  await sync.refreshCart();
}
