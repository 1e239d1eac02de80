// A merchant's half day offline while another device edits the same product, followed by network faults. Throws at the
// first broken invariant.
import { expect } from 'vitest';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { createNetwork, type Fault } from '../support/network.ts';
import type { TestMarket } from '../support/test-server.ts';
import { type DeviceOptions, newMachine } from './device.ts';
import { baseOf, makeMerchant, openMerchantDevice, upload } from './merchant-device.ts';
import { expectFrozen, expectOnce } from './merchant-oracle.ts';

export async function runMerchantDay(market: TestMarket, faults: Fault[], options: DeviceOptions = {}): Promise<void> {
  const merchant = await makeMerchant(market);
  const product = await merchant.product();
  const machine = newMachine(Date.now());
  const network = createNetwork(market.app);
  const device = await openMerchantDevice(merchant, machine, network, options);
  try {
    network.up = false;
    const picture = await upload(device, '#2266aa');
    const changes = { images: [picture.tempId], name: 'Le nom de cet appareil' };
    const base = baseOf(product, 'images', 'name');
    const update = await device.submit({ type: 'products.update', args: { id: product.id, changes }, base });
    await device.drain();
    network.up = true;
    network.plan(...faults);
    for (let round = 0; round < 8; round++) {
      machine.time.now += 150_000;
      await device.drain();
      // Between two attempts, the same field on the other device.
      if (round === 1) await merchant.elsewhere('PUT', `/products/${product.id}`, { name: 'Le nom de l’autre' });
    }
    expectFrozen(network);
    const first = (match: string) =>
      network.log.findIndex(({ method, answer }) => method === match && answer !== null && answer.status < 300);
    const [uploaded, changed] = [first('POST'), first('PUT')];
    expect(uploaded).toBeGreaterThanOrEqual(0);
    const puts = network.log.filter(({ method }) => method === 'PUT');
    // A temporary id unknown to the server would be refused.
    expect(puts.map(({ answer }) => answer?.status)).not.toContain(422);
    expect(puts.every(({ body }) => !body.includes('temp:'))).toBe(true);
    await expectOnce(market, merchant, device, [picture.id, update.id]);
    // Sent before the other device wrote, or shown as a conflict: never overwritten silently.
    const { name } = await merchant.onServer(product.id);
    const conflictIds = (await listConflicts(device.local, merchant.owner)).map(({ id }) => id);
    expect(name).toBe('Le nom de l’autre');
    if (changed < 0) expect(conflictIds).toEqual([update.id]);
  } finally {
    device.kill();
  }
}
