import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Cmd } from '#db/rows.ts';
import { ANSWER_DAYS } from '#server/plugins/idempotency.ts';
import type { Locks } from '#sync/device/locks.ts';
import { MAX_PENDING, OutboxFull } from '#sync/outbox/limits.ts';
import { cancelCommand, requeueCommand } from '#sync/pending/decisions.ts';
import { LAST_AGE, MAX_AGE } from '#sync/replay/age.ts';
import { claimHead } from '#sync/replay/claim.ts';
import { settleCommand } from '#sync/replay/settle.ts';
import { LEASE, MAX_BACKOFF, TRY_INTERVAL } from '#sync/replay/timing.ts';
import { eventually } from '../support/eventually.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { type Device, type DeviceOptions, type Machine, newMachine, openDevice } from './device.ts';
import { calm } from './page.ts';
import { refusal, type ScriptedServer, scriptedServer } from './scripted-server.ts';

const answered = { '@id': '/availability_products/1', '@type': 'AvailabilityProduct' };
const ok = { status: 201, body: answered };
/** Own constants, so that a wrong one in the code is detected. */
const DAY = 86_400_000;
const YEAR = 365 * DAY;

let machine: Machine;
let server: ScriptedServer;
let network: Network;
let device: Device;

async function open(options: DeviceOptions = {}): Promise<Device> {
  device?.kill();
  device = await openDevice(machine, network, options);
  return device;
}

beforeEach(async () => {
  machine = newMachine();
  server = scriptedServer({ '/api/availability_products': ok });
  network = createNetwork(server, () => machine.time.now);
  await open();
});
afterEach(() => device.kill());

/** A command alone in its lane. */
const alert = (product = '/products/1', more: object = {}) =>
  device.submit({ type: 'availability.create', args: { email: 'a@b.fr', product }, ...more });

async function only(): Promise<Cmd> {
  const rows = await device.db.outbox.toArray();
  expect(rows).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row;
}
const outcomes = async () => (await device.db.journal.toArray()).map(({ outcome, code }) => [outcome, code]);

