// The result of the last attempt is stored with the pending command, in words for the user.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Cmd } from '#db/rows.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { commandAsText } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { watchDisk } from '../support/disk-work.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';
import { type ScriptedServer, scriptedServer } from './scripted-server.ts';

const path = '/api/availability_products';
const said = (status: number, words: string) => ({
  status,
  body: { '@type': 'hydra:Error', 'hydra:title': `${status}`, 'hydra:description': words },
});

let machine: Machine;
let server: ScriptedServer;
let network: Network;
let device: Device;
let disk: ReturnType<typeof watchDisk>;

beforeEach(async () => {
  machine = newMachine();
  server = scriptedServer({});
  network = createNetwork(server, () => machine.time.now);
  // First, since an open database keeps the IndexedDB it was opened with.
  disk = watchDisk();
  device = await openDevice(machine, network);
});
afterEach(() => {
  disk.stop();
  device.kill();
});

const alert = () => device.submit({ type: 'availability.create', args: { email: 'a@b.fr', product: '/products/1' } });

async function lastTry() {
  const [write] = await listPendingWrites(device.local, await currentOwner(device.local));
  if (!write) throw new Error('nothing waits');
  return write.lastTry;
}

async function reopen(): Promise<void> {
  device.kill();
  device = await openDevice(machine, network);
}

describe('the result of the last attempt', () => {
  test('is empty before the first one', async () => {
    await alert();
    expect(await lastTry()).toBeNull();
  });

  test.for([
    ['no answer', 'lost', {}],
    ['half an answer', 'half', {}],
    ['a captive portal’s page', 'portal', { status: 200 }],
  ] as const)('%s is stored, and survives a reload', async ([, fault, known]) => {
    await alert();
    network.plan(fault);
    const at = machine.time.now;
    await device.drain();
    expect(await lastTry()).toEqual({ at, ...known });
    machine.time.now += 1000;
    await reopen();
    expect(await lastTry()).toEqual({ at, ...known });
  });

  test('the server’s message is stored, and replaced by that of the next attempt', async () => {
    server.answers[path] = said(503, 'La base se repose.');
    await alert();
    await device.drain();
    expect(await lastTry()).toEqual({ at: machine.time.now, status: 503, text: 'La base se repose.' });
    await reopen();
    expect(await lastTry()).toMatchObject({ status: 503, text: 'La base se repose.' });
    machine.time.now += 120_000;
    server.answers[path] = said(429, 'Doucement.');
    await device.drain({ eager: true });
    expect(await lastTry()).toEqual({ at: machine.time.now, status: 429, text: 'Doucement.' });
  });

  test('is stored for a parked command, too', async () => {
    server.answers[path] = said(426, 'Trop ancienne.');
    await alert();
    await device.drain();
    expect((await device.db.outbox.toArray()).map(({ parkedFor }) => parkedFor)).toEqual(['needs-update']);
    expect(await lastTry()).toEqual({ at: machine.time.now, status: 426, text: 'Trop ancienne.' });
  });

  test('is part of the copied text', async () => {
    server.answers[path] = said(503, 'La base se repose.');
    const { id } = await alert();
    await device.drain();
    expect(JSON.parse((await commandAsText(device.local, id)) ?? '')).toMatchObject({
      last: { text: 'La base se repose.' },
    });
  });

  test('after a refusal the copied text is its journal entry; an unknown id has no copy', async () => {
    server.answers[path] = said(422, 'Adresse refusée.');
    const { id } = await alert();
    await device.drain();
    expect(JSON.parse((await commandAsText(device.local, id)) ?? '')).toMatchObject({ cmdId: id, outcome: 'rejected' });
    expect(await commandAsText(device.local, 'never')).toBeNull();
    expect(await commandAsText(device.local, 'seq:99')).toBeNull();
  });

  test('is limited in length, for any server message', async () => {
    server.answers[path] = said(503, 'x'.repeat(100_000));
    await alert();
    await device.drain();
    expect((await lastTry())?.text).toHaveLength(300);
  });

  test('is written with the pause: a failed attempt takes two writing transactions, as without it', async () => {
    server.answers[path] = said(503, 'La base se repose.');
    await alert();
    expect(await disk.during(() => device.drain())).toMatchObject({ writing: 2 });
    expect(await lastTry()).not.toBeNull();
  });

  test.for([undefined, null, 'yesterday', { at: 'noon' }, { at: 5, status: {}, text: ['x'] }])(
    'of a row of another version (%j) is shown as far as it is readable',
    async (last) => {
      await alert();
      await device.db.outbox.toCollection().modify({ last } as unknown as Partial<Cmd>);
      expect(await lastTry()).toEqual(typeof last === 'object' && last?.at === 5 ? { at: 5 } : null);
    },
  );
});
