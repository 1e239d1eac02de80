// Limit of pictures on a device: pending ones and refused ones not yet dismissed.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Owner } from '#db/rows.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { MAX_PICTURE, MAX_PICTURES } from '#sync/outbox/uploads.ts';
import { purgeOwner } from '#sync/session/purge-owner.ts';
import { createNetwork } from '../support/network.ts';
import { type Device, newMachine, openDevice } from './device.ts';
import { scriptedServer } from './scripted-server.ts';

let device: Device;
let owner: Owner;
beforeEach(async () => {
  const machine = newMachine();
  const network = createNetwork(scriptedServer({}), () => machine.time.now);
  device = await openDevice(machine, network);
  owner = await currentOwner(device.local);
});
afterEach(() => device.kill());

const upload = () =>
  device.submit({
    type: 'images.upload',
    args: { tempId: `tmp:${crypto.randomUUID()}`, caption: '', fileName: 'photo.jpg', mime: 'image/jpeg' },
    bytes: new ArrayBuffer(MAX_PICTURE),
  } as Parameters<Device['submit']>[0]);

const ended = (outcome: 'rejected' | 'done', dismissed: 0 | 1, type = 'images.upload') =>
  device.local.db.journal.add({
    at: 1000,
    owner,
    cmdId: crypto.randomUUID(),
    lane: 'image:1',
    type,
    sentence: '',
    outcome,
    notices: [],
    args: { size: MAX_PICTURES - MAX_PICTURE + 1 },
    dismissed,
  });

test('a refused picture counts against the limit until it is dismissed', async () => {
  await ended('rejected', 0);
  await expect(upload()).rejects.toThrow('50\u00a0Mo de photos attendent déjà');
  expect(await device.local.db.outbox.count()).toBe(0);
  await device.local.db.journal.toCollection().modify({ dismissed: 1 });
  await upload();
  expect(await device.local.db.outbox.count()).toBe(1);
});

test.each([
  ['one that was sent', 'done', 0, 'images.upload'],
  ['one refused and dismissed', 'rejected', 1, 'images.upload'],
  ['what is no picture', 'rejected', 0, 'products.update'],
] as const)('%s does not count', async (_, outcome, dismissed, type) => {
  await ended(outcome, dismissed, type);
  await upload();
  expect(await device.local.db.outbox.count()).toBe(1);
});

test.each([
  ['discard', 0],
  ['keep', 1],
] as const)('at a logout with %s of the pending writes, the same happens to the pictures', async (waiting, left) => {
  const anne = 'u:anne' as const;
  device.kill();
  const machine = newMachine();
  const network = createNetwork(scriptedServer({}), () => machine.time.now);
  network.up = false;
  device = await openDevice(machine, network);
  const { db } = device;
  await db.session.put({ k: 'current', owner: anne, token: 'token', expiresAt: Number.MAX_SAFE_INTEGER });
  await upload();
  expect((await db.blobs.toArray()).map((one) => one.owner)).toEqual([anne]);
  await db.session.delete('current');
  await purgeOwner(device.local, device.cache, anne, waiting);
  expect([await db.outbox.count(), await db.blobs.count()]).toEqual([left, left]);
});
