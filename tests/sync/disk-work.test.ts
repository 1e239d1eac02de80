// The work of one write does not grow with what waits: counted in what the disk is asked for, not in time.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NewCmd } from '#db/rows.ts';
import { watchDisk } from '../support/disk-work.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { cartProductOf, variantOf } from './cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';
import { type ScriptedServer, scriptedServer } from './scripted-server.ts';

const answered = { '@id': '/availability_products/1', '@type': 'AvailabilityProduct' };

let machine: Machine;
let server: ScriptedServer;
let network: Network;
let device: Device;
let disk: ReturnType<typeof watchDisk>;

beforeEach(async () => {
  machine = newMachine();
  server = scriptedServer({ '/api/availability_products': { status: 201, body: answered } });
  network = createNetwork(server, () => machine.time.now);
  // First: a database that is open holds on to what it opened with.
  disk = watchDisk();
  device = await openDevice(machine, network);
});
afterEach(() => {
  disk.stop();
  device.kill();
});

const bread = variantOf(
  cartProductOf(
    { id: 'bread', slug: 'pain', name: 'Pain', price: 400, stock: null } as never,
    { id: 'bakery', slug: 'fournil', name: 'Fournil' } as never,
  ),
  [],
);
const alert = (product = '/products/1') =>
  device.submit({ type: 'availability.create', args: { email: 'a@b.fr', product } });

/** So many more of what waits already, each in its own lane or all in that one. */
async function more(count: number, lanes: 'many' | 'one'): Promise<void> {
  const { seq: _, ...row } = (await device.db.outbox.toCollection().last()) ?? ({} as never);
  const rows = Array.from({ length: count }, (__, index): NewCmd => {
    return { ...row, id: crypto.randomUUID(), ...(lanes === 'many' && { lane: `new:${index}` }) };
  });
  await device.db.outbox.bulkAdd(rows);
}

describe('storing a write', () => {
  const kinds = {
    'a request of its own lane': () => alert(),
    'an article': () => device.submit({ type: 'cart.add', args: bread.add(1), seenPrice: 400 }),
    'a quantity': () =>
      device.submit({ type: 'cart.setQuantity', args: { lineKey: bread.lineKey, quantity: 4, name: 'Pain' } }),
    'a removal': () => device.submit({ type: 'cart.remove', args: { lineKey: bread.lineKey, name: 'Pain' } }),
    'a coupon': () =>
      device.submit({ type: 'cart.applyCoupon', args: { code: 'DIX' }, base: { values: { total: 400 } } }),
  };

  test.for(Object.entries(kinds))('reads no more for the hundreds that wait: %s', async ([, store]) => {
    network.up = false;
    await device.submit({ type: 'cart.add', args: bread.add(1), seenPrice: 400 });
    await store();
    const few = await disk.during(store);
    await more(300, 'many');
    await more(300, 'one');
    const many = await disk.during(store);
    expect(many).toEqual(few);
    expect(many.read).toBeLessThanOrEqual(8);
    expect(many.writing).toBe(1);
  });
});
