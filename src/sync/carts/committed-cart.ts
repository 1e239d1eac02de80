// The cart of an order that was committed here: left to the next one, and taken back when nothing comes of the order.
// Guarantee: each is one transaction; what was put into the cart begun since is in the one taken back, once.
import { deviceCart, putDeviceCart } from '#db/device.ts';
import type { Cmd } from '#db/rows.ts';
import { idOfIri } from '../commands/temporary-ids.ts';
import type { Local } from '../device/context.ts';
import { laneRows, ownerRows } from '../outbox/rows.ts';

/** Inside a transaction over outbox, device and idmap; the order has left the outbox. */
export async function takeCartBack({ db }: Local, { id, owner, lane }: Cmd): Promise<void> {
  const begun = (await ownerRows(db, owner)).find(
    (row) => row.type === 'cart.create' && row.lane !== lane && row.deps?.includes(id),
  );
  const current = await deviceCart(db, owner);
  if (begun) {
    const rows = await laneRows(db, owner, begun.lane);
    await db.outbox.delete(begun.seq);
    const later = rows.filter(({ seq }) => seq !== begun.seq);
    await db.outbox.bulkUpdate(later.map(({ seq }) => ({ key: seq, changes: { lane } })));
  }
  if (current && current.lane !== begun?.lane) return;
  const named = await db.idmap.get([owner, lane]);
  await putDeviceCart(db, owner, lane, named ? idOfIri(named.iri) : null);
}
