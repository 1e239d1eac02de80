// Replay schedule, on a virtual clock.
import { beforeEach, expect, test } from 'vitest';
import type { DrainOptions, DrainReport } from '#sync/replay/ports.ts';
import { createSchedule, type Schedule } from '#sync/replay/schedule.ts';
import { TRY_INTERVAL } from '#sync/replay/timing.ts';

const minute = 60_000;
const nothing: DrainReport = { nextAt: null, settled: 0 };

let now: number;
let planned: { at: number; run: () => void }[];
let online: boolean;
let answers: boolean;
let asked: number;
let sent: (DrainOptions | undefined)[];
let outcome: () => Promise<DrainReport>;
let schedule: Schedule;

beforeEach(() => {
  now = 1_000_000;
  planned = [];
  online = true;
  answers = true;
  asked = 0;
  sent = [];
  outcome = async () => nothing;
  schedule = createSchedule({
    send: (options) => {
      sent.push(options);
      return outcome();
    },
    connectivity: {
      online: () => online,
      check: async () => {
        asked += 1;
        return answers;
      },
    },
    now: () => now,
    timers: {
      set: (run, ms) => {
        const timer = { at: now + ms, run };
        planned.push(timer);
        return timer;
      },
      clear: (timer) => {
        planned = planned.filter((one) => one !== timer);
      },
    },
  });
});

/** Milliseconds until each planned replay. */
const ahead = () => planned.map(({ at }) => at - now);
const settled = () => new Promise(setImmediate);

test('the next replay is at the time named by the last one, and there is one only', async () => {
  outcome = async () => ({ nextAt: now + 7000, settled: 1 });
  expect(await schedule.drain()).toEqual({ nextAt: now + 7000, settled: 1 });
  expect(ahead()).toEqual([7000]);
  await schedule.drain();
  expect(ahead()).toEqual([7000]);
});

test('a past time means now, a distant or unknown one a minute', async () => {
  outcome = async () => ({ nextAt: now - 5000, settled: 0 });
  await schedule.drain();
  expect(ahead()).toEqual([0]);
  outcome = async () => ({ nextAt: now + 10 * minute, settled: 0 });
  await schedule.drain();
  expect(ahead()).toEqual([minute]);
  outcome = async () => nothing;
  await schedule.drain();
  expect(ahead()).toEqual([minute]);
});

test('while a request hangs the other lanes are replayed on time', async () => {
  outcome = () => new Promise(() => {});
  schedule.wake({ only: { owner: 'v:1', lane: 'a' } });
  expect(ahead()).toEqual([TRY_INTERVAL]);
  planned[0]?.run();
  expect(sent).toEqual([{ only: { owner: 'v:1', lane: 'a' } }, {}]);
});

test('a failed replay is followed by another within a minute, and does not reject for the caller that woke it', async () => {
  outcome = async () => {
    throw new Error('the database is closing');
  };
  schedule.wake({ eager: true });
  await settled();
  expect(ahead()).toEqual([minute]);
  planned[0]?.run();
  expect(sent).toHaveLength(2);
  await expect(schedule.drain()).rejects.toThrow('closing');
});

test('an unreachable server gets one ping, and nothing is sent without its answer', async () => {
  online = false;
  answers = false;
  schedule.wake({ eager: true });
  await settled();
  expect([asked, sent.length, ahead()]).toEqual([0, 0, []]);
  expect(await schedule.drain()).toEqual(nothing);
  expect([asked, sent.length]).toEqual([1, 0]);
  answers = true;
  await schedule.drain();
  expect([asked, sent.length]).toEqual([2, 1]);
});

test('once stopped nothing is scheduled or started, even by a replay that ends later', async () => {
  let end: (report: DrainReport) => void = () => {};
  outcome = () => new Promise((resolve) => (end = resolve));
  const draining = schedule.drain();
  schedule.stop();
  end({ nextAt: now + 10, settled: 1 });
  await draining;
  schedule.wake({ eager: true });
  expect([sent.length, ahead()]).toEqual([1, []]);
});