describe('leases', () => {
  test('a command in flight is not touched during its lease, then sent again byte for byte', async () => {
    await alert();
    const { owner, lane } = await only();
    expect((await claimHead(device.local, owner, lane)).kind).toBe('claimed');
    machine.time.now += LEASE - 1;
    await device.drain();
    expect(server.requests).toHaveLength(0);
    const { req } = await only();
    machine.time.now += 1;
    await device.drain();
    expect(server.requests).toMatchObject([{ method: req?.method, url: `/api${req?.path}`, body: req?.body }]);
    expect(await outcomes()).toEqual([['done', undefined]]);
  });

  test.for([YEAR, -YEAR, 10 * YEAR, -10 * YEAR])(
    'a clock jump of %d ms delays a command by one lease at most',
    async (jump) => {
      await open({ serverOffset: -jump });
      await alert();
      const { owner, lane } = await only();
      await claimHead(device.local, owner, lane);
      machine.time.now += jump;
      await device.drain();
      machine.time.now += LEASE;
      await device.drain();
      expect(await outcomes()).toEqual([['done', undefined]]);
    },
  );

  test.for([YEAR, -YEAR, 10 * YEAR, -10 * YEAR])(
    'a clock jump of %d ms delays the next attempt by one pause at most',
    async (jump) => {
      await open({ serverOffset: -jump });
      await alert();
      network.plan('cut', 'cut', 'cut', 'cut', 'cut');
      for (let attempt = 0; attempt < 5; attempt++) {
        await device.drain();
        machine.time.now += MAX_BACKOFF;
      }
      machine.time.now += jump;
      await device.drain();
      machine.time.now += MAX_BACKOFF;
      await device.drain();
      expect(await outcomes()).toEqual([['done', undefined]]);
    },
  );

  test('a pause is shortened only by a caller with a sign of the network', async () => {
    await alert();
    const { seq, owner, lane } = await only();
    const nextAt = machine.time.now + MAX_BACKOFF;
    await device.db.outbox.update(seq, { nextAt, triedAt: machine.time.now });
    machine.time.now += TRY_INTERVAL;
    expect(await claimHead(device.local, owner, lane)).toEqual({ kind: 'wait', until: nextAt });
    expect((await only()).nextAt).toBe(nextAt);
    expect((await claimHead(device.local, owner, lane, { eager: true })).kind).toBe('claimed');
  });

  test.for([
    ['that fails', { kind: 'later', status: 503, text: '', wait: undefined, failed: true }, 1000],
    ['that is silent', { kind: 'unknown' }, TRY_INTERVAL],
  ] as const)('a server %s is left alone for at least that long', async ([, verdict, pause]) => {
    await alert();
    const { owner, lane } = await only();
    const taken = await claimHead(device.local, owner, lane);
    if (taken.kind !== 'claimed') throw new Error(taken.kind);
    const lucky = { ...device.local, random: () => 0 };
    const settled = await settleCommand(lucky, taken.cmd, verdict, { before: taken.before, healthy: false });
    expect(settled).toEqual({ kind: 'waiting', nextAt: machine.time.now + pause });
  });

  test('with a lower limit of parallel lanes than are in flight, none is started', async () => {
    let most = 3;
    // Requests without an answer still hang when their device is closed.
    const begin = (options = {}) => void device.drain(options).catch(() => undefined);
    await open({ lanesAtOnce: () => most });
    network.plan('held', 'silent', 'silent');
    const held = network.nextHeldAnswer();
    await alert();
    begin();
    await held;
    for (const begun of [2, 3]) {
      await alert(`/products/${begun}`);
      const { owner, lane } = (await device.db.outbox.toCollection().last()) as Cmd;
      begin({ only: { owner, lane } });
      await eventually(() => expect(network.log).toHaveLength(begun));
    }
    // The connection has become a dear one.
    most = 1;
    await alert('/products/4');
    await network.release();
    await eventually(async () => expect(await outcomes()).toHaveLength(1));
    await calm();
    expect(network.log).toHaveLength(3);
    expect(await device.db.outbox.count()).toBe(3);
  });

  test('a page with the lock of the lane takes over at once the commands in flight of a closed page', async () => {
    const free = { request: (_: string, __: object, run: (lock: object) => unknown) => Promise.resolve(run({})) };
    await open({ locks: free as unknown as Locks });
    await alert();
    const { owner, lane } = await only();
    const left = await claimHead(device.local, owner, lane);
    expect(left.kind).toBe('claimed');
    await device.drain();
    expect(server.requests).toHaveLength(1);
    expect(await outcomes()).toEqual([['done', undefined]]);
  });

  test('without a lock the commands in flight of another page are not touched during their lease', async () => {
    await open();
    await alert();
    const { owner, lane } = await only();
    await claimHead(device.local, owner, lane);
    await device.drain();
    expect(server.requests).toHaveLength(0);
    machine.time.now += LEASE;
    await device.drain();
    expect(server.requests).toHaveLength(1);
  });

  test('a frozen tab that holds the Web Lock delays the others by ten seconds at most', async () => {
    const frozen = { request: (_: string, __: object, run: (lock: null) => unknown) => Promise.resolve(run(null)) };
    await open({ locks: frozen as unknown as Locks });
    await alert();
    const { nextAt } = await device.drain();
    expect(nextAt).toBeGreaterThan(machine.time.now);
    machine.time.now += 10_001;
    await device.drain();
    expect(await outcomes()).toEqual([['done', undefined]]);
  });
});

test('a sent request is never rebuilt, for any change in a later version of the app', async () => {
  await alert();
  network.plan('lost');
  await device.drain();
  const { seq, args } = await only();
  await device.db.outbox.update(seq, { args: { ...(args as object), product: '/products/other' } });
  machine.time.now += MAX_BACKOFF;
  await device.drain();
  const [first, second] = server.requests;
  expect(second).toEqual(first);
  expect(await outcomes()).toEqual([['done', undefined]]);
});

