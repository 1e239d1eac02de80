// Sending what waits: lane by lane, one command at a time in each, in the page and in the service worker alike.
//
//   claim ──▶ send ──▶ classify ──▶ settle ──▶ (next head of the lane)
//     └ nothing to send: the lane rests until its time or the next trigger
//
// Guarantee: safety rests on the frozen request, its key and the fencing in claim and settle; the Web Lock only spares
// traffic, so a frozen tab that holds it delays another by ten seconds and no more.
import { ApiError } from '#api/errors.ts';
import type { WireReply } from '#api/wire.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { commandOf } from '../commands/registry.ts';
import { createLocked } from '../device/locks.ts';
import { trimJournal } from '../outbox/finish-command.ts';
import { laneName } from '../outbox/rows.ts';
import { askCart, probeCart } from './cart-probe.ts';
import { type Claim, type Claimed, claim } from './claim.ts';
import { classify, type Verdict } from './classify.ts';
import { cutPauses, type Survey, survey } from './due-lanes.ts';
import { type Outgoing, outgoing } from './outgoing.ts';
import type { DrainOptions, DrainReport, Replay, ReplayPorts } from './ports.ts';
import { createQuestions } from './questions.ts';
import { isHopeless, settle } from './settle.ts';
import type { Settlement } from './settlement.ts';
import { RETRY_SOON } from './timing.ts';
import { createTokens } from './tokens.ts';

const LANES_AT_ONCE = 3;
const ROUNDS = 4;
/** A call that succeeded this long ago says that the server works, milliseconds. */
const HEALTHY_FOR = 5 * 60_000;

interface Step {
  owner: Owner;
  lane: string;
  eager: boolean;
  alone: boolean;
  /** Owners whose fresh token was refused in this drain. */
  seen: Set<string>;
}

/** The parts of one attempt, given so that each can be examined, or replaced, on its own. */
export const steps = { claim, classify, settle, send };
export type Steps = typeof steps;

