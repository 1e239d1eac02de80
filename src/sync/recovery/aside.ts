// The second home of short changes. Where the browser gives no IndexedDB the outbox lives in the page's memory; what is short
// enough then stands in a small storage besides, one item a command, from the moment of the commit until it has ended.
// Guarantees: a page that opens later has them again, under their ids, their keys and their frozen requests; once there is a
// disk they move onto it, and leave here only after they stand there; what would find no room is refused at once.
import { type Change, followCommits } from '#db/commits.ts';
import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, IdMapping } from '#db/rows.ts';
import { isWhole } from '#db/whole-row.ts';
import type { Command } from '../commands/command.ts';
import { commands } from '../commands/registry.ts';
import type { Local } from '../device/context.ts';
import type { Locks } from '../device/locks.ts';
import { CODE_LIMIT, within } from '../device/within.ts';
import { OutboxFull } from '../outbox/limits.ts';
import { laneName } from '../outbox/rows.ts';
import { type AsideStore, type Item, isFurther, itemOf, itemsIn } from './aside-items.ts';

export interface AsidePorts {
  aside?: AsideStore | undefined;
  /** What was stored a moment ago lasts only as long as this page. */
  unkept?: (() => void) | undefined;
}

/** Commands, and characters of all of them. */
export const MOST_ASIDE = 100;
const MOST_CHARACTERS = 500_000;
/** Characters of the arguments of one command: a line of the cart, a message. */
const SHORT = 4096;
/** What they change needs neither pictures nor what was typed before. */
const kinds = ['cart', 'storeOrder', 'review', 'new'];

/** What it waits for is kept, too: only a cart waits for orders, which are. */
const isShort = ({ type, lane, args, deps, bytes }: Pick<Cmd, 'type' | 'lane' | 'args' | 'deps' | 'bytes'>) =>
  kinds.includes(lane.split(':')[0] ?? '') &&
  (!deps || type === 'cart.create') &&
  !bytes &&
  (JSON.stringify(args) ?? '').length <= SHORT;

export interface Aside {
  /** @throws OutboxFull when it should stand here and there is no room */
  check(command: Command): void;
}

/** Where nothing can be kept beside the page. */
export const noAside: Aside = { check: () => {} };

/** Keeps there what this database in memory holds, from its opening on. */
export function keepAside(db: EtalDatabase, store: AsideStore, unkept?: () => void): Aside {
  const rows = new Map<number, Cmd>();
  const carts = new Map<string, string>();

  function keep(id: string): void {
    const row = [...rows.values()].find((one) => one.id === id);
    if (!row) {
      store.remove(id);
      return;
    }
    const there = itemOf(store.read(id))?.row;
    // Another page has gone further with it.
    if (there && isFurther(there, row)) return;
    const item: Item = { row, cart: carts.get(laneName(row)) ?? null };
    if (!store.write(id, JSON.stringify(item))) unkept?.();
  }

  followCommits(db, ['outbox', 'idmap'], ({ outbox = [], idmap = [] }) => {
    const touched = new Set<string>();
    for (const { row } of idmap as Change<IdMapping>[]) {
      if (!row?.tempId.startsWith('cart:')) continue;
      const lane = laneName({ owner: row.owner, lane: row.tempId });
      carts.set(lane, row.iri);
      for (const one of rows.values()) if (laneName(one) === lane) touched.add(one.id);
    }
    for (const { key, row } of outbox as Change<Cmd>[]) {
      const seq = key as number;
      const before = rows.get(seq);
      if (before) touched.add(before.id);
      rows.delete(seq);
      if (!row || !isWhole(row) || !isShort(row)) continue;
      rows.set(seq, { ...row, seq });
      touched.add(row.id);
    }
    for (const id of touched) keep(id);
  });

  return {
    check(command) {
      const named = (commands[command.type].lane as (args: unknown, id: string) => string)(command.args, '');
      const { type, args, deps, bytes } = command;
      if (!isShort({ type, lane: named, args, ...(deps && { deps }), ...(bytes && { bytes: bytes.byteLength }) }))
        return;
      const ids = store.ids();
      const characters = ids.reduce((sum, id) => sum + (store.read(id)?.length ?? 0), 0);
      if (ids.length < MOST_ASIDE && characters < MOST_CHARACTERS) return;
      throw new OutboxFull(
        'Ce navigateur ne peut pas garder davantage de modifications sans réseau\u00a0: reconnectez-vous avant de continuer.',
      );
    },
  };
}

interface Ground {
  local: Local;
  store: AsideStore;
  /** The database lives in memory, and is kept there. */
  isInMemory: boolean;
  locks?: Locks | undefined;
  /** As a change itself is written. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Something came in or went since this page was opened. */
  changed(): void;
}

/** Held by each page that lives in memory, shared; whoever has a disk waits for all of them to be gone. */
const LOCK = 'etal.aside';

/** Takes in what stands there, now and whenever it changes. Resolves once what is there is in the outbox; returns how to stop. */
export async function openAside(ground: Ground): Promise<() => void> {
  const { local, store, locks, isInMemory, write, changed } = ground;
  if (!isInMemory) {
    const move = (options: LockOptions) =>
      locks ? locks.request(LOCK, options, (lock) => (lock ? moveIn(ground) : 0)) : moveIn(ground);
    const moveLater = () => {
      Promise.resolve(move({}))
        .then((moved) => moved > 0 && changed())
        .catch(console.error);
    };
    // On a full device they wait where they are.
    if (store.ids().length > 0) await soon(Promise.resolve(move({ ifAvailable: true })));
    if (store.ids().length > 0) moveLater();
    return store.listen((id) => {
      if (store.read(id) !== null) moveLater();
    });
  }
  let leave = () => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  locks?.request(LOCK, { mode: 'shared' }, () => gone).catch(console.error);
  await soon(bring(local, itemsIn(store)));
  const follow = async (id: string) => {
    const item = itemOf(store.read(id));
    if (item) await write(() => bring(local, [item]));
    // Ended, or given up, in another page.
    else if ((await local.db.outbox.where('id').equals(id).delete()) === 0) return;
    changed();
  };
  const stop = store.listen((id) => void follow(id).catch(console.error));
  return () => {
    stop();
    leave();
  };
}

/** It goes on beside the page that opens. */
const soon = (work: Promise<unknown>) => within(work, CODE_LIMIT).catch(console.error);

/** Where their code does not come they stay where they are, for a later page. */
async function bring(local: Local, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const { bringIn } = await import('./aside-in.ts');
  await bringIn(local, items);
}

/** They leave their second home only once they stand on the disk. */
async function moveIn({ local, store, write }: Ground): Promise<number> {
  const items = itemsIn(store);
  await write(() => bring(local, items));
  for (const { row } of items) store.remove(row.id);
  return items.length;
}
