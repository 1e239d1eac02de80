// Emptied database: notices that the browser or the person has deleted the database, under an open page or between two visits.
// Guarantees: the new database starts with the visitor of before and the cart that the server has of them, and the loss is
// reported before anything else is written to it. Commands that waited are gone: whoever clears a site's data means it.
import type { EtalDatabase } from '#db/database.ts';
import { deviceCart, putDeviceCart } from '#db/device.ts';
import type { Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';

/** The visitor of this device, and the server's id of their cart. */
export interface SavedVisitor {
  visitor: string;
  cart: string | null;
}

export interface EmptiedPorts {
  /** The visitor as they were last saved outside of the databases. */
  savedVisitor?: (() => SavedVisitor | null) | undefined;
  /** The database is new or was emptied; `installId` is the name it was given. */
  onEmptied?: ((installId: string) => void) | undefined;
}

/** Looks after the open database from now on; resolves once it can be used. */
export async function watchForEmptying(
  { db, newId }: StoreContext,
  { savedVisitor, onEmptied }: EmptiedPorts,
): Promise<void> {
  let known: string | null = null;

  async function check(opened: EtalDatabase): Promise<void> {
    let installId = await installIdOf(opened);
    const isNew = installId === null || (known !== null && installId !== known);
    if (installId === null) {
      // A device without room must open all the same.
      installId = await initialize(opened).catch((error) => {
        console.error(error);
        return newId();
      });
    }
    known = installId;
    if (isNew) onEmptied?.(installId);
  }

  /** Once, though several pages find it new. */
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
  // Every caller that waits for a database opened anew waits for this.
  db.on('ready', (opened) => check((opened ?? db) as EtalDatabase), true);
}

async function installIdOf({ meta }: EtalDatabase): Promise<string | null> {
  const row = await meta.get('installId');
  return row?.k === 'installId' ? row.value : null;
}

/** What is to be saved of the visitor outside of the databases. Inside a transaction over device. */
export async function visitorToSave(db: EtalDatabase): Promise<SavedVisitor | null> {
  const row = await db.device.get('visitorId');
  if (row?.k !== 'visitorId') return null;
  return { visitor: row.value, cart: (await deviceCart(db, `v:${row.value}`))?.serverId ?? null };
}
