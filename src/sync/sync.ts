// Sync: assembles the outbox for the page, with injected storage, network and events.
// Guarantee: every event (a new command, the network, the screen, an answer, the clock) drains what can be sent and
// schedules the next attempt at the earliest useful time.
import { type ApiClient, configureApi } from '#api/client.ts';
import type { TokenVerifier } from '#api/session-token.ts';
import { STORE_ROLE_CODE } from '#contract/merchant/store-roles.ts';
import { CacheDatabase } from '#db/cache-database.ts';
import { type ConnectionEvents, watchConnection } from '#db/connection.ts';
import type { Owner } from '#db/rows.ts';
import { refreshOpenCart } from './carts/refresh-cart.ts';
import type { Command } from './commands/registry.ts';
import { createServerClock, type ServerClock } from './device/clock.ts';
import { type Connectivity, createConnectivity, pingServer, realTimers, type Timers } from './device/connectivity.ts';
import type { StoreContext } from './device/context.ts';
import { newId } from './device/ids.ts';
import type { Locks } from './device/locks.ts';
import { openStorage, type StoragePorts } from './device/open-databases.ts';
import { createQuotaGuard, type QuotaGuard } from './device/quota.ts';
import { CODE_TIMEOUT, withTimeout } from './device/with-timeout.ts';
import { type SubmitResult, submitToOutbox } from './outbox/enqueue.ts';
import { currentOwner } from './outbox/owners.ts';
import { type EmptiedPorts, watchForEmptying } from './recovery/emptied-database.ts';
import type { DrainOptions, DrainReport, SettledEvent } from './replay/ports.ts';
import { createSchedule } from './replay/schedule.ts';
import { createSendOnDemand } from './send-on-demand.ts';
import { createSession, type Session } from './session/session.ts';
import type { TokenStorage } from './session/token-storage.ts';

/** Browser events: online, offline, visible, pageshow, focus. */
export type Hint = 'online' | 'offline' | 'visible' | 'pageshow' | 'focus';

export interface SyncPorts extends StoragePorts, EmptiedPorts {
  endpoint: string;
  appVersion: string;
  storage: TokenStorage;
  verify: TokenVerifier | null;
  /** Calls back for each event; returns how to stop. */
  hints?: (heard: (hint: Hint) => void) => () => void;
  /** Notifies other tabs of session changes, and listens to theirs. */
  channel?: { announce(): void; listen(heard: () => void): () => void };
  /** Shares the state of the network among tabs. */
  connectivityChannel?:
    | { announce(online: boolean): void; listen(heard: (online: boolean) => void): () => void }
    | undefined;
  locks?: Locks | undefined;
  fetch?: typeof fetch;
  timers?: Timers;
  now?: () => number;
  random?: () => number;
  /** Events of the database connection. */
  disk?: ConnectionEvents;
  /** Evicts the worker's caches when space is low. */
  evictable?: { pictures(): Promise<unknown>; answers(): Promise<unknown>; offlineBundles?(): Promise<unknown> };
  /** Bytes used and granted. */
  estimate?: (() => Promise<{ usage?: number; quota?: number }>) | undefined;
  /** True on a metered or very slow connection: one lane at a time. */
  saveData?: () => boolean;
}

export interface Sync {
  local: StoreContext;
  cache: CacheDatabase;
  api: ApiClient;
  clock: ServerClock;
  connectivity: Connectivity;
  session: Session;
  quota: QuotaGuard;
  /** Retries database work on a new connection if its own was lost. */
  withReconnect<T>(work: () => PromiseLike<T>): Promise<T>;
  /** Resolves when the command is stored; rejects if the device cannot store it. */
  submit(command: Command): Promise<SubmitResult>;
  drain(options?: DrainOptions): Promise<DrainReport>;
  /** The end of each attempt in this tab. */
  onSettled(listener: (event: SettledEvent) => void): () => void;
  currentOwner(): Promise<Owner>;
  /** Reads the current owner's cart again if the server is reachable. */
  refreshCart(): Promise<void>;
  /** Merges the visitor's cart into the user's; safe to call at any time. */
  joinCarts(): Promise<'merged' | 'nothing' | 'waiting'>;
  stop(): void;
}

