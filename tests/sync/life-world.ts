// The devices of a life: two pages of one browser and one page of another, each browser with a disk, a clock, stored tokens
// and a network of its own. What is kept of them here is what a test may know from outside.
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
import type { Life, MachineName, PageName } from './life-actions.ts';
import { Ledger } from './life-ledger.ts';
import type { Cast, LifeMarket } from './life-market.ts';
import { ProfileLocks } from './profile-locks.ts';

/** The parts of sync that a page uses beside the replay. */
export const tools = {
  merge: mergeVisitorCart,
  acceptRead: storeReadView,
  discard: cancelCommand,
  retry: requeueCommand,
  resolve: resolveConflict,
};
export type Tools = typeof tools;

/** A mistake made on purpose. */
export interface Mistake {
  steps?: (right: ReplaySteps) => Partial<ReplaySteps>;
  tools?: Partial<Tools>;
  credentials?: (session: Session) => Credentials;
  storage?: (right: TokenStorage) => TokenStorage;
}

/** What is known of a command from the rows it was seen as. */
export interface Known {
  row: Cmd;
  /** The row is there now. */
  waiting: boolean;
}

/** What somebody agreed to who ordered without a network, from this generation of the command on. */
export interface Agreement extends Pick<AgreedTerms, 'lines' | 'most' | 'ifChanged'> {
  gen: number;
}

/** One browser. */
export interface Box {
  name: MachineName;
  machine: Machine;
  network: Network;
  locks: ProfileLocks;
  storage: TokenStorage;
  /** Opened by no page: reads the disk at any time. */
  eyes: EtalDatabase;
  version: number;
  /** A page has been opened. */
  begun: boolean;
  commands: Map<string, Known>;
  outcomes: Map<string, JournalEntry>;
  /** Whose enqueueing resolved. */
  accepted: Set<string>;
  /** Deleted by the person when they logged out. */
  released: Set<string>;
  /** Of visitors, and not joined yet: whose they were when it was last looked. */
  userOf: Map<string, Owner>;
  /** Owner and lane to the version of the view. */
  versions: Map<string, number>;
  /** What waited, what was kept of the server, and who was here, when it was last counted. */
  counted: string;
  /** By the id of the command: what was agreed to, and each yes since. */
  agreements: Map<string, Agreement[]>;
  /** Orders given up while nobody knew what became of them: how many requests had left by then. */
  givenUp: Map<string, number>;
  /** Lanes of visitors that have joined a user's cart. */
  merged: Set<string>;
  /** Keys that were under way while a page was killed. */
  cutShort: Set<string>;
  /** Server time at which a command was first seen. */
  madeAt: Map<string, number>;
  /** How much of the network's record has been looked at. */
  heard: number;
  /** What each page was told of its commands. */
  told: Device['events'][];
}

export type Page = Device & { name: PageName; box: Box; session: Session };

export interface Sight {
  rows: Cmd[];
  journal: JournalEntry[];
  snaps: Snapshot[];
  applied: AppliedCmd[];
  names: IdMapping[];
}

export class World {
  readonly ledger: Ledger;
  readonly boxes: [Box, Box];
  readonly pages = new Map<PageName, Page>();
  /** What each page is in the middle of. */
  readonly hanging = new Map<Page, Promise<void>>();
  readonly tools: Tools;
  /** Errors that no page should have. */
  readonly crashes: unknown[] = [];
  private told: Promise<unknown>[] = [];

  private constructor(
    readonly market: LifeMarket,
    readonly life: Life,
    readonly cast: Cast,
    private readonly mistake: Mistake,
    boxes: (world: Ledger) => [Box, Box],
  ) {
    this.ledger = new Ledger(() => market.clock.now);
    this.boxes = boxes(this.ledger);
    this.tools = { ...tools, ...mistake.tools };
  }

