// Manual retry: ends a pause at once, except a pause requested by the server.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentOwner } from '#sync/outbox/owners.ts';
import { endPauses, requeueCommand } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';
import { type ScriptedServer, scriptedServer } from './scripted-server.ts';

const path = '/api/availability_products';

let machine: Machine;
let server: ScriptedServer;
let network: Network;
let device: Device;

beforeEach(async () => {
  machine = newMachine();
  server = scriptedServer({});
  network = createNetwork(server, () => machine.time.now);
  device = await openDevice(machine, network);
});
afterEach(() => device.kill());

const alert = (product: number) =>
  device.submit({ type: 'availability.create', args: { email: 'a@b.fr', product: `/products/${product}` } });
const failing = () => ({ status: 503, body: { '@type': 'hydra:Error', 'hydra:title': '503' } });
const pauses = async () =>
  (await listPendingWrites(device.local, await currentOwner(device.local))).map(({ nextAt }) => nextAt);

const ways = [
  ['one', async (id: string) => requeueCommand(device.local, id)],
  ['all', async () => endPauses(device.local, await currentOwner(device.local))],
] as const;

test.each(ways)('a retry of %s ends the pause and its countdown, and sends the command', async (_, ask) => {
  server.answers[path] = failing();
  const { id } = await alert(1);
  await device.drain();
  expect(await pauses()).toEqual([expect.toSatisfy((at: number) => at > machine.time.now)]);
  await ask(id);
  expect(await pauses()).toEqual([0]);
  const before = network.log.length;
  await device.drain();
  expect(network.log).toHaveLength(before + 1);
});

test.each(ways)('a retry of %s respects a pause that the server requested', async (_, ask) => {
  network.retryAfter = 40;
  network.plan('busy');
  const { id } = await alert(1);
  await device.drain();
  const named = machine.time.now + 40_000;
  expect(await pauses()).toEqual([named]);
  await ask(id);
  expect(await pauses()).toEqual([named]);
});

test('a retry of all does not affect other users’ commands or commands in flight', async () => {
  server.answers[path] = failing();
  await alert(1);
  await device.drain();
  const [row] = await device.db.outbox.toArray();
  const { seq: _, ...same } = row ?? expect.fail('nothing waits');
  await device.db.outbox.add({ ...same, id: device.local.newId(), owner: 'u:someone-else' });
  await device.db.outbox.add({ ...same, id: device.local.newId(), state: 'inflight' });
  await device.db.outbox.add({ ...same, id: device.local.newId(), lane: `${same.lane}-too` });
  await endPauses(device.local, same.owner);
  const left = (await device.db.outbox.toArray()).map(({ nextAt }) => nextAt);
  expect(left).toEqual([0, same.nextAt, same.nextAt, 0]);
});
