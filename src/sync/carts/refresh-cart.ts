// What the server says of the open cart when it is asked again. Guarantee: an answer is kept under its owner only, and never
// where that owner has left or has begun another cart meanwhile.
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

/** How old a token may be that says a user has no cart, milliseconds; at the opening of a page one that was just given. */
const maxTokenAge = { opening: 5_000, later: 60_000 };

/**
 * The cart of whoever is here, as far as it can be reached. A user's token names their cart as it was when it was issued: where
 * this device knows of none, a newer token says whether another device has begun one.
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
 * Asks the server for the cart again. A cart it no longer has is made anew with its known lines; one that was ordered
 * and has nothing waiting makes room for the next.
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

/** Unless something was put into it at this very moment: that would be out of sight. */
async function replaceIdleCart(local: StoreContext, owner: Owner, lane: string): Promise<void> {
  const { db } = local;
  await db.transaction('rw', db.outbox, db.device, async () => {
    if ((await deviceCart(db, owner))?.lane !== lane) return;
    if ((await laneRows(db, owner, lane)).length === 0) await startNewCart(local, owner);
  });
}

/** The cart named by a user's token, when this device has none for that user yet. */
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
    // The token is older than the cart's end: the first command opens another.
    if (!(error instanceof ApiError) || error.kind !== 'not-found') throw error;
  }
}

/** Whoever asked may have left meanwhile, or have begun a cart here. */
async function adoptIfNone(local: StoreContext, owner: Owner, cart: Cart): Promise<void> {
  const { db } = local;
  await db.transaction('rw', [...cartTables(db), db.session], async () => {
    const isHere = (await db.session.get('current'))?.owner === owner;
    if (isHere && !(await deviceCart(db, owner))) await adoptCart(local, owner, cart);
  });
}
