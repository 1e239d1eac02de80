// The base of a change whose field has another change waiting.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Owner } from '#db/rows.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { createNetwork } from '../support/network.ts';
import { type Device, newMachine, openDevice } from './device.ts';
import { scriptedServer } from './scripted-server.ts';

const odile: Owner = 'u:odile';
let device: Device;
beforeEach(async () => {
  device = await openDevice(newMachine(), createNetwork(scriptedServer()));
  await device.db.session.put({ k: 'current', owner: odile, token: 't', expiresAt: Number.MAX_SAFE_INTEGER });
});
afterEach(() => device.kill());

/** @returns the versions of the bases of all waiting changes, in their order */
async function save(changes: object, version: number, values: object) {
  const command = { type: 'stores.save', args: { id: 'shop', changes }, base: { version, values } };
  await device.submit(command as never);
  return (await ownerRows(device.db, odile)).map(({ base }) => base?.version);
}

test('is not newer than that one’s, so that a write of another device in between is noticed', async () => {
  expect(await save({ preparationTime: 17 }, 1, { preparationTime: 15 })).toEqual([1]);
  expect(await save({ preparationTime: 21 }, 3, { preparationTime: 17 })).toEqual([1, 1]);
});

test('of another field is what the user saw', async () => {
  expect(await save({ preparationTime: 17 }, 1, { preparationTime: 15 })).toEqual([1]);
  expect(await save({ name: 'Autre' }, 3, { name: 'Une' })).toEqual([1, 3]);
});