async function send(ports: ReplayPorts, request: Outgoing, token: string | null): Promise<WireReply | null> {
  try {
    return await ports.transmit(request, { token });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** One more round for two wishes. */
function both(one: DrainOptions | null, other: DrainOptions): DrainOptions {
  const eager = Boolean(one?.eager || other.eager);
  const same = !one || (one.only && other.only && laneName(one.only) === laneName(other.only));
  return { ...other, eager, ...(!same && { only: undefined }) };
}

export function createReplay(ports: ReplayPorts, { claim, classify, settle, send }: Steps = steps): Replay {
  const { local, credentials } = ports;
  let running: Promise<DrainReport> | null = null;
  let again: DrainOptions | null = null;
  /** Of the drain that runs. */
  let current: DrainOptions = {};
  /** Lanes at work at this moment, by owner and name. */
  const working = new Set<string>();
  /** Of those, the lanes to which something has come meanwhile. */
  const wanted = new Set<string>();
  /** What came meanwhile, beside a drain that still runs. */
  const beside: Promise<DrainReport>[] = [];
  const locked = createLocked(ports.locks, local.now);
  const tokens = createTokens(ports);
  const ask = createQuestions(local);

  const away = () => ports.away?.() ?? false;
  /** Lanes that may be begun beside those at work. */
  const free = () => (ports.lanesAtOnce?.() ?? LANES_AT_ONCE) - working.size;

  async function lanes({ eager, only }: DrainOptions): Promise<Survey> {
    const user = await credentials.user();
    if (only && (only.owner === user || only.owner.startsWith('v:'))) return { due: [only], nextAt: null };
    if (eager) await cutPauses(local, user);
    return survey(local, user);
  }

  function tell({ id, type, owner, lane, createdAt, attempts }: Cmd, settlement: Settlement): void {
    const silent = commandOf(type)?.silent ?? false;
    ports.told?.({ id, type, owner, lane, settlement, createdAt, attempts, silent });
  }

  /** @returns when to come back to the lane: now, at a time, or not before something happens; 'over' when it is empty */
  async function step({ owner, lane, eager, alone, seen }: Step): Promise<'now' | 'over' | number | null> {
    const token = await tokens.of(owner);
    if (token === 'closed') return null;
    const taken = await claim(local, owner, lane, { eager, alone, clock: ports.clock });
    if (taken.kind !== 'claimed') return unsent(taken, { owner, lane, eager, seen }, token);
    const { cmd, before } = taken;
    const verdict = await attempt(taken, token);
    const healthy = await othersSucceed(cmd, verdict);
    const settlement = await settle(local, cmd, verdict, { before, healthy });
    tell(cmd, settlement);
    // Others may have waited for the name that it got.
    if (settlement.kind === 'done' && commandOf(cmd.type)?.names) again = both(again, { ...current, only: undefined });
    if (verdict.kind === 'auth') return tokens.refused(cmd, token, seen);
    if (settlement.kind === 'waiting') return settlement.nextAt;
    return 'over' in settlement && settlement.over ? 'over' : 'now';
  }

  async function attempt(taken: Claimed, token: string | null): Promise<Verdict> {
    const { cmd } = taken;
    const verdict = classify(await send(ports, outgoing(taken), token));
    return (verdict.kind === 'refused' && verdict.status === 404 && (await probeCart(ports, cmd, token))) || verdict;
  }

  /** Nothing was sent: settled without it, not yet its time, or something must be asked first. */
  async function unsent(
    taken: Exclude<Claim, Claimed>,
    at: Pick<Step, 'owner' | 'lane' | 'eager' | 'seen'>,
    token: string | null,
  ) {
    if (taken.kind === 'wait') return taken.until;
    if (taken.kind === 'again') {
      tell(taken.cmd, taken.settlement);
      return 'now';
    }
    const { owner, lane, eager, seen } = at;
    let isTokenRefused = false;
    const next = await ask(laneName({ owner, lane }), eager, async () => {
      if (taken.kind === 'ask-clock') return ports.ping();
      const asked = await askCart(ports, owner, lane, taken.cartId, token);
      isTokenRefused = asked === 'refused';
      return asked === true;
    });
    return isTokenRefused ? tokens.refused({ owner }, token, seen) : next;
  }

  /** Is the trouble with this command alone? Where nothing else is asked of the server, a sign of life is. */
  async function othersSucceed(cmd: Cmd, verdict: Verdict): Promise<boolean> {
    const recently = () => {
      const last = ports.lastSuccessAt();
      return last !== null && last > Math.max(cmd.failingSince ?? 0, local.now() - HEALTHY_FOR);
    };
    const asks = verdict.kind === 'later' && verdict.failed && isHopeless(cmd, local.now());
    if (asks && !recently()) await ports.ping().catch(() => false);
    return recently();
  }

  async function drainLane(owner: Owner, lane: string, eager: boolean, ends: number, report: DrainReport) {
    const seen = new Set<string>();
    let first = true;
    while (Date.now() < ends) {
      if (away()) return;
      const next = await locked(`drain:${owner}:${lane}`, (alone) =>
        step({ owner, lane, eager: eager && first, alone, seen }),
      );
      first = false;
      if (next === 'now' || next === 'over') {
        report.settled += 1;
        // Most lanes end with their first command.
        if (next === 'over' && !wanted.delete(laneName({ owner, lane }))) return;
        continue;
      }
      const at = next === 'taken' ? local.now() + RETRY_SOON : next;
      if (at !== null) report.nextAt = Math.min(report.nextAt ?? at, at);
      return;
    }
    report.nextAt = local.now();
  }

  async function pass(options: DrainOptions, done: Set<string>, round = 1): Promise<DrainReport> {
    const { budgetMs = Number.POSITIVE_INFINITY, eager = false } = options;
    if (away()) return { nextAt: null, settled: 0 };
    const { due, nextAt } = await lanes(round === 1 ? options : {});
    const report: DrainReport = { nextAt, settled: 0 };
    const ends = Date.now() + budgetMs;
    const waiting = due.filter((one) => !done.has(laneName(one)) && !working.has(laneName(one)));
    for (const one of waiting) done.add(laneName(one));
    if (waiting.length === 0) return report;
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const name = laneName(next);
        if (working.has(name)) continue;
        working.add(name);
        await drainLane(next.owner, next.lane, eager, ends, report).finally(() => {
          working.delete(name);
          wanted.delete(name);
        });
      }
    };
    const width = Math.max(0, Math.min(waiting.length, free()));
    await Promise.all(Array.from({ length: width }, worker));
    // A cart made anew is another lane; should it be forgotten at once again and again, the next trigger goes on.
    if (round >= ROUNDS) return { ...report, nextAt: local.now() + RETRY_SOON };
    const more = await pass(options, done, round + 1);
    report.settled += more.settled;
    if (more.nextAt !== null) report.nextAt = Math.min(report.nextAt ?? more.nextAt, more.nextAt);
    return report;
  }

  async function untilQuiet(options: DrainOptions): Promise<DrainReport> {
    try {
      let settled = 0;
      for (let next = options; ; next = again) {
        again = null;
        current = next;
        const report = await pass(next, new Set());
        settled += report.settled;
        while (beside.length > 0) for (const other of await Promise.all(beside.splice(0))) settled += other.settled;
        if (report.settled > 0) await trimJournal(local);
        if (again === null) return { ...report, settled };
      }
    } finally {
      // In the same step as the last look at `again`: what comes later begins anew.
      running = null;
    }
  }

  return {
    drain(options = {}) {
      if (running) {
        again = both(again, options);
        if (options.only && working.has(laneName(options.only))) wanted.add(laneName(options.only));
        if (free() <= 0) return running;
        // A lane that hangs does not hold up what is new; how it ends is told with the rest.
        const extra = pass(options, new Set());
        extra.catch(() => {});
        beside.push(extra);
        return running;
      }
      running = untilQuiet(options);
      return running;
    },
  };
}
