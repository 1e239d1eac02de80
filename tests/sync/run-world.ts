// The devices of a run: two pages of one browser and one page of another, each browser with its own disk, clock, tokens
// and network. Records what a test may know from outside.
import { IDBKeyRange } from 'fake-indexeddb';
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import { EtalDatabase, openLocalDatabase } from '#db/database.ts';
import type { AppliedCmd, Cmd, IdMapping, JournalEntry, Owner, Snapshot } from '#db/rows.ts';
import { revokeFamiliesOfUser } from '#server/access/refresh-tokens.ts';
import { mergeVisitorCart } from '#sync/carts/merge-carts.ts';
import type { StoreContext } from '#sync/device/context.ts';
import { idempotencyKey, laneOf } from '#sync/outbox/rows.ts';
import { storeReadView } from '#sync/outbox/snapshots.ts';
import { cancelCommand, requeueCommand } from '#sync/pending/decisions.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import type { Claimed } from '#sync/replay/claim.ts';
import { type ReplaySteps, replaySteps } from '#sync/replay/replay.ts';
import type { Credentials } from '#sync/session/credentials.ts';
import type { Session } from '#sync/session/session.ts';
import type { StoredPair, TokenStorage } from '#sync/session/token-storage.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';
import { ProfileLocks } from './profile-locks.ts';
import { Ledger } from './run-ledger.ts';
import type { Cast, RunMarket } from './run-market.ts';
import type { MachineName, PageName, RunPlan } from './run-plan.ts';

/** The parts of sync that a page uses beside the replay. */
export const tools = {
  merge: mergeVisitorCart,
  acceptRead: storeReadView,
  discard: cancelCommand,
  retry: requeueCommand,
  resolve: resolveConflict,
};
export type Tools = typeof tools;

/** A planted mistake. */
export interface Mistake {
  steps?: (right: ReplaySteps) => Partial<ReplaySteps>;
  tools?: Partial<Tools>;
  credentials?: (session: Session) => Credentials;
  storage?: (right: TokenStorage) => TokenStorage;
}

/** A command as recorded from its rows. */
export interface KnownCommand {
  row: Cmd;
  /** The row is in the outbox now. */
  waiting: boolean;
}

/** Terms agreed for an offline order, from this generation of the command on. */
export interface Agreement extends Pick<AgreedTerms, 'lines' | 'most' | 'ifChanged'> {
  gen: number;
}

/** One browser. */
export interface Browser {
  name: MachineName;
  machine: Machine;
  network: Network;
  locks: ProfileLocks;
  storage: TokenStorage;
  /** Opened by no page: reads the disk at any time. */
  observer: EtalDatabase;
  version: number;
  /** A page has been opened. */
  isStarted: boolean;
  commands: Map<string, KnownCommand>;
  outcomes: Map<string, JournalEntry>;
  /** Whose enqueueing resolved. */
  accepted: Set<string>;
  /** Deleted by the user at logout. */
  released: Set<string>;
  /** User of each visitor command that has not joined yet, at the last check. */
  userOf: Map<string, Owner>;
  /** Owner and lane to the version of the view. */
  versions: Map<string, number>;
  /** Pending commands, views and user at the last count. */
  lastCounted: string;
  /** By command id: the agreed terms, and each confirmation since. */
  agreements: Map<string, Agreement[]>;
  /** Orders discarded in doubt: the number of requests sent by then. */
  discardedAfter: Map<string, number>;
  /** Lanes of visitors that have joined a user's cart. */
  merged: Set<string>;
  /** Keys that were under way while a page was killed. */
  interruptedKeys: Set<string>;
  /** Server time at which a command was first recorded. */
  firstSeenAt: Map<string, number>;
  /** Number of requests already checked. */
  checkedRequests: number;
  /** The settlement events of each page. */
  pageEvents: Device['events'][];
}

export type Page = Device & { name: PageName; browser: Browser; session: Session };

export interface DiskState {
  rows: Cmd[];
  journal: JournalEntry[];
  snaps: Snapshot[];
  applied: AppliedCmd[];
  names: IdMapping[];
}

export class World {
  readonly ledger: Ledger;
  readonly browsers: [Browser, Browser];
  readonly pages = new Map<PageName, Page>();
  /** The current task of each page. */
  readonly hanging = new Map<Page, Promise<void>>();
  readonly tools: Tools;
  /** Errors that no page should have. */
  readonly crashes: unknown[] = [];
  private pendingAnnouncements: Promise<unknown>[] = [];

  private constructor(
    readonly market: RunMarket,
    readonly plan: RunPlan,
    readonly cast: Cast,
    private readonly mistake: Mistake,
    createBrowsers: (ledger: Ledger) => [Browser, Browser],
  ) {
    this.ledger = new Ledger(() => market.clock.now);
    this.browsers = createBrowsers(this.ledger);
    this.tools = { ...tools, ...mistake.tools };
  }

