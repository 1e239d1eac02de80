// What comes into the second home while a page with a disk is open: it moves onto the disk, and the page hears of it.
import { afterEach, expect, test, vi } from 'vitest';
import { openAside } from '#sync/recovery/aside.ts';
import type { AsideStore } from '#sync/recovery/aside-items.ts';
import { createNetwork } from '../support/network.ts';
import { type Device, newMachine, openDevice } from './device.ts';
import { scriptedServer } from './scripted-server.ts';

const devices: Device[] = [];
afterEach(() => {
  for (const device of devices.splice(0)) device.kill();
});
async function device(): Promise<Device> {
  const machine = newMachine();
  const opened = await openDevice(
    machine,
    createNetwork(scriptedServer({}), () => machine.time.now),
  );
  devices.push(opened);
  return opened;
}

test.each([1, 2])('%d changes of another page move onto the disk, once, and are told of', async (count) => {
  const [here, elsewhere] = [await device(), await device()];
  for (let nth = 0; nth < count; nth++)
    await elsewhere.submit({ type: 'availability.create', args: { email: 'a@b.fr', product: `/products/${nth}` } });
  const rows = await elsewhere.local.db.outbox.toArray();
  const items = new Map<string, string>();
  let hear = (_: string) => {};
  const store: AsideStore = {
    ids: () => [...items.keys()],
    read: (id) => items.get(id) ?? null,
    write: () => true,
    remove: (id) => void items.delete(id),
    listen: (heard) => {
      hear = heard;
      return () => {};
    },
  };
  const changed = vi.fn();
  await openAside({ local: here.local, store, isInMemory: false, write: (work) => work(), changed });
  hear('nothing there');
  for (const row of rows) items.set(row.id, JSON.stringify({ row, cart: null }));
  hear(rows[0]?.id ?? '');
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  expect((await here.local.db.outbox.toArray()).map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  expect([...items]).toEqual([]);
});