/** Opens the databases (within five seconds each, or rejects) and starts listening. */
export async function startSync(ports: SyncPorts): Promise<Sync> {
  const { timers = realTimers, now = Date.now } = ports;
  const { db, indexed } = await openStorage(ports);
  const cache = new CacheDatabase({ ...indexed, name: indexed.name && `${indexed.name}-cache` });
  const clock = createServerClock();
  const serverTime = () => clock.time(now());
  const { random = Math.random, appVersion } = ports;
  const local: StoreContext = { db, now, newId, random, serverTime, appVersion };
  const connection = watchConnection(db, {
    renewed: () => {
      ports.disk?.renewed();
      wake({ eager: true });
    },
    lost: () => ports.disk?.lost(),
    outdated: () => ports.disk?.outdated(),
  });
  const { pictures, answers, offlineBundles } = ports.evictable ?? {};
  const quota = createQuotaGuard({
    evictions: [pictures, () => cache.empty(), answers, offlineBundles].filter((one) => one !== undefined),
    lastEviction: offlineBundles,
    estimate: ports.estimate,
    now,
  });
  let lastSuccess: number | null = null;
  const settledListeners = new Set<(event: SettledEvent) => void>();

  const api = configureApi({
    endpoint: ports.endpoint,
    ...(ports.fetch && { fetch: ports.fetch }),
    token: () => session.accessToken(),
    heard: ({ reached, date, healthy, old }) => {
      if (date !== null) {
        clock.addSample(date, now());
        session.recheck();
      }
      if (healthy) lastSuccess = now();
      const first = reached && connectivity.lastAnswerAt() === null;
      // One call had no answer while others had: a reason to ping, no proof.
      if (old) connectivity.probe();
      else connectivity.reportResult(reached);
      if (first) wake({});
    },
  });
  const ping = () => pingServer(api.transmit, timers);
  const connectivity = createConnectivity({ ping, now, timers });
  const session: Session = createSession({
    local,
    cache,
    call: api.call,
    clock,
    storage: ports.storage,
    verify: ports.verify,
    locks: ports.locks,
    announce: ports.channel && (() => ports.channel?.announce()),
  });
  const sending = createSendOnDemand(
    {
      local,
      transmit: api.transmit,
      clock,
      credentials: session.credentials,
      locks: ports.locks,
      ping,
      lastSuccessAt: () => lastSuccess,
      // Before the first answer one lane at a time, as a probe for all.
      maxLanes: () => (ports.saveData?.() || connectivity.lastAnswerAt() === null ? 1 : 3),
      isServerUnreachable: () => !connectivity.online(),
      onSettled: (event) => {
        const { owner, settlement } = event;
        if (settlement.kind === 'rejected' && settlement.verdict.code === STORE_ROLE_CODE)
          session.credentials.roleRefused?.(owner, settlement.verdict.detail?.storeRole);
        for (const listener of [...settledListeners]) listener(event);
      },
    },
    { withReconnect: connection.withReconnect, write: quota.write },
  );

  const joinCarts = async () => {
    const owner = session.owner();
    return owner ? sending.join(owner) : 'nothing';
  };
  async function send(options?: DrainOptions): Promise<DrainReport> {
    const report = await sending.drain(options);
    return (await joinCarts()) === 'merged' ? sending.drain(options) : report;
  }
  const schedule = createSchedule({ send, connectivity, now, timers });
  const { drain, wake } = schedule;

  let writing: Promise<unknown> = Promise.resolve();
  const stops = [
    connectivity.subscribe((online) => {
      ports.connectivityChannel?.announce(online);
      if (!online) return;
      wake({ eager: true });
      session.revokePending().catch(console.error);
    }),
    session.subscribe(() => wake({ eager: true })),
    ports.channel?.listen(() => void session.reread().catch(console.error)),
    // Another tab's failure counts at once and is checked within a second; its success is checked first.
    ports.connectivityChannel?.listen((online) => (online ? connectivity.probe() : connectivity.reportResult(false))),
    ports.hints?.((hint) => {
      if (hint === 'online' || hint === 'offline' || !connectivity.online()) connectivity.probe(hint === 'offline');
      if (hint !== 'offline') wake({ eager: true });
    }),
  ];

  let since: Parameters<typeof refreshOpenCart>[3] = 'opening';
  async function refresh(): Promise<void> {
    const asked = since;
    since = 'later';
    await refreshOpenCart(local, api.call, session, asked);
    wake({});
  }

  await watchForEmptying(local, ports);
  await session.reread();
  // The outbox is also repaired without a network.
  await withTimeout(sending.begin(), CODE_TIMEOUT, timers);
  wake({ eager: true });
  return {
    local,
    cache,
    api,
    clock,
    connectivity,
    session,
    quota,
    withReconnect: connection.withReconnect,
    async submit(command) {
      // Downloads during the disk write.
      sending.fetchCode();
      const freshId = newId();
      const write = () => connection.withReconnect(() => quota.write(() => submitToOutbox(local, command, freshId)));
      // Sequential, in the order of the taps.
      const result = writing.then(write);
      writing = result.catch(() => {});
      const { lane } = await result;
      if (connectivity.online()) wake(lane ? { only: lane } : {});
      else connectivity.probe();
      void quota.checkMargin();
      return result;
    },
    drain,
    onSettled(listener) {
      settledListeners.add(listener);
      return () => settledListeners.delete(listener);
    },
    currentOwner: () => currentOwner(local),
    refreshCart: refresh,
    joinCarts,
    stop() {
      schedule.stop();
      connection.stop();
      for (const stop of stops) stop?.();
      connectivity.stop();
    },
  };
}
