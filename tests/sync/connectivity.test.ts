import { expect, test } from 'vitest';
import { createConnectivity, PING_MAX } from '#sync/connectivity.ts';
import { newMachine } from './device.ts';
import { calm, manualTimers } from './page.ts';

function world() {
  const machine = newMachine();
  const timers = manualTimers(machine);
  let reachable = true;
  const pings: number[] = [];
  const seen: boolean[] = [];
  const connectivity = createConnectivity({
    now: () => machine.time.now,
    timers,
    ping: async () => {
      pings.push(machine.time.now);
      if (!reachable) throw new TypeError('fetch failed');
      return true;
    },
  });
  connectivity.subscribe((online) => seen.push(online));
  return {
    machine,
    timers,
    pings,
    seen,
    connectivity,
    cut: () => {
      reachable = false;
    },
    mend: () => {
      reachable = true;
    },
  };
}

test('a request without an answer makes it offline, any answer makes it online again', () => {
  const { connectivity, seen } = world();
  connectivity.heard(false);
  connectivity.heard(false);
  connectivity.heard(true);
  expect(seen).toEqual([false, true]);
  expect(connectivity.online()).toBe(true);
});

test('while offline is believed, the return of the network is noticed within five seconds, whenever it comes', async () => {
  const { connectivity, timers, pings, machine, cut, mend } = world();
  cut();
  connectivity.heard(false);
  await timers.advance(10 * 60_000);
  expect(connectivity.online()).toBe(false);
  const gaps = pings.slice(1).map((at, index) => at - (pings[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(PING_MAX);
  mend();
  const from = machine.time.now;
  await timers.advance(PING_MAX);
  expect(connectivity.online()).toBe(true);
  expect(machine.time.now - from).toBeLessThanOrEqual(PING_MAX);
});

test('while online is believed nothing is asked', async () => {
  const { timers, pings } = world();
  await timers.advance(60 * 60_000);
  expect(pings).toEqual([]);
});

test("the browser's own events are hints: they are checked, not believed", async () => {
  const { connectivity, seen, cut } = world();
  connectivity.hint();
  await calm(3);
  expect(seen).toEqual([]);
  cut();
  connectivity.hint();
  await calm(3);
  expect(connectivity.online()).toBe(false);
});

test('stopped, it asks no more', async () => {
  const { connectivity, timers, pings, cut } = world();
  cut();
  connectivity.heard(false);
  connectivity.stop();
  await timers.advance(60_000);
  expect(pings).toEqual([]);
});
