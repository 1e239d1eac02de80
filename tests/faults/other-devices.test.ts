// Writes of the same user, or of another user of the store, on another device meanwhile.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { carts, storeOrders } from '#server/db/schema/sales.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { listRefusedWrites } from '#sync/pending/decisions.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { expectOk, makeShopper } from '../support/shopper.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import { expectConsistent } from './oracle.ts';
import { openScene } from './scene.ts';

const scene = openScene();

test('F25 · cart ordered on another device: its pending commands stop, and go into a new cart on request', async () => {
  const shopper = await makeShopper(scene.market);
  const on = await scene.page();
  await on.session.login(shopper.email, DEMO_PASSWORD);
  await scene.add(on, 0, 2);
  await scene.heal(on);
  const owner = await on.currentOwner();
  const old = (await readCart(on.local, owner)).iri ?? '';
  const id = old.slice('/carts/'.length);
  const version = async () => (await scene.market.db.select().from(carts).where(eq(carts.id, id)))[0]?.version ?? 0;

  scene.network.up = false;
  await scene.add(on, 5, 1);
  await scene.set(on, 0, 4);
  await scene.add(on, 2, 1);
  await scene.quiet();
  const before = await version();
  await shopper.login();
  const order = expectOk(await shopper.order({ id }));
  await shopper.deliver(order);
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  expectOk(await shopper.pay(order));
  const ordered = await version();
  scene.changedElsewhere.set(old, ordered - before);

  await scene.heal(on);
  const rows = await on.local.db.outbox.toArray();
  expect(rows.map(({ state, parkedFor }) => [state, parkedFor])).toEqual(rows.map(() => ['parked', 'conflict']));
  expect(rows).toHaveLength(3);
  expect(await version()).toBe(ordered);
  const [card] = await listConflicts(on.local, owner);
  expect(card).toMatchObject({ kind: 'cart-ordered', choices: ['new-cart', 'dismiss'] });
  expect(card?.also).toHaveLength(2);

  expect(await resolveConflict(on.local, card?.id ?? '', 'new-cart')).toBe(true);
  await on.drain();
  await scene.heal(on);
  const { shown, iri } = await readCart(on.local, owner);
  expect(iri).not.toBe(old);
  expect(shown.items.map(({ quantity }) => quantity)).toEqual([1, 1]);
  expect(await version()).toBe(ordered);
  await expectConsistent(scene, on);
});

test.for(['validate', 'validate and ship'])(
  'F26 · the order was handled on another device (%s): a notice, the right state, no error',
  async (visibleText) => {
    const steps = visibleText.split(' and ');
    const { on, owner, order, email } = await scene.openMerchantPage();
    const id = await order();
    scene.network.up = false;
    await on.submit({ type: 'storeOrders.validate', args: { id } });
    await on.submit({ type: 'storeOrders.ship', args: { id } });
    await scene.quiet();
    for (const step of steps) await scene.elsewhere('PUT', `/store_orders/${id}/${step}`, {}, email);
    await scene.heal(on);
    const reported = await listRefusedWrites(on.local, owner);
    const notice = { code: 'already', text: 'Déjà traité sur un autre appareil' };
    expect(reported.map(({ outcome, notices }) => ({ outcome, notices }))).toEqual(
      steps.map(() => ({ outcome: 'done', notices: [notice] })),
    );
    const [row] = await scene.market.db.select().from(storeOrders).where(eq(storeOrders.id, id));
    expect(row?.state).toBe('shipped');
    await expectConsistent(scene, on);
  },
);