  static async open(market: LifeMarket, cast: Cast, life: Life, mistake: Mistake): Promise<World> {
    const { now } = market.clock;
    const machines = [newMachine(now), newMachine(now)] as const;
    const eyes = await Promise.all(
      machines.map(({ indexedDB }) => openLocalDatabase(new EtalDatabase({ indexedDB, IDBKeyRange }))),
    );
    const box = (name: MachineName, ledger: Ledger): Box => ({
      name,
      machine: machines[name],
      network: createNetwork(ledger.listen(market.app, name), () => market.clock.now),
      locks: new ProfileLocks(),
      storage: mistake.storage?.(storageOf()) ?? storageOf(),
      eyes: eyes[name] as EtalDatabase,
      version: 1,
      begun: false,
      commands: new Map(),
      outcomes: new Map(),
      accepted: new Set(),
      released: new Set(),
      userOf: new Map(),
      versions: new Map(),
      counted: '',
      agreements: new Map(),
      givenUp: new Map(),
      merged: new Set(),
      cutShort: new Set(),
      madeAt: new Map(),
      heard: 0,
      told: [],
    });
    return new World(market, life, cast, mistake, (ledger) => [box(0, ledger), box(1, ledger)]);
  }

  boxOf(name: PageName): Box {
    return this.boxes[name === 2 ? 1 : 0];
  }

  /** Opened when first needed. */
  async page(name: PageName): Promise<Page> {
    const known = this.pages.get(name);
    if (known) return known;
    const box = this.boxOf(name);
    const identity = {};
    const right = upgraded(box.version);
    const { mistake } = this;
    const device = await openDevice(box.machine, box.network, {
      locks: this.life.locks ? box.locks.of(identity) : undefined,
      lanesAtOnce: this.life.lanes,
      appVersion: `${box.version}`,
      steps: { ...right, ...mistake.steps?.(right) },
      session: {
        storage: box.storage,
        verify: this.market.verify,
        announce: () => this.announce(name),
        ...(mistake.credentials && { credentials: mistake.credentials }),
      },
    });
    if (!device.session) throw new Error('no session');
    const { start } = this.life;
    if (start && !box.begun) await device.session.login(this.cast[start].email, DEMO_PASSWORD);
    else await device.session.reread();
    box.begun = true;
    box.told.push(device.events);
    const page = { ...device, name, box, session: device.session, kill: () => this.close(page, device, identity) };
    this.pages.set(name, page);
    return page;
  }

  private close(page: Page, device: Device, identity: object): void {
    device.kill();
    page.box.locks.abandon(identity);
    this.hanging.delete(page);
    this.pages.delete(page.name);
  }

  private announce(from: PageName): void {
    for (const page of this.pages.values()) {
      if (page.name !== from && page.box === this.boxOf(from)) this.told.push(page.session.reread());
    }
  }

  /** Until what was told to other tabs has arrived. */
  async heard(): Promise<void> {
    await Promise.allSettled(this.told.splice(0));
  }

  wait(ms: number): void {
    this.market.clock.now += ms;
    for (const { machine } of this.boxes) machine.time.now += ms;
  }

  /** All sessions of a person are over, as an administrator or a new password would end them. */
  async revoke(who: 'anne' | 'bob'): Promise<void> {
    const { db, clock } = this.market;
    await revokeFamiliesOfUser(db, this.cast[who].id, new Date(clock.now));
  }

  sight({ eyes }: Box): Promise<Sight> {
    return eyes.transaction('r', [eyes.outbox, eyes.journal, eyes.snaps, eyes.applied, eyes.idmap], async () => ({
      rows: await eyes.outbox.toArray(),
      journal: await eyes.journal.toArray(),
      snaps: await eyes.snaps.toArray(),
      applied: await eyes.applied.toArray(),
      names: await eyes.idmap.toArray(),
    }));
  }

  end(): void {
    for (const page of [...this.pages.values()]) page.kill();
    for (const { eyes } of this.boxes) eyes.close();
  }
}

/** What localStorage is to the tabs of one browser. */
function storageOf(): TokenStorage {
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

/** A later version of the app says the same in other words: it names itself in the bodies that it builds. */
function upgraded(version: number): ReplaySteps {
  if (version === 1) return replaySteps;
  const naming = async <T extends { kind: string }>(
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
      return naming(local, head, await replaySteps.claim(local, owner, lane, options));
    },
  };
}

/** The command a key belongs to, whatever its generation. */
export function commandOfKey({ commands }: Box, key: string): Known | undefined {
  const first = commands.get(key);
  if (first) return first;
  for (const known of commands.values()) {
    for (let gen = 1; gen <= known.row.gen + 2; gen++) {
      if (idempotencyKey({ id: known.row.id, gen }) === key) return known;
    }
  }
  return undefined;
}
