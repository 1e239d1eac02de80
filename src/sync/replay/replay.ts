// Outbox replay: sends queued commands, one lane at a time, in the page and in the service worker.
//
//   claim ──▶ send ──▶ classify ──▶ settle ──▶ (next head of the lane)
//     └ nothing to send: the lane waits for its time or the next event
//
// Guarantee: each command is applied once, by its frozen request, its key and the fencing in claim and settle. The Web Lock
// only reduces traffic: a frozen tab that holds it delays another by ten seconds at most.
import { ApiError } from '#api/errors.ts';
import type { WireReply } from '#api/wire.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { findRecord } from '../commands/registry.ts';
import { createLockRunner } from '../device/locks.ts';
import { trimJournal } from '../outbox/finish-command.ts';
import { laneName } from '../outbox/rows.ts';
import { fetchCartView, probeCart } from './cart-probe.ts';
import { type Claim, type Claimed, claimHead } from './claim.ts';
import { classify, type Verdict } from './classify.ts';
import { clearBackoff, type DueLanes, findDueLanes } from './due-lanes.ts';
import { buildOutgoing, type Outgoing } from './outgoing.ts';
import type { DrainOptions, DrainReport, Replay, ReplayPorts } from './ports.ts';
import { createLaneQueries } from './questions.ts';
import { isHopeless, settleCommand } from './settle.ts';
import type { Settlement } from './settlement.ts';
import { RETRY_SOON } from './timing.ts';
import { createTokens } from './tokens.ts';

const LANES_AT_ONCE = 3;
const ROUNDS = 4;
/** Maximum age of a success that shows a working server, milliseconds. */
const HEALTHY_FOR = 5 * 60_000;

interface StepOptions {
  owner: Owner;
  lane: string;
  eager: boolean;
  hasLock: boolean;
  /** Owners whose fresh token was refused in this drain. */
  refusedOwners: Set<string>;
}

/** The parts of one attempt, replaceable for tests. */
export const replaySteps = { claim: claimHead, classify, settle: settleCommand, send };
export type ReplaySteps = typeof replaySteps;

