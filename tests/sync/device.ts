// A device for tests: the real outbox and replay on its own IndexedDB, behind a faulty network, on its own clock.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createApiClient } from '#api/client.ts';
import { CacheDatabase } from '#db/cache-database.ts';
import { EtalDatabase, openLocalDatabase } from '#db/database.ts';
import { deviceCart } from '#db/device.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import type { Command } from '#sync/commands/registry.ts';
import { createServerClock } from '#sync/device/clock.ts';
import type { StoreContext } from '#sync/device/context.ts';
import { newId } from '#sync/device/ids.ts';
import type { Locks } from '#sync/device/locks.ts';
import { submitToOutbox } from '#sync/outbox/enqueue.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { storeReadView } from '#sync/outbox/snapshots.ts';
import type { SettledEvent } from '#sync/replay/ports.ts';
import { createReplay, type ReplaySteps, replaySteps } from '#sync/replay/replay.ts';
import type { Credentials } from '#sync/session/credentials.ts';
import { createSession, type Session, type SessionPorts } from '#sync/session/session.ts';
import type { Network } from '../support/network.ts';

/** What survives a reload: the disk and the time. */
export interface Machine {
  indexedDB: IDBFactory;
  time: { now: number };
}

export const newMachine = (now = Date.parse('2026-11-20T10:00:00Z')): Machine => ({
  indexedDB: new IDBFactory(),
  time: { now },
});

export const visitorsOnly: Credentials = {
  user: async () => null,
  token: async () => null,
  refresh: async () => 'unreachable',
};

export interface DeviceOptions {
  credentials?: Credentials;
  steps?: Partial<ReplaySteps>;
  acceptRead?: typeof storeReadView;
  locks?: Locks;
  /** The server's clock minus the device's, as measured from the last answers. */
  serverOffset?: number;
  /** A real session over this storage; it supplies the credentials and measures the server's clock. */
  session?: Pick<SessionPorts, 'storage' | 'verify' | 'announce'> & {
    credentials?: (session: Session) => Credentials;
  };
  lanesAtOnce?: number | (() => number);
  away?: () => boolean;
  appVersion?: string;
}

export type Device = Awaited<ReturnType<typeof openDevice>>;

const health = { method: 'GET', path: '/health', headers: { Accept: 'application/ld+json' }, body: null };

/** A page (or a worker) on the machine; several may be open at once. */
export async function openDevice(machine: Machine, network: Network, options: DeviceOptions = {}) {
  const connection = network.connect();
  const database = new EtalDatabase({ indexedDB: machine.indexedDB, IDBKeyRange: IDBKeyRange });
  const db = await openLocalDatabase(database);
  const clock = createServerClock();
  const local: StoreContext = {
    db,
    now: () => machine.time.now,
    newId,
    random: Math.random,
    serverTime: () => clock.time(machine.time.now),
    appVersion: options.appVersion ?? 'test',
  };
  let lastSuccess: number | null = null;
  const api = createApiClient({
    endpoint: '/api',
    fetch: connection.fetch,
    heard: ({ healthy, date }) => {
      if (healthy) lastSuccess = machine.time.now;
      if (options.session && date !== null) clock.addSample(date, machine.time.now);
    },
  });
  const cache = new CacheDatabase({ indexedDB: machine.indexedDB, IDBKeyRange: IDBKeyRange });
  const { locks, lanesAtOnce } = options;
  const session = options.session && createSession({ local, cache, call: api.call, clock, locks, ...options.session });
  const events: SettledEvent[] = [];
  const replay = createReplay(
    {
      local,
      transmit: api.transmit,
      clock,
      credentials:
        options.credentials ??
        (session && (options.session?.credentials?.(session) ?? session.credentials)) ??
        visitorsOnly,
      locks,
      ...(lanesAtOnce && { maxLanes: typeof lanesAtOnce === 'number' ? () => lanesAtOnce : lanesAtOnce }),
      ...(options.away && { isServerUnreachable: options.away }),
      ping: async () => {
        if (options.session) return (await api.transmit(health, { token: null })).isTrusted;
        clock.addSample(machine.time.now + (options.serverOffset ?? 0), machine.time.now);
        return true;
      },
      lastSuccessAt: () => lastSuccess,
      onSettled: (event) => events.push(event),
    },
    { ...replaySteps, ...options.steps },
  );
  return {
    local,
    db,
    api,
    cache,
    clock,
    session,
    events,
    drain: replay.drain,
    submit: (command: Command) => submitToOutbox(local, command),
    cart: async () => readCart(local, await currentOwner(local)),
    /** Reads the cart from the server, as a screen does on focus. */
    async refresh(): Promise<void> {
      const owner = await currentOwner(local);
      const current = await deviceCart(db, owner);
      if (!current?.serverId) return;
      const { answer } = await api.call('cart.get', { params: { id: current.serverId } }, { token: null });
      await (options.acceptRead ?? storeReadView)(local, owner, current.lane, answer);
    },
    /** Closes the page, whatever is in progress. */
    kill(): void {
      connection.kill();
      db.close();
      cache.close();
    },
  };
}
