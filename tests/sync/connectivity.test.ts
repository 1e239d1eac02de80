import { expect, test } from 'vitest';
import { createConnectivity, PING_FIRST, PING_MAX, PING_TIMEOUT } from '#sync/device/connectivity.ts';
import { newMachine } from './device.ts';
import { calm, manualTimers } from './page.ts';

function world() {
  const machine = newMachine();
  const timers = manualTimers(machine);
  let reachable = true;
  /** A question without an answer, and without a refusal. */
  let swallowed = false;
  const pings: number[] = [];
  const seen: boolean[] = [];
  const connectivity = createConnectivity({
    now: () => machine.time.now,
    timers,
    ping: async () => {
      pings.push(machine.time.now);
      if (swallowed) return new Promise(() => {});
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
    swallow: () => {
      swallowed = true;
    },
    mend: () => {
      reachable = true;
      swallowed = false;
    },
  };
}

test('a request without an answer means offline, any answer means online', () => {
  const { connectivity, seen } = world();
  connectivity.reportResult(false);
  connectivity.reportResult(false);
  connectivity.reportResult(true);
  expect(seen).toEqual([false, true]);
  expect(connectivity.online()).toBe(true);
});

test('while offline, the return of the network is detected within five seconds, at any time', async () => {
  const { connectivity, timers, pings, machine, cut, mend } = world();
  cut();
  connectivity.reportResult(false);
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

test('a network that swallows every ping is pinged again all the same: its return is detected within five seconds', async () => {
  const { connectivity, timers, pings, swallow, mend } = world();
  swallow();
  connectivity.reportResult(false);
  await timers.advance(60_000);
  const gaps = pings.slice(1).map((at, index) => at - (pings[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(PING_MAX);
  mend();
  await timers.advance(PING_MAX);
  expect(connectivity.online()).toBe(true);
  expect(PING_MAX).toBeLessThan(5000);
});

test('several browser events in a row cause one ping', async () => {
  const { connectivity, pings, timers } = world();
  for (let index = 0; index < 20; index++) connectivity.probe();
  await calm(3);
  expect(pings).toHaveLength(1);
  await timers.advance(60_000);
  expect(pings).toHaveLength(1);
  connectivity.probe();
  expect(pings).toHaveLength(2);
});

test('after a long absence the device’s own notice of the return ends it within a second, even right after a failed ping', async () => {
  const { connectivity, timers, pings, machine, cut, mend } = world();
  cut();
  connectivity.reportResult(false);
  await timers.advance(60_000);
  const last = pings.at(-1) ?? 0;
  await timers.advance(last + PING_MAX - machine.time.now);
  expect(pings.at(-1)).toBe(machine.time.now);
  await timers.advance(100);
  mend();
  const from = machine.time.now;
  for (let index = 0; index < 5; index++) connectivity.probe();
  expect(connectivity.online()).toBe(false);
  await timers.advance(PING_FIRST - 100);
  expect(connectivity.online()).toBe(true);
  expect(machine.time.now - from).toBeLessThan(1000);
  const { length } = pings;
  await timers.advance(60_000);
  expect(pings).toHaveLength(length);
});

test('while online there are no pings', async () => {
  const { timers, pings } = world();
  await timers.advance(60 * 60_000);
  expect(pings).toEqual([]);
});

test('the browser’s own events are hints: they are checked, not believed', async () => {
  const { connectivity, timers, seen, cut } = world();
  connectivity.probe();
  await calm(3);
  expect(seen).toEqual([]);
  cut();
  connectivity.probe();
  await timers.advance(PING_FIRST);
  expect(connectivity.online()).toBe(false);
});

test('a ping from before the return that fails after it changes nothing', async () => {
  const machine = newMachine();
  const timers = manualTimers(machine);
  const seen: boolean[] = [];
  const connectivity = createConnectivity({
    now: () => machine.time.now,
    timers,
    ping: () => new Promise((_, reject) => timers.set(() => reject(new Error('aborted')), PING_TIMEOUT)),
  });
  connectivity.subscribe((online) => seen.push(online));
  connectivity.reportResult(false);
  await timers.advance(PING_FIRST);
  connectivity.reportResult(true);
  await timers.advance(PING_TIMEOUT);
  expect(seen).toEqual([false, true]);
});

test('an answer in transit during the loss of the network hides it for a moment only', async () => {
  const { machine, timers, connectivity, cut } = world();
  cut();
  machine.time.now += 10_000;
  connectivity.probe();
  connectivity.reportResult(true);
  await calm();
  expect(connectivity.online()).toBe(true);
  await timers.advance(PING_FIRST);
  expect(connectivity.online()).toBe(false);
});

test('stopped, it pings no more', async () => {
  const { connectivity, timers, pings, cut } = world();
  cut();
  connectivity.reportResult(false);
  connectivity.stop();
  await timers.advance(60_000);
  expect(pings).toEqual([]);
});

test('stopped, it leaves no timer that would keep a closed page alive', () => {
  const planned = new Set<object>();
  const timers = {
    set: () => {
      const timer = {};
      planned.add(timer);
      return timer;
    },
    clear: (timer: unknown) => void planned.delete(timer as object),
  };
  const connectivity = createConnectivity({ now: () => 0, timers, ping: async () => true });
  connectivity.reportResult(false);
  expect(planned.size).toBe(1);
  connectivity.stop();
  expect(planned.size).toBe(0);
});

test('answers sent before the loss of the network do not cancel the ping about it', async () => {
  for (const asked of [0, PING_FIRST]) {
    const { connectivity, timers, cut } = world();
    await connectivity.check();
    await timers.advance(asked);
    cut();
    connectivity.probe();
    connectivity.reportResult(true);
    await calm();
    connectivity.reportResult(true);
    await timers.advance(PING_FIRST);
    expect(connectivity.online(), `asked ${asked} ms before`).toBe(false);
  }
});

test('a ping that succeeds at the moment of an offline event is followed by another', async () => {
  const { connectivity, timers, pings, cut } = world();
  await timers.advance(60_000);
  connectivity.probe(true);
  await calm();
  expect(connectivity.online()).toBe(true);
  cut();
  await timers.advance(PING_FIRST);
  expect(connectivity.online()).toBe(false);
  expect(pings.length).toBeLessThanOrEqual(3);
});

test('after an offline event with a working network, pings go on for two seconds, then the network is believed', async () => {
  const { connectivity, timers, pings, seen } = world();
  await timers.advance(60_000);
  connectivity.probe(true);
  await calm();
  await timers.advance(10 * 60_000);
  expect(pings).toHaveLength(3);
  expect(seen).toEqual([]);
});
