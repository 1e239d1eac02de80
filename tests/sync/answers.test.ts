import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Cmd } from '#db/rows.ts';
import { requeueCommand } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import type { Credentials } from '#sync/session/credentials.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { type Device, type DeviceOptions, type Machine, newMachine, openDevice } from './device.ts';
import { refusal, type ScriptedServer, scriptedServer } from './scripted-server.ts';

const answered = { '@id': '/availability_products/1', '@type': 'AvailabilityProduct' };
const ok = { status: 201, body: answered };

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

describe('answers', () => {
  test.for([
    ['a captive portal’s page', 'portal'],
    ['half an answer', 'half'],
    ['no answer', 'lost'],
  ] as const)('%s is not an answer: the command stays, in doubt', async ([, fault]) => {
    await alert();
    network.plan(fault);
    await device.drain();
    expect(await only()).toMatchObject({ state: 'queued', doubt: true, attempts: 1 });
    expect(await outcomes()).toEqual([]);
  });

  test('a refusal written by a proxy decides nothing', async () => {
    server.answers['/api/availability_products'] = {
      status: 403,
      headers: { 'content-type': 'text/html', 'x-api': '' },
    };
    const strip = createNetwork({
      inject: async (request) => {
        const reply = await server.inject(request);
        return { ...reply, headers: { 'content-type': 'text/html' }, payload: '<h1>Forbidden</h1>' };
      },
    });
    network = strip;
    await open();
    await alert();
    await device.drain();
    expect(await only()).toMatchObject({ state: 'queued', doubt: true });
  });

  test.for([400, 403, 404, 409, 410, 413, 415, 422])(
    'a refusal with %d leaves the outbox and is reported',
    async (status) => {
      server.answers['/api/availability_products'] = refusal(status, 'because');
      await alert();
      await device.drain();
      expect(await device.db.outbox.count()).toBe(0);
      expect(await outcomes()).toEqual([['rejected', 'because']]);
      const [entry] = await device.db.journal.toArray();
      expect(entry).toMatchObject({ dismissed: 0, args: { email: 'a@b.fr', product: '/products/1' } });
    },
  );

  test('another attempt in progress delays the command by one second', async () => {
    server.answers['/api/availability_products'] = refusal(409, 'in-progress');
    await alert();
    await device.drain();
    expect((await only()).nextAt - machine.time.now).toBe(1000);
  });

  test.for([['key-reuse', 422, 'stuck']] as const)(
    '%s stops the command without ever giving it another key',
    async ([code, status, reason]) => {
      server.answers['/api/availability_products'] = refusal(status, code);
      await alert();
      await device.drain();
      expect(await only()).toMatchObject({ state: 'parked', parkedFor: reason, gen: 0 });
      await requeueCommand(device.local, (await only()).id);
      await device.drain();
      expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    },
  );

  test('an answer in the shape of a later version stops the command until the app is updated, then it gets the same answer', async () => {
    server.answers['/api/availability_products'] = { status: 201, body: { '@type': 'Tomorrow' } };
    await alert();
    await device.drain();
    expect(await only()).toMatchObject({ state: 'parked', parkedFor: 'needs-update' });
    server.answers['/api/availability_products'] = ok;
    // The server has done it: without a readable answer the command stays in doubt.
    expect((await only()).doubt).toBe(true);
    await requeueCommand(device.local, (await only()).id);
    await device.drain();
    expect(await outcomes()).toEqual([['done', undefined]]);
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
});

test('a token renewed by another tab during the request is used at once, and not renewed again', async () => {
  let current = 'old';
  let renewals = 0;
  const credentials: Credentials = {
    user: async () => 'u:1',
    token: async () => current,
    refresh: async () => {
      renewals += 1;
      return 'refused';
    },
  };
  await open({ credentials });
  server.answers['/api/availability_products'] = () => {
    if (current === 'new') return ok;
    current = 'new';
    return refusal(401);
  };
  await alert('/products/1', { owner: 'u:1' });
  expect(await device.drain()).toEqual({ settled: 2, nextAt: null });
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  expect([await outcomes(), renewals]).toEqual([[['done', undefined]], 0]);
});

describe('a server in trouble', () => {
  test('when every call fails nothing is given up: everything is sent once the server is back', async () => {
    server.answers['/api/availability_products'] = refusal(503);
    await alert('/products/1');
    await alert('/products/2');
    for (let minute = 0; minute < 120; minute++) {
      await device.drain({ eager: true });
      machine.time.now += 60_000;
    }
    expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['queued', 'queued']);
    server.answers['/api/availability_products'] = ok;
    await device.drain();
    expect(await outcomes()).toEqual([
      ['done', undefined],
      ['done', undefined],
    ]);
  });

  test('a failed cart creation is shown on the commands that depend on it, and can be retried from there', async () => {
    server.answers['/api/carts'] = refusal(422);
    const product = { id: 'p', name: 'Brie' } as never;
    const shown = { product, optionValues: [], unitPrice: 1 };
    const args = { lineKey: 'p|', productId: crypto.randomUUID(), optionValueIds: [], quantity: 1, shown };
    const { id } = await device.submit({ type: 'cart.add', args });
    await device.drain();
    const [owner] = (await device.db.outbox.toArray()).map((row) => row.owner);
    if (!owner) throw new Error('no owner');
    expect(await listPendingWrites(device.local, owner)).toMatchObject([{ id, parkedFor: 'stuck' }]);
    await requeueCommand(device.local, id);
    await device.drain();
    expect(server.requests).toHaveLength(2);
  });

  test('an app that is too old waits for its update', async () => {
    server.answers['/api/availability_products'] = refusal(426);
    await alert();
    await device.drain();
    expect(await only()).toMatchObject({ state: 'parked', parkedFor: 'needs-update' });
  });
});
