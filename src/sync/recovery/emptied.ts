// A database that the browser has emptied, under an open page or between two visits: what can be had again.
// Guarantees: before anyone reads or writes the new one, what the page had last read of what waits stands in it again, under
// its ids and keys, each once though several pages write it; a visitor is the same one as before, with the cart that the
// server has. Whoever asks is told what could be written again and what could not.
import { isConnectionLost } from '#db/connection.ts';
import type { EtalDatabase } from '#db/database.ts';
import { deviceCart, putDeviceCart } from '#db/device.ts';
import type { Cmd, DeviceCart, DeviceRow, IdMapping, JournalEntry, MetaRow, Owner, SessionRow } from '#db/rows.ts';
import { commandOf, sentenceOf } from '../commands/registry.ts';
import type { Local } from '../device/context.ts';
import { untoldOf } from '../outbox/journal.ts';
import { ownersHere } from '../outbox/owners.ts';
import { lanesOfOrders } from '../outbox/rows.ts';

/** Who the visitor of this device is, and the cart that the server knows of them. */
export interface VisitorBeside {
  visitor: string;
  cart: string | null;
}
/** Outside of the databases. */
export interface SecondHome {
  read(): VisitorBeside | null;
  write(visitor: VisitorBeside | null): void;
}

export interface Emptied {
  /** The name this database was given. */
  mark: string;
  /** Changes of the person that were written again. */
  written: number;
  /** Those that the device would not take back, in words. */
  lost: string[];
}

interface Ports {
  secondHome?: SecondHome | undefined;
  /** The database was new, or had been emptied. */
  emptied?: ((what: Emptied) => void) | undefined;
}

export interface Memory {
  /** What waits, as the page last read it; resolves once what it needs besides is remembered, too. */
  remember(rows: readonly Cmd[]): Promise<void>;
}

/** What the rows need besides themselves. */
interface Facts {
  meta: MetaRow[];
  device: DeviceRow[];
  names: IdMapping[];
  session: SessionRow | undefined;
  untold: JournalEntry[];
}

const tablesOf = (db: EtalDatabase) => [db.outbox, db.meta, db.device, db.idmap, db.session, db.journal];
const isMark = (row: MetaRow | undefined) => row?.k === 'installId';
const isPersonal = ({ type }: Cmd) => !commandOf(type)?.silent;

/** Looks after the open database from now on; resolves once it can be used. */
export async function keepInMind(local: Local, { secondHome, emptied }: Ports): Promise<Memory> {
  const { db, newId } = local;
  let rows: readonly Cmd[] = [];
  let facts: Facts | null = null;
  let known: string | null = null;

  async function lookAt(opened: EtalDatabase): Promise<void> {
    const found = await opened.meta.get('installId');
    if (found?.k === 'installId' && (known === null || known === found.value)) {
      known = found.value;
      return;
    }
    const mark = found?.k === 'installId' ? found.value : newId();
    const remembered = rows;
    let lost: string[] = [];
    let written = 0;
    try {
      written = await opened.transaction('rw', tablesOf(opened), async () => {
        await opened.meta.put({ k: 'installId', value: mark });
        const count = facts ? await writeAgain(opened, facts, remembered) : 0;
        if (!found) await settleIn(opened);
        return count;
      });
    } catch (refused) {
      // A device that takes nothing back must open all the same.
      console.error(refused);
      lost = remembered.filter(isPersonal).map((row) => sentenceOf(row, null));
    }
    known = mark;
    if (!found || lost.length > 0) emptied?.({ mark, written, lost });
  }

  /** The visitor of before, with the cart that the server has of them. */
  async function settleIn(opened: EtalDatabase): Promise<void> {
    const before = secondHome?.read();
    if (!before || (await opened.device.get('visitorId'))) return;
    await opened.device.put({ k: 'visitorId', value: before.visitor });
    if (before.cart === null) return;
    const owner: Owner = `v:${before.visitor}`;
    const lane = `cart:${newId()}`;
    await putDeviceCart(opened, owner, lane, before.cart);
    await opened.idmap.put({ owner, tempId: lane, iri: `/carts/${before.cart}` });
  }

  function note(read: Facts): void {
    facts = read;
    const visitor = read.device.find((row) => row.k === 'visitorId');
    const cart = visitor && read.device.find((row): row is DeviceCart => row.k === `cart:v:${visitor.value}`);
    secondHome?.write(visitor ? { visitor: visitor.value, cart: cart?.serverId ?? null } : null);
  }

  await lookAt(db);
  // Whoever comes first to a database opened anew waits for this.
  db.on('ready', (opened) => lookAt((opened ?? db) as EtalDatabase), true);
  return {
    async remember(read) {
      rows = read;
      try {
        note(await factsOf(db));
      } catch (failure) {
        // Closed in this moment: what was known stays known.
        if (!isConnectionLost(failure)) console.error(failure);
      }
    },
  };
}

function factsOf(db: EtalDatabase): Promise<Facts> {
  return db.transaction('r', [db.device, db.session, db.journal, db.meta, db.idmap], () => readFacts(db));
}

async function readFacts(db: EtalDatabase): Promise<Facts> {
  const device = await db.device.toArray();
  const session = await db.session.get('current');
  const visitor = device.find((row) => row.k === 'visitorId');
  const owner: Owner | null = session?.owner ?? (visitor ? `v:${visitor.value}` : null);
  const owners = owner ? await ownersHere(db, owner) : [];
  const untold = await untoldOf(db, owners);
  return { device, session, untold, meta: await db.meta.toArray(), names: await db.idmap.toArray() };
}

/** What stands there by now, from another page or from the person, stays as it is. @returns how many changes of the person */
async function writeAgain(db: EtalDatabase, facts: Facts, rows: readonly Cmd[]): Promise<number> {
  for (const row of facts.meta) if (!isMark(row) && !(await db.meta.get(row.k))) await db.meta.put(row);
  for (const row of facts.device) if (!(await db.device.get(row.k))) await db.device.put(row);
  for (const row of facts.names) if (!(await db.idmap.get([row.owner, row.tempId]))) await db.idmap.put(row);
  if (facts.session && !(await db.session.get('current'))) await db.session.put(facts.session);

  const ids = [...rows.map(({ id }) => id), ...facts.untold.map(({ cmdId }) => cmdId)];
  const waiting = await db.outbox.where('id').anyOf(ids).toArray();
  const ended = await db.journal.where('cmdId').anyOf(ids).toArray();
  const there = new Set([...waiting.map(({ id }) => id), ...ended.map(({ cmdId }) => cmdId)]);
  for (const { n: _, ...entry } of facts.untold) if (!there.has(entry.cmdId)) await db.journal.add(entry);
  const missing = rows.filter(({ id }) => !there.has(id));
  const ordered = lanesOfOrders(rows);
  /** From the first whose place is taken on: a later one that went to its own would overtake it. */
  let isBehind = false;
  for (const row of missing) {
    const { seq, ...rest } = row;
    isBehind ||= (await db.outbox.get(seq)) !== undefined;
    await db.outbox.add(isBehind ? rest : row);
    // Opened in this very moment: its commands say which one it is.
    if (row.type === 'cart.create' && !ordered.has(row.lane) && !(await deviceCart(db, row.owner)))
      await putDeviceCart(db, row.owner, row.lane, null);
  }
  return missing.filter(isPersonal).length;
}
