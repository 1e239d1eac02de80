// Cart probe: reads a cart during a replay, if its view is missing, or if an item answered 404: a deleted cart takes
// its lines along, so only the cart's own answer shows which of the two is gone.
// Guarantee: without a clear answer a command stays in doubt.

import { parseAnswer } from '#api/client.ts';
import { prepareRequest } from '#api/wire.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { recreateCart } from '../carts/lost-cart.ts';
import { removeFromCartCommand, setCartQuantityCommand } from '../commands/cart.ts';
import { isCommandOf } from '../commands/record.ts';
import { cartGone } from '../commands/shared-refusals.ts';
import { cartTables } from '../outbox/rows.ts';
import { storeReadView } from '../outbox/snapshots.ts';
import type { Verdict } from './classify.ts';
import type { ReplayPorts } from './ports.ts';

type Ports = Pick<ReplayPorts, 'local' | 'transmit'>;

async function requestCart({ transmit }: Ports, id: string, token: string | null) {
  const reply = await transmit(prepareRequest('cart.get', { params: { id } }), { token }).catch(() => null);
  return reply?.isTrusted && (reply.status < 300 || [401, 404].includes(reply.status)) ? reply : null;
}

/** @returns null if only the line is gone */
export async function probeCart(ports: Ports, cmd: Cmd, token: string | null): Promise<Verdict | null> {
  if (!isCommandOf(cmd, setCartQuantityCommand) && !isCommandOf(cmd, removeFromCartCommand)) return null;
  const mapped = await ports.local.db.idmap.get([cmd.owner, cmd.lane]);
  if (!mapped) return null;
  const reply = await requestCart(ports, mapped.iri.slice(mapped.iri.lastIndexOf('/') + 1), token);
  if (!reply || reply.status === 401) return { kind: 'unknown' };
  if (reply.status !== 404) return null;
  return { kind: 'refused', status: 404, code: 'cart-gone', text: cartGone.text, violations: [], detail: undefined };
}

/**
 * Stores the view of a lane's cart; recreates a deleted cart. @returns whether the lane can continue; 'refused': the
 * token was refused
 */
export async function fetchCartView(
  ports: Ports,
  owner: Owner,
  lane: string,
  id: string,
  token: string | null,
): Promise<boolean | 'refused'> {
  const { local } = ports;
  const reply = await requestCart(ports, id, token);
  if (!reply) return false;
  if (reply.status === 401) return 'refused';
  if (reply.status !== 404) return storeReadView(local, owner, lane, parseAnswer('cart.get', reply.body));
  await local.db.transaction('rw', cartTables(local.db), async () => recreateCart(local, owner, lane, null));
  return true;
}
