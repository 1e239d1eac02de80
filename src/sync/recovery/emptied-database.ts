// Emptied database: detects that the browser or the user has deleted the database, during a visit or before it.
// Guarantees: the new database has the previous visitor and their server cart; the loss is reported before any other
// write. Pending commands are lost, as the user intends when clearing site data.
import type { EtalDatabase } from '#db/database.ts';
import { deviceCart, putDeviceCart } from '#db/device.ts';
import type { Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';

/** The visitor of this device, and the server id of their cart. */
export interface SavedVisitor {
  visitor: string;
  cart: string | null;
}

export interface EmptiedPorts {
  /** The visitor as last saved outside the databases. */
  savedVisitor?: (() => SavedVisitor | null) | undefined;
  /** The database is new or was emptied; `installId` is its new id. */
  onEmptied?: ((installId: string) => void) | undefined;
}

/** Checks the database now and after each reopening; resolves when it can be used. */
export async function watchForEmptying(
  { db, newId }: StoreContext,
  { savedVisitor, onEmptied }: EmptiedPorts,
): Promise<void> {
  let known: string | null = null;

  async function check(opened: EtalDatabase): Promise<void> {
    let installId = await installIdOf(opened);
    const isNew = installId === null || (known !== null && installId !== known);
    if (installId === null) {
      // A full device must open, too.
      installId = await initialize(opened).catch((error) => {
        console.error(error);
        return newId();
      });
    }
    known = installId;
    if (isNew) onEmptied?.(installId);
  }

  /** Once, even if several pages find it new. */
  async function initialize(opened: EtalDatabase): Promise<string> {
    return opened.transaction('rw', opened.meta, opened.device, opened.idmap, async () => {
      const existing = await installIdOf(opened);
      if (existing !== null) return existing;
      const installId = newId();
      await opened.meta.put({ k: 'installId', value: installId });
      await restoreVisitor(opened);
      return installId;
    });
  }

  async function restoreVisitor(opened: EtalDatabase): Promise<void> {
    const before = savedVisitor?.();
    if (!before || (await opened.device.get('visitorId'))) return;
    await opened.device.put({ k: 'visitorId', value: before.visitor });
    if (before.cart === null) return;
    const owner: Owner = `v:${before.visitor}`;
    const lane = `cart:${newId()}`;
    await putDeviceCart(opened, owner, lane, before.cart);
    await opened.idmap.put({ owner, tempId: lane, iri: `/carts/${before.cart}` });
  }

  await check(db);
  // All queries wait for the check after a reopening.
  db.on('ready', (opened) => check((opened ?? db) as EtalDatabase), true);
}

async function installIdOf({ meta }: EtalDatabase): Promise<string | null> {
  const row = await meta.get('installId');
  return row?.k === 'installId' ? row.value : null;
}

/** The visitor, to save outside the databases. Requires a transaction over `device`. */
export async function visitorToSave(db: EtalDatabase): Promise<SavedVisitor | null> {
  const row = await db.device.get('visitorId');
  if (row?.k !== 'visitorId') return null;
  return { visitor: row.value, cart: (await deviceCart(db, `v:${row.value}`))?.serverId ?? null };
}