async function send(ports: ReplayPorts, request: Outgoing, token: string | null): Promise<WireReply | null> {
  try {
    return await ports.transmit(request, { token });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Merges the options of two requested drains. */
function mergeOptions(one: DrainOptions | null, other: DrainOptions): DrainOptions {
  const eager = Boolean(one?.eager || other.eager);
  const isSameLane = !one || (one.only && other.only && laneName(one.only) === laneName(other.only));
  return { ...other, eager, ...(!isSameLane && { only: undefined }) };
}

export function createReplay(ports: ReplayPorts, { claim, classify, settle, send }: ReplaySteps = replaySteps): Replay {
  const { local, credentials } = ports;
  let running: Promise<DrainReport> | null = null;
  let nextOptions: DrainOptions | null = null;
  /** Options of the running drain. */
  let current: DrainOptions = {};
  /** Lanes being drained, by owner and name. */
  const activeLanes = new Set<string>();
  /** Lanes among them that have received new commands meanwhile. */
  const changedLanes = new Set<string>();
  /** Passes for new lanes, parallel to the running drain. */
  const extraPasses: Promise<DrainReport>[] = [];
  const withLock = createLockRunner(ports.locks, local.now);
  const tokens = createTokens(ports);
  const runQuery = createLaneQueries(local);

  const isUnreachable = () => ports.isServerUnreachable?.() ?? false;
  /** Number of further lanes that may start. */
  const freeLanes = () => (ports.maxLanes?.() ?? LANES_AT_ONCE) - activeLanes.size;

  async function findLanes({ eager, only }: DrainOptions): Promise<DueLanes> {
    const user = await credentials.user();
    if (only && (only.owner === user || only.owner.startsWith('v:'))) return { due: [only], nextAt: null };
    if (eager) await clearBackoff(local, user);
    return findDueLanes(local, user);
  }

  function reportSettlement({ id, type, owner, lane, createdAt, attempts }: Cmd, settlement: Settlement): void {
    const silent = findRecord(type)?.silent ?? false;
    ports.onSettled?.({ id, type, owner, lane, settlement, createdAt, attempts, silent });
  }

  /** @returns when to continue the lane: now, at a time, or after an event (null); 'empty' once the lane is */
  async function step({
    owner,
    lane,
    eager,
    hasLock,
    refusedOwners,
  }: StepOptions): Promise<'now' | 'empty' | number | null> {
    const token = await tokens.tokenOf(owner);
    if (token === 'closed') return null;
    const claimed = await claim(local, owner, lane, { eager, hasLock, clock: ports.clock });
    if (claimed.kind !== 'claimed') return handleUnsent(claimed, { owner, lane, eager, refusedOwners }, token);
    const { cmd, before } = claimed;
    const verdict = await attempt(claimed, token);
    const healthy = await doOthersSucceed(cmd, verdict);
    const settlement = await settle(local, cmd, verdict, { before, healthy });
    reportSettlement(cmd, settlement);
    // Other lanes may have waited for its new IRI.
    if (settlement.kind === 'done' && findRecord(cmd.type)?.names)
      nextOptions = mergeOptions(nextOptions, { ...current, only: undefined });
    if (verdict.kind === 'auth') return tokens.handleRefusal(cmd, token, refusedOwners);
    if (settlement.kind === 'waiting') return settlement.nextAt;
    return 'isLaneEmpty' in settlement && settlement.isLaneEmpty ? 'empty' : 'now';
  }

  async function attempt(claimed: Claimed, token: string | null): Promise<Verdict> {
    const { cmd } = claimed;
    const verdict = classify(await send(ports, buildOutgoing(claimed), token));
    return (verdict.kind === 'refused' && verdict.status === 404 && (await probeCart(ports, cmd, token))) || verdict;
  }

  /** Handles a claim without a request: settled, not due yet, or a query is needed first. */
  async function handleUnsent(
    unsent: Exclude<Claim, Claimed>,
    at: Pick<StepOptions, 'owner' | 'lane' | 'eager' | 'refusedOwners'>,
    token: string | null,
  ) {
    if (unsent.kind === 'wait') return unsent.until;
    if (unsent.kind === 'again') {
      reportSettlement(unsent.cmd, unsent.settlement);
      return 'now';
    }
    const { owner, lane, eager, refusedOwners } = at;
    let isTokenRefused = false;
    const next = await runQuery(laneName({ owner, lane }), eager, async () => {
      if (unsent.kind === 'ask-clock') return ports.ping();
      const result = await fetchCartView(ports, owner, lane, unsent.cartId, token);
      isTokenRefused = result === 'refused';
      return result === true;
    });
    return isTokenRefused ? tokens.handleRefusal({ owner }, token, refusedOwners) : next;
  }

  /** Whether only this command fails; pings if no other call has succeeded recently. */
  async function doOthersSucceed(cmd: Cmd, verdict: Verdict): Promise<boolean> {
    const hasRecentSuccess = () => {
      const last = ports.lastSuccessAt();
      return last !== null && last > Math.max(cmd.failingSince ?? 0, local.now() - HEALTHY_FOR);
    };
    const needsPing = verdict.kind === 'later' && verdict.failed && isHopeless(cmd, local.now());
    if (needsPing && !hasRecentSuccess()) await ports.ping().catch(() => false);
    return hasRecentSuccess();
  }

  async function drainLane(owner: Owner, lane: string, eager: boolean, deadline: number, report: DrainReport) {
    const refusedOwners = new Set<string>();
    let first = true;
    while (Date.now() < deadline) {
      if (isUnreachable()) return;
      const next = await withLock(`drain:${owner}:${lane}`, (hasLock) =>
        step({ owner, lane, eager: eager && first, hasLock, refusedOwners }),
      );
      first = false;
      if (next === 'now' || next === 'empty') {
        report.settled += 1;
        // Most lanes end with their first command.
        if (next === 'empty' && !changedLanes.delete(laneName({ owner, lane }))) return;
        continue;
      }
      const at = next === 'locked' ? local.now() + RETRY_SOON : next;
      if (at !== null) report.nextAt = Math.min(report.nextAt ?? at, at);
      return;
    }
    report.nextAt = local.now();
  }

  async function runPass(options: DrainOptions, done: Set<string>, round = 1): Promise<DrainReport> {
    const { budgetMs = Number.POSITIVE_INFINITY, eager = false } = options;
    if (isUnreachable()) return { nextAt: null, settled: 0 };
    const { due, nextAt } = await findLanes(round === 1 ? options : {});
    const report: DrainReport = { nextAt, settled: 0 };
    const deadline = Date.now() + budgetMs;
    const waiting = due.filter((one) => !done.has(laneName(one)) && !activeLanes.has(laneName(one)));
    for (const one of waiting) done.add(laneName(one));
    if (waiting.length === 0) return report;
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const name = laneName(next);
        if (activeLanes.has(name)) continue;
        activeLanes.add(name);
        await drainLane(next.owner, next.lane, eager, deadline, report).finally(() => {
          activeLanes.delete(name);
          changedLanes.delete(name);
        });
      }
    };
    const width = Math.max(0, Math.min(waiting.length, freeLanes()));
    await Promise.all(Array.from({ length: width }, worker));
    // A recreated cart is another lane; after repeated recreations the next drain continues.
    if (round >= ROUNDS) return { ...report, nextAt: local.now() + RETRY_SOON };
    const more = await runPass(options, done, round + 1);
    report.settled += more.settled;
    if (more.nextAt !== null) report.nextAt = Math.min(report.nextAt ?? more.nextAt, more.nextAt);
    return report;
  }

  async function drainAll(options: DrainOptions): Promise<DrainReport> {
    try {
      let settled = 0;
      for (let next = options; ; next = nextOptions) {
        nextOptions = null;
        current = next;
        const report = await runPass(next, new Set());
        settled += report.settled;
        while (extraPasses.length > 0)
          for (const other of await Promise.all(extraPasses.splice(0))) settled += other.settled;
        if (report.settled > 0) await trimJournal(local);
        if (nextOptions === null) return { ...report, settled };
      }
    } finally {
      // Synchronous with the last check of `nextOptions`: later requests start a new drain.
      running = null;
    }
  }

  return {
    drain(options = {}) {
      if (running) {
        nextOptions = mergeOptions(nextOptions, options);
        if (options.only && activeLanes.has(laneName(options.only))) changedLanes.add(laneName(options.only));
        if (freeLanes() <= 0) return running;
        // A hanging lane does not delay new ones; its outcome is reported with the others.
        const extra = runPass(options, new Set());
        extra.catch(() => {});
        extraPasses.push(extra);
        return running;
      }
      running = drainAll(options);
      return running;
    },
  };
}
