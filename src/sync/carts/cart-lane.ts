// Cart lanes: the cart that an owner fills on this device.
// Guarantee: each change of cart is one transaction, so that a crash leaves either the old cart or the new one.
import type { Cart } from '#contract/orders/carts.ts';
import { deviceCart, forgetDeviceCart, putDeviceCart } from '#db/device.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';
import { appliedOfLane } from '../outbox/applied-commands.ts';
import { cartTables, laneOf, originalLane } from '../outbox/rows.ts';

/** Requires a transaction over `snaps`, `applied` and `idmap`. */
export async function deleteLane({ db }: StoreContext, owner: Owner, lane: string): Promise<void> {
  await db.snaps.delete([owner, lane]);
  await appliedOfLane(db, owner, lane).delete();
  await db.idmap.delete([owner, lane]);
}

/** A visitor's cart that is not merged yet is stored for the user's return, with its answers. */
const isVisitorCommand = ({ owner }: Cmd) => owner.startsWith('v:');
export const isAnswerStored = (row: Cmd): boolean => !row.ownerLoggedOut || isVisitorCommand(row);

/** After the last command of an owner who has logged out, nothing of its cart stays. */
export async function deleteLoggedOutLane(local: StoreContext, row: Cmd): Promise<void> {
  const lane = originalLane(row);
  if (lane !== null && !isAnswerStored(row)) await deleteIdleLane(local, { ...row, lane });
}

/** Deletes a cart once its lane has no pending commands. */
export async function deleteIdleLane(local: StoreContext, { owner, lane }: Pick<Cmd, 'owner' | 'lane'>): Promise<void> {
  if ((await laneOf(local.db, owner, lane).count()) > 0) return;
  await deleteLane(local, owner, lane);
  if ((await deviceCart(local.db, owner))?.lane === lane) await forgetDeviceCart(local.db, owner);
}

/** After an order: the next command opens a new cart. Pending commands of the old lane stay in it. */
export async function startNewCart({ db }: StoreContext, owner: Owner): Promise<void> {
  await db.transaction('rw', db.device, async () => forgetDeviceCart(db, owner));
}

/** Makes a server cart of this owner the current one, unless the current one has pending commands. */
export async function adoptCart(local: StoreContext, owner: Owner, cart: Cart): Promise<void> {
  const { db } = local;
  await db.transaction('rw', cartTables(db), async () => {
    const current = await deviceCart(db, owner);
    if (current?.serverId === cart.id) return;
    if (current && (await laneOf(db, owner, current.lane).count()) > 0) return;
    if (current) await deleteLane(local, owner, current.lane);
    const lane = `cart:${local.newId()}`;
    await putDeviceCart(db, owner, lane, cart.id);
    await db.idmap.put({ owner, tempId: lane, iri: cart['@id'] });
    await db.snaps.put({ owner, lane, version: cart.version, view: cart, seenAt: local.now() });
  });
}
