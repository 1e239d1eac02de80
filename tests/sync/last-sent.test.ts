// Time of the user's last successful write, as shown in the list of pending writes.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NewJournalEntry, Owner } from '#db/rows.ts';
import { lastSentAt } from '#sync/outbox/journal.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { createNetwork } from '../support/network.ts';
import { type Device, newMachine, openDevice } from './device.ts';
import { scriptedServer } from './scripted-server.ts';

let device: Device;
let owner: Owner;
beforeEach(async () => {
  const machine = newMachine();
  device = await openDevice(
    machine,
    createNetwork(scriptedServer({}), () => machine.time.now),
  );
  owner = await currentOwner(device.local);
});
afterEach(() => device.kill());

const ended = (at: number, more: Partial<NewJournalEntry> = {}) =>
  device.local.db.journal.add({
    at,
    owner,
    cmdId: `c${at}`,
    lane: 'cart:1',
    type: 'cart.add',
    sentence: '',
    outcome: 'done',
    notices: [],
    dismissed: 1,
    ...more,
  });

test('there is none before the first', async () => {
  expect(await lastSentAt(device.local, owner)).toBeNull();
});

test('refused, discarded, automatic and other users’ writes do not count', async () => {
  await ended(1000, { outcome: 'rejected' });
  await ended(1001, { type: 'view.create' });
  expect(await lastSentAt(device.local, owner)).toBeNull();
  await ended(2000);
  await ended(3000);
  await ended(4000, { outcome: 'rejected' });
  await ended(5000, { outcome: 'cancelled' });
  await ended(6000, { type: 'view.create' });
  await ended(7000, { type: 'cart.create' });
  await ended(8000, { owner: 'u:someone' });
  expect(await lastSentAt(device.local, owner)).toBe(3000);
});
