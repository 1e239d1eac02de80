// Cart refresh: reads the open cart from the server again.
// Guarantee: an answer is stored for its owner only, and never after a logout or in place of a newer cart.
import type { ApiClient } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { Cart } from '#contract/orders/carts.ts';
import { deviceCart } from '#db/device.ts';
import type { Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';
import { currentOwner } from '../outbox/owners.ts';
import { cartTables, laneRows } from '../outbox/rows.ts';
import { isInDoubt, storeReadView } from '../outbox/snapshots.ts';
import { callAsOwner } from '../session/credentials.ts';
import type { Session } from '../session/session.ts';
import { adoptCart, startNewCart } from './cart-lane.ts';

/**
 * Maximum age of a token that names no cart, milliseconds; shorter when the page opens, for a token from the page
 * itself.
 */
const maxTokenAge = { opening: 5_000, later: 60_000 };

/**
 * Refreshes the current owner's cart if the server is reachable. A token names the cart as of its issue: without a cart
 * on this device, a newer token tells whether another device has opened one.
 */
export async function refreshOpenCart(
  local: StoreContext,
  call: ApiClient['call'],
  session: Pick<Session, 'state' | 'credentials' | 'refresh'>,
  since: keyof typeof maxTokenAge,
): Promise<void> {
  const owner = await currentOwner(local);
  const { status, user } = session.state();
  const now = local.serverTime() ?? local.now();
  const isOld = user !== null && now - user.iat * 1000 > maxTokenAge[since];
  if (status === 'authenticated' && isOld && !(await deviceCart(local.db, owner))) await session.refresh();
  const cartId = session.state().user?.cart;
  await callAsOwner(session.credentials, owner, async (token) => {
    if (!token && !owner.startsWith('v:')) return;
    if (token && cartId) await loadUserCart(local, call, owner, cartId, token);
    await refreshCart(local, call, owner, token);
  });
}

/**
 * Reads the cart again. A deleted cart is recreated with its known lines; an ordered one without pending commands is
 * replaced.
 */
export async function refreshCart(
  local: StoreContext,
  call: ApiClient['call'],
  owner: Owner,
  token: string | null,
): Promise<void> {
  const current = await deviceCart(local.db, owner);
  if (!current?.serverId) return;
  const { lane, serverId } = current;
  try {
    const { answer } = await call('cart.get', { params: { id: serverId } }, { token });
    const accepted = await storeReadView(local, owner, lane, answer);
    if (accepted && answer.ordered) await replaceIdleCart(local, owner, lane);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'not-found') throw error;
    const { recreateCart } = await import('./lost-cart.ts');
    await local.db.transaction('rw', cartTables(local.db), async () => {
      const latest = await deviceCart(local.db, owner);
      const rows = await laneRows(local.db, owner, lane);
      if (latest?.lane === lane && !rows.some(isInDoubt)) await recreateCart(local, owner, lane, null);
    });
  }
}

/** Keeps a cart that has just received a command, since it would disappear. */
async function replaceIdleCart(local: StoreContext, owner: Owner, lane: string): Promise<void> {
  const { db } = local;
  await db.transaction('rw', db.outbox, db.device, async () => {
    if ((await deviceCart(db, owner))?.lane !== lane) return;
    if ((await laneRows(db, owner, lane)).length === 0) await startNewCart(local, owner);
  });
}

/** Adopts the cart named by a user's token if this device has none for the user. */
export async function loadUserCart(
  local: StoreContext,
  call: ApiClient['call'],
  owner: Owner,
  cartId: string,
  token: string,
): Promise<void> {
  if (await deviceCart(local.db, owner)) return;
  try {
    const { answer } = await call('cart.get', { params: { id: cartId } }, { token });
    if (!answer.ordered) await adoptIfNone(local, owner, answer);
  } catch (error) {
    // The cart was deleted after the token was issued: the first command opens another.
    if (!(error instanceof ApiError) || error.kind !== 'not-found') throw error;
  }
}

/** Meanwhile the owner may have logged out or opened a cart. */
async function adoptIfNone(local: StoreContext, owner: Owner, cart: Cart): Promise<void> {
  const { db } = local;
  await db.transaction('rw', [...cartTables(db), db.session], async () => {
    const isHere = (await db.session.get('current'))?.owner === owner;
    if (isHere && !(await deviceCart(db, owner))) await adoptCart(local, owner, cart);
  });
}
