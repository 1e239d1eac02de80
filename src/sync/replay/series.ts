// Commands of one cart sent right after one another, and what the server said of them written down together: each answer
// stands for the whole cart, and a phone that comes back with fifty articles would be told and write it fifty times.
// Guarantees: the next one is under way on the disk before it leaves the device, as every other; until it is written down
// an answer counts as unknown, so that a page that dies asks for it again under the same key; none is in hand for longer than half
// a second, however the next ones come; and whatever is not done with success is settled on its own, after those before it.
import { ApiError } from '#api/errors.ts';
import type { Cart } from '#contract/carts.ts';
import type { Cmd } from '#db/rows.ts';
import { type ServerClock, tick } from '../device/clock.ts';
import type { Local } from '../device/context.ts';
import { makesSense } from '../recovery/odd-rows.ts';
import { byServerClock, isExpired } from './age.ts';
import { begin, type Claimed } from './claim.ts';
import type { Verdict } from './classify.ts';
import { freeze } from './freeze.ts';
import { type CartChanging, changesCart, type HeldLines } from './held-lines.ts';
import type { Attempt, settle, settleTogether } from './settle.ts';
import type { Settlement } from './settlement.ts';

type Done = Extract<Verdict, { kind: 'done' }>;

/** The first of those in hand is written down after this, milliseconds, with those behind it and while the next is under way. */
const PATIENCE = 500;

export interface SeriesParts {
  local: Local;
  clock: ServerClock | undefined;
  claimBehind: typeof claimBehind;
  settle: typeof settle;
  settleTogether: typeof settleTogether;
  /** Lines of the cart that need not be said again. */
  lines: HeldLines;
  /** @param headers see `outgoing` */
  attempt(taken: Claimed, headers: Record<string, string>): Promise<Verdict>;
  /** See SettleContext. */
  othersSucceed(cmd: Cmd, verdict: Verdict): Promise<boolean>;
  /** Whether another may be sent as this one was. */
  goesOn(): Promise<boolean>;
  /** Once for each that was sent, after it is written down. */
  told(cmd: Cmd, settlement: Settlement, isLast: boolean): void;
}

/** Sends it, and those behind it as long as each is done. @returns what became of the last of them, and it is written down */
export async function sendSeries(first: Claimed, parts: SeriesParts) {
  let held: Attempt[] = [];
  /** When the first of them was answered. */
  let since = 0;
  for (let taken = first; ; ) {
    const asked = ask(taken);
    if (held.length > 0 && (await isLater(asked, since + PATIENCE))) await writeHeld();
    const verdict = await asked;
    const { cmd, before } = taken;
    const one = taken.behind.length > 0 && (await parts.goesOn()) ? answered(taken, verdict) : null;
    const next = one && (await parts.claimBehind(parts.local, taken, one.verdict.answer, parts.clock));
    if (next) {
      if (held.length === 0) since = performance.now();
      held.push(one);
      taken = next;
      continue;
    }
    if (verdict.kind !== 'done') await writeHeld();
    const healthy = await parts.othersSucceed(cmd, verdict);
    const last = one ?? { cmd, verdict, context: { before, healthy } };
    const settlements = await parts.settleTogether(parts.local, [...held, last], parts.settle);
    tell(held, settlements);
    const settlement = settlements.at(-1) as Settlement;
    parts.told(cmd, settlement, true);
    return { cmd, verdict, settlement };
  }

  /** Where others wait behind it, their answers say only what has changed since this one's. */
  async function ask(taken: Claimed): Promise<Verdict> {
    const { type } = taken.cmd;
    if (!changesCart(type) || (taken === first && taken.behind.length === 0)) return parts.attempt(taken, {});
    const verdict = await parts.attempt(taken, parts.lines.headers());
    return verdict.kind === 'done' ? withWhole(type, verdict, parts.lines) : verdict;
  }

  async function writeHeld(): Promise<void> {
    const done = held;
    held = [];
    tell(done, await parts.settleTogether(parts.local, done, parts.settle));
  }

  function tell(attempts: readonly Attempt[], settlements: readonly Settlement[]): void {
    for (const [at, { cmd }] of attempts.entries()) parts.told(cmd, settlements[at] as Settlement, false);
  }
}

/** One that is done, with its answer read. */
interface Held extends Attempt {
  verdict: Done & { answer: Cart };
}

/** @returns null for what is to be written down before anything else of its lane is sent */
function answered({ cmd, before }: Claimed, verdict: Verdict): Held | null {
  if (verdict.kind !== 'done' || !isWhole(verdict)) return null;
  return { cmd, verdict, context: { before, healthy: true } };
}

const isWhole = (verdict: Done): verdict is Held['verdict'] => verdict.answer !== undefined;

/** What cannot be read stays as it came; where lines are missing that this device does not hold, nothing is known. */
function withWhole(type: CartChanging, verdict: Done, lines: HeldLines): Verdict {
  try {
    const answer = lines.whole(type, verdict.body);
    // As it came it is not needed any more: sixteen large carts would be twice as much to keep.
    return answer ? { ...verdict, body: answer, answer } : { kind: 'unknown', status: verdict.status };
  } catch (error) {
    if (error instanceof ApiError) return verdict;
    throw error;
  }
}

/** The next of its lane, while those before it are done and not written down yet; null when it has to wait for that. */
export async function claimBehind(
  local: Local,
  before: Claimed,
  answer: Cart,
  clock: ServerClock | undefined,
): Promise<Claimed | null> {
  const { db } = local;
  const { owner, lane } = before.cmd;
  const [seq, ...behind] = before.behind;
  if (seq === undefined) return null;
  return db.transaction('rw', [db.outbox, db.idmap, db.meta], async () => {
    const row = await db.outbox.get(seq);
    const now = local.now();
    if (row?.owner !== owner || row.lane !== lane || !isReady(row, now)) return null;
    const head = byServerClock(row, now, clock);
    if (isExpired(head, now, await tick(db, now), clock)) return null;
    const frozen = head.req ? { req: head.req, base: head.base } : await freeze(local, head, answer);
    return frozen && 'req' in frozen ? { ...(await begin(local, head, frozen, now, clock)), behind } : null;
  });
}

const isReady = (row: Cmd, now: number) =>
  makesSense(row) && row.state === 'queued' && row.nextAt <= now && changesCart(row.type) && !row.deps?.length;

/** Whether it comes after that moment of `performance.now()`. */
async function isLater(answer: Promise<unknown>, at: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, at - performance.now(), true);
  });
  try {
    return await Promise.race([late, answer.then(() => false)]);
  } finally {
    clearTimeout(timer);
  }
}