describe('pauses', () => {
  test('each attempt without an answer doubles the longest pause, from five seconds up to a minute', async () => {
    await open();
    device.local.random = () => 1;
    await alert();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      network.plan('cut');
      await device.drain();
      const { nextAt, attempts } = await only();
      expect(attempts).toBe(attempt + 1);
      pauses.push(nextAt - machine.time.now);
      machine.time.now = nextAt;
    }
    expect(pauses).toEqual([5000, 5000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test('a hint that the network is back shortens a long pause to five seconds, not more', async () => {
    device.local.random = () => 1;
    await alert();
    network.up = false;
    for (let attempt = 0; attempt < 6; attempt++) {
      await device.drain();
      machine.time.now = (await only()).nextAt;
    }
    machine.time.now -= 59_000;
    const before = network.log.length;
    for (let second = 0; second < 14; second++) {
      await device.drain({ eager: true });
      machine.time.now += 1000;
    }
    expect(network.log.length - before).toBe(2);
  });

  test('a hanging lane does not delay another', async () => {
    await alert('/products/slow');
    await alert('/products/quick');
    network.plan('held');
    const held = network.nextHeldAnswer();
    const drained = device.drain();
    await held;
    await expect.poll(async () => (await outcomes()).length).toBe(1);
    expect((await only()).state).toBe('inflight');
    await network.release();
    await drained;
    expect(await device.db.outbox.count()).toBe(0);
  });

  test('nothing new is started after the end of the time budget', async () => {
    for (let index = 0; index < 5; index++) await alert(`/products/${index}`);
    expect((await device.drain({ budgetMs: 0 })).nextAt).toBe(machine.time.now);
    expect(server.requests).toHaveLength(0);
    expect(await device.db.outbox.count()).toBe(5);
  });
});

describe('age', () => {
  test('the server remembers its answers longer than a command may wait', () => {
    expect([MAX_AGE, LAST_AGE]).toEqual([30 * DAY, 40 * DAY]);
    expect(LAST_AGE).toBeLessThan(ANSWER_DAYS * DAY);
  });

  test('a command unsent for a month asks the user once the server has answered, and is sent after a confirmation', async () => {
    device.clock.addSample(machine.time.now, machine.time.now);
    const { id } = await alert();
    machine.time.now += MAX_AGE + DAY;
    await open({ serverOffset: 0 });
    await device.drain();
    expect(await only()).toMatchObject({ id, state: 'parked', parkedFor: 'expired' });
    expect(server.requests).toHaveLength(0);
    await requeueCommand(device.local, id);
    await device.drain();
    expect(await outcomes()).toEqual([['done', undefined]]);
  });

  test.for([-10 * YEAR, 10 * YEAR])(
    'the age of an unsent command counts from the first server contact, for a clock %d ms wrong when it was stored',
    async (wrong) => {
      machine.time.now += wrong;
      const { id } = await alert();
      machine.time.now -= wrong;
      device.clock.addSample(machine.time.now, machine.time.now);
      network.up = false;
      await device.drain();
      expect(await only()).toMatchObject({ id, datedAt: machine.time.now });
    },
  );

  test.for([YEAR, 10 * YEAR])('a clock jump of %d ms ahead makes no command old', async (jump) => {
    await alert();
    machine.time.now += jump;
    await device.drain();
    expect(await outcomes()).toEqual([['done', undefined]]);
  });

  test('a command in doubt is old by the server’s clock, which is read first', async () => {
    await alert();
    network.plan('lost');
    await device.drain();
    expect((await only()).doubt).toBe(true);
    machine.time.now += MAX_AGE + DAY;
    await open({ serverOffset: 0 });
    await device.drain();
    expect(await only()).toMatchObject({ state: 'parked', parkedFor: 'expired' });
    expect(server.requests).toHaveLength(1);
  });

  test('a command in doubt for too long may be sent again while the server remembers it; discarded, the doubt is reported', async () => {
    const { id } = await alert();
    network.plan('lost');
    await device.drain();
    machine.time.now += MAX_AGE + DAY;
    await open({ serverOffset: 0 });
    await device.drain();
    await requeueCommand(device.local, id);
    await device.drain();
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(await outcomes()).toEqual([['done', undefined]]);

    const second = await alert('/products/2');
    network.plan('lost');
    await device.drain();
    machine.time.now += LAST_AGE + DAY;
    await device.drain();
    await requeueCommand(device.local, second.id);
    await device.drain();
    expect(await only()).toMatchObject({ state: 'parked', parkedFor: 'expired' });
    expect(await cancelCommand(device.local, second.id)).toBe('cancelled');
    expect((await device.db.journal.toArray()).at(-1)).toMatchObject({ code: 'unknown', dismissed: 0 });
  });

  test('a command in doubt is not old because of a jump of the device’s clock', async () => {
    await alert();
    network.plan('lost');
    await device.drain();
    machine.time.now += YEAR;
    await open({ serverOffset: -YEAR + 60_000 });
    await device.drain();
    expect(await outcomes()).toEqual([['done', undefined]]);
  });
});

describe('versions and dependencies', () => {
  test('a command written by a later version of the app waits for the update', async () => {
    await alert();
    const { seq } = await only();
    await device.db.outbox.update(seq, { v: 99 });
    await device.drain();
    expect(await only()).toMatchObject({ state: 'parked', parkedFor: 'needs-update' });
    expect(server.requests).toHaveLength(0);
  });

  test('a command waits for its dependencies, and stops when one is refused', async () => {
    server.answers['/api/availability_products'] = () =>
      server.requests.at(-1)?.body.includes('/products/no') ? refusal(422) : ok;
    const yes = await alert('/products/yes');
    const no = await alert('/products/no');
    await alert('/products/after-yes', { deps: [yes.id] });
    await alert('/products/after-no', { deps: [yes.id, no.id] });
    for (let round = 0; round < 3; round++) await device.drain();
    expect(await only()).toMatchObject({ state: 'parked', parkedFor: 'dependency' });
    const bodies = server.requests.map(({ body }) => JSON.parse(body).product);
    expect(bodies.indexOf('/products/yes')).toBeLessThan(bodies.indexOf('/products/after-yes'));
    expect(bodies).not.toContain('/products/after-no');
  });
});

describe('limits', () => {
  test('one command too many is refused entirely, and the others stay', async () => {
    const template = await (async () => {
      await alert();
      return only();
    })();
    const { seq: _, ...row } = template;
    const more = Array.from({ length: MAX_PENDING - 1 }, () => ({ ...row, id: crypto.randomUUID() }));
    await device.db.outbox.bulkAdd(more);
    await expect(alert()).rejects.toThrow(OutboxFull);
    expect(await device.db.outbox.count()).toBe(MAX_PENDING);
  });

  test('a command too large is refused', async () => {
    await expect(alert('x'.repeat(40_000))).rejects.toThrow(OutboxFull);
    expect(await device.db.outbox.count()).toBe(0);
  });

  test('only the newest hundred visits stay queued, and none is ever reported', async () => {
    const view = (store: string) =>
      device.submit({ type: 'view.create', args: { uniqueId: crypto.randomUUID(), type: 'store', store } });
    for (let index = 0; index < 105; index++) await view(`/stores/${index}`);
    const waiting = await device.db.outbox.toArray();
    expect(waiting).toHaveLength(100);
    expect(waiting[0]?.args).toMatchObject({ store: '/stores/5' });
    server.answers['/api/views'] = refusal(422);
    await device.drain();
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.journal.count()).toBe(0);
  });

  test('an existing id is not written twice, pending or settled', async () => {
    const id = crypto.randomUUID();
    await alert('/products/1', { id });
    await alert('/products/1', { id });
    expect(await device.db.outbox.count()).toBe(1);
    await device.drain();
    await alert('/products/1', { id });
    expect(await device.db.outbox.count()).toBe(0);
  });

  test('a withdrawn command is never sent', async () => {
    network.up = false;
    const { id } = await alert();
    expect(await cancelCommand(device.local, id)).toBe('cancelled');
    expect(await cancelCommand(device.local, id)).toBe('gone');
    network.up = true;
    await device.drain();
    expect(server.requests).toHaveLength(0);
    expect(await outcomes()).toEqual([['cancelled', undefined]]);
  });
});