  static async open(market: RunMarket, cast: Cast, plan: RunPlan, mistake: Mistake): Promise<World> {
    const { now } = market.clock;
    const machines = [newMachine(now), newMachine(now)] as const;
    const observers = await Promise.all(
      machines.map(({ indexedDB }) => openLocalDatabase(new EtalDatabase({ indexedDB, IDBKeyRange }))),
    );
    const createBrowser = (name: MachineName, ledger: Ledger): Browser => ({
      name,
      machine: machines[name],
      network: createNetwork(ledger.observe(market.app, name), () => market.clock.now),
      locks: new ProfileLocks(),
      storage: mistake.storage?.(createTokenStorage()) ?? createTokenStorage(),
      observer: observers[name] as EtalDatabase,
      version: 1,
      isStarted: false,
      commands: new Map(),
      outcomes: new Map(),
      accepted: new Set(),
      released: new Set(),
      userOf: new Map(),
      versions: new Map(),
      lastCounted: '',
      agreements: new Map(),
      discardedAfter: new Map(),
      merged: new Set(),
      interruptedKeys: new Set(),
      firstSeenAt: new Map(),
      checkedRequests: 0,
      pageEvents: [],
    });
    return new World(market, plan, cast, mistake, (ledger) => [createBrowser(0, ledger), createBrowser(1, ledger)]);
  }

  browserOf(name: PageName): Browser {
    return this.browsers[name === 2 ? 1 : 0];
  }

  /** Opened when first needed. */
  async page(name: PageName): Promise<Page> {
    const known = this.pages.get(name);
    if (known) return known;
    const browser = this.browserOf(name);
    const identity = {};
    const right = stepsOfVersion(browser.version);
    const { mistake } = this;
    const device = await openDevice(browser.machine, browser.network, {
      locks: this.plan.locks ? browser.locks.of(identity) : undefined,
      lanesAtOnce: this.plan.lanes,
      appVersion: `${browser.version}`,
      steps: { ...right, ...mistake.steps?.(right) },
      session: {
        storage: browser.storage,
        verify: this.market.verify,
        announce: () => this.announce(name),
        ...(mistake.credentials && { credentials: mistake.credentials }),
      },
    });
    if (!device.session) throw new Error('no session');
    const { start } = this.plan;
    if (start && !browser.isStarted) await device.session.login(this.cast[start].email, DEMO_PASSWORD);
    else await device.session.reread();
    browser.isStarted = true;
    browser.pageEvents.push(device.events);
    const page = { ...device, name, browser, session: device.session, kill: () => this.close(page, device, identity) };
    this.pages.set(name, page);
    return page;
  }

  private close(page: Page, device: Device, identity: object): void {
    device.kill();
    page.browser.locks.abandon(identity);
    this.hanging.delete(page);
    this.pages.delete(page.name);
  }

  private announce(from: PageName): void {
    for (const page of this.pages.values()) {
      if (page.name !== from && page.browser === this.browserOf(from))
        this.pendingAnnouncements.push(page.session.reread());
    }
  }

  /** Waits until announcements have reached the other tabs. */
  async deliverAnnouncements(): Promise<void> {
    await Promise.allSettled(this.pendingAnnouncements.splice(0));
  }

  wait(ms: number): void {
    this.market.clock.now += ms;
    for (const { machine } of this.browsers) machine.time.now += ms;
  }

  /** Ends all sessions of a user, like an administrator or a new password. */
  async revoke(who: 'anne' | 'bob'): Promise<void> {
    const { db, clock } = this.market;
    await revokeFamiliesOfUser(db, this.cast[who].id, new Date(clock.now));
  }

  readDisk({ observer }: Browser): Promise<DiskState> {
    return observer.transaction(
      'r',
      [observer.outbox, observer.journal, observer.snaps, observer.applied, observer.idmap],
      async () => ({
        rows: await observer.outbox.toArray(),
        journal: await observer.journal.toArray(),
        snaps: await observer.snaps.toArray(),
        applied: await observer.applied.toArray(),
        names: await observer.idmap.toArray(),
      }),
    );
  }

  end(): void {
    for (const page of [...this.pages.values()]) page.kill();
    for (const { observer } of this.browsers) observer.close();
  }
}

/** The localStorage shared by the tabs of one browser. */
function createTokenStorage(): TokenStorage {
  let pair: StoredPair | null = null;
  let revocations: string[] = [];
  return {
    read: () => pair,
    write: (next) => {
      pair = next;
    },
    readRevocations: () => revocations,
    writeRevocations: (next) => {
      revocations = next;
    },
  };
}

/** Replay steps of a later version of the app: it adds its number to the bodies it builds. */
function stepsOfVersion(version: number): ReplaySteps {
  if (version === 1) return replaySteps;
  const addVersion = async <T extends { kind: string }>(
    local: StoreContext,
    head: Cmd | undefined,
    taken: T,
  ): Promise<T> => {
    const begun = taken as unknown as Claimed;
    if (taken.kind !== 'claimed' || head?.req !== undefined) return taken;
    const { body } = begun.cmd.req;
    const req = { ...begun.cmd.req, body: body && JSON.stringify({ ...JSON.parse(body), app: version }) };
    await local.db.outbox.update(begun.cmd.seq, { req });
    return { ...taken, cmd: { ...begun.cmd, req } };
  };
  return {
    ...replaySteps,
    async claim(local, owner, lane, options) {
      const head = await laneOf(local.db, owner, lane).first();
      return addVersion(local, head, await replaySteps.claim(local, owner, lane, options));
    },
  };
}

/** The command of a key, for any generation. */
export function commandOfKey({ commands }: Browser, key: string): KnownCommand | undefined {
  const first = commands.get(key);
  if (first) return first;
  for (const known of commands.values()) {
    for (let gen = 1; gen <= known.row.gen + 2; gen++) {
      if (idempotencyKey({ id: known.row.id, gen }) === key) return known;
    }
  }
  return undefined;
}
