// Rows that no version of the app would write: damaged, or of an unknown shape. They are written directly, without
// validation.
import { describe, expect, test } from 'vitest';
import type { Cmd } from '#db/rows.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { cancelCommand, commandAsText } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { isolateRow } from '#sync/recovery/corrupt-rows.ts';
import { makeUser } from '../support/builders.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import { isCommand, openScene } from './scene.ts';

const scene = openScene();

type Row = Record<string, unknown>;
const damages: readonly (readonly [what: string, damage: (row: Row) => Row])[] = [
  ['null for arguments', (row) => ({ ...row, args: null })],
  ['arguments whose words cannot be said', (row) => ({ ...row, args: {} })],
  ['an unknown type', (row) => ({ ...row, type: 'cart.juggle' })],
  ['no type', ({ type: _, ...row }) => row],
  ['no owner', ({ owner: _, ...row }) => row],
  ['a number for its owner', (row) => ({ ...row, owner: 7 })],
  ['no lane', ({ lane: _, ...row }) => row],
  ['a number for its lane', (row) => ({ ...row, lane: 7 })],
  ['a date for its lane', (row) => ({ ...row, lane: new Date(0) })],
  ['a list for its lane', (row) => ({ ...row, lane: ['cart:1'] })],
  ['no text in its lane', (row) => ({ ...row, lane: '' })],
  ['no state', ({ state: _, ...row }) => row],
  ['an unknown state', (row) => ({ ...row, state: 'asleep' })],
  ['no id', ({ id: _, ...row }) => row],
  ['no date', ({ createdAt: _, ...row }) => ({ ...row, args: null })],
  ['next to nothing', ({ seq }) => ({ seq, hello: 'world' })],
];

describe('a damaged row', () => {
  test.each(damages)(
    'F82 · with %s is listed, can be copied and discarded, and its lane continues',
    async (what, damage) => {
      const { network } = scene;
      network.up = false;
      const before = await scene.page();
      const owner = await before.currentOwner();
      await scene.add(before, 0, 1);
      await scene.add(before, 1, 2);
      await scene.add(before, 2, 3);
      const { db } = before.local;
      const middle = (await db.outbox.toArray()).find(({ args }) => (args as { quantity?: number }).quantity === 2);
      await db.outbox.put(damage({ ...middle }) as unknown as Cmd);
      before.kill();

      const page = await scene.page();
      const waiting = await listPendingWrites(page.local, owner);
      expect(waiting).toHaveLength(3);
      const unusual = waiting.filter(({ unreadable }) => unreadable);
      expect(unusual.map(({ sentence }) => sentence)).toEqual(['Modification illisible']);
      expect(unusual.map(({ createdAt }) => createdAt)).toEqual([
        /no date|nothing/.test(what) ? null : (middle?.createdAt ?? 0),
      ]);
      // The cart shows the readable part.
      const { shown } = await readCart(page.local, owner);
      expect(shown.items.map(({ quantity }) => quantity)).toEqual([1, 3]);

      await scene.heal(page);
      const [left, ...more] = await listPendingWrites(page.local, owner);
      expect(more).toEqual([]);
      expect((await readCart(page.local, owner)).view?.items.map(({ quantity }) => quantity)).toEqual([1, 3]);

      const copied = JSON.parse((await commandAsText(page.local, left?.id ?? '')) ?? 'null') as Row;
      // Complete, as far as JSON can represent it.
      expect(copied).toMatchObject(JSON.parse(JSON.stringify(damage({ ...middle }))));
      expect(await cancelCommand(page.local, left?.id ?? '')).toBe('cancelled');
      expect(await page.local.db.outbox.count()).toBe(0);
      expect(await listPendingWrites(page.local, owner)).toEqual([]);
      page.kill();
    },
  );

  test('F82 · written under an open page blocks neither the list nor later rows', async () => {
    scene.network.up = false;
    const page = await scene.page();
    const owner = await page.currentOwner();
    await scene.add(page, 0, 1);
    const { db } = page.local;
    const last = await db.outbox.toCollection().last();
    await db.outbox.add({ ...last, seq: undefined, id: page.local.newId(), args: null } as unknown as Cmd);
    expect((await listPendingWrites(page.local, owner)).map(({ unreadable }) => unreadable)).toEqual([false, true]);
    await scene.set(page, 0, 4);
    await scene.heal(page);
    expect((await listPendingWrites(page.local, owner)).map(({ unreadable }) => unreadable)).toEqual([true]);
    expect((await readCart(page.local, owner)).view?.items.map(({ quantity }) => quantity)).toEqual([4]);
  });

  test.for([
    [true, ['unknown', 'Envoyée sans réponse\u00a0: vérifiez si elle a été prise en compte.']],
    [false, [undefined, undefined]],
  ] as const)(
    'F82 · after a discard, the message depends on whether it may have been sent (%s)',
    async ([doubt, visibleText]) => {
      scene.network.up = false;
      const page = await scene.page();
      await scene.add(page, 0, 1);
      const { db } = page.local;
      const row = await db.outbox.toCollection().last();
      await db.outbox.update(row?.seq ?? 0, { state: 'parked', parkedFor: 'unreadable', doubt });
      expect(await cancelCommand(page.local, row?.id ?? '')).toBe('cancelled');
      const entry = await db.journal
        .where('cmdId')
        .equals(row?.id ?? '')
        .last();
      expect(entry).toMatchObject({ outcome: 'cancelled' });
      expect([entry?.code, entry?.notices[0]?.text]).toEqual(visibleText);
    },
  );

  test('F82 · readable after an update returns to its place and is sent', async () => {
    scene.network.up = false;
    const page = await scene.page();
    const owner = await page.currentOwner();
    await scene.add(page, 0, 2);
    const { db } = page.local;
    const row = await db.outbox.toCollection().last();
    await db.outbox.update(row?.seq ?? 0, { type: 'cart.juggle' });
    await scene.heal(page);
    const [aside] = await db.outbox.toArray();
    expect(aside).toMatchObject({ state: 'parked', parkedFor: 'unreadable', owner });
    // As if this version were the first to know the type.
    await db.outbox.update(aside?.seq ?? 0, { type: 'cart.add', parkedBy: 'an older version' });
    page.kill();
    const updated = await scene.page();
    await scene.heal(updated);
    expect(await updated.local.db.outbox.count()).toBe(0);
    expect((await readCart(updated.local, owner)).view?.items.map(({ quantity }) => quantity)).toEqual([2]);
  });
});

test.each([
  ['done', 0],
  ['rejected', 6],
] as const)('F82 · isolated during sending: its outcome (%s) is still reported', async (outcome, variant) => {
  const device = await scene.device();
  const { db } = device.local;
  await scene.add(device, 1);
  await device.drain();
  const { id } = await scene.add(device, variant);
  scene.network.fail(isCommand, 'held', 1);
  const current = scene.network.nextHeldAnswer();
  const drained = device.drain();
  await current;
  const row = (await db.outbox.toArray()).find((one) => one.id === id);
  await isolateRow(device.local, row ?? {}, await currentOwner(device.local));
  await scene.network.release();
  await drained;
  expect(await db.outbox.count()).toBe(0);
  const entry = (await db.journal.toArray()).find(({ cmdId }) => cmdId === id);
  const event = device.events.find((one) => one.id === id);
  const visibleText = { kind: 'rejected', text: 'Produit en rupture de stock' };
  expect(entry).toMatchObject(outcome === 'done' ? { outcome, status: 200 } : { outcome, status: 409, code: 'stock' });
  expect(event?.settlement).toMatchObject(
    outcome === 'done' ? { kind: 'done', answer: undefined, notices: [] } : visibleText,
  );
});

test.each([
  ['accepted', 1],
  ['refused', 6],
] as const)(
  'F82 · isolated during sending and %s after another user has logged in: nothing of its cart stays',
  async (_, variant) => {
    const { on, owner } = await scene.openMerchantPage();
    const { db } = on.local;
    await scene.add(on, 0);
    await on.drain();
    await scene.quiet();
    scene.network.fail(isCommand, 'held', 1);
    const { id } = await scene.add(on, variant);
    await scene.network.nextHeldAnswer();
    await on.session.login((await makeUser(scene.market.db)).email, DEMO_PASSWORD);
    const row = (await db.outbox.toArray()).find((one) => one.id === id);
    await isolateRow(on.local, row ?? {}, owner);
    await scene.network.release();
    await scene.quiet();
    expect(await db.outbox.count()).toBe(0);
    expect(await db.device.get(`cart:${owner}`)).toBeUndefined();
    for (const table of [db.snaps, db.idmap])
      expect(await table.filter((stored) => stored.owner === owner).count(), table.name).toBe(0);
  },
);

test('F82 · the cart of an isolated change keeps its address while its owner is logged out', async () => {
  const { on, owner, email } = await scene.openMerchantPage();
  const { db } = on.local;
  await scene.add(on, 0, 2);
  await on.drain();
  await scene.quiet();
  scene.network.up = false;
  const { id } = await scene.set(on, 0, 5);
  const row = (await db.outbox.toArray()).find((one) => one.id === id);
  await isolateRow({ ...on.local, appVersion: 'older' }, row ?? {}, owner);
  await on.session.logout('keep');
  on.kill();

  // The update of the app can read it.
  scene.network.up = true;
  const page = await scene.page();
  await page.session.login(email, DEMO_PASSWORD);
  await scene.heal(page);
  await scene.quiet();
  expect(await listPendingWrites(page.local, owner)).toEqual([]);
  expect((await readCart(page.local, owner)).view?.items.map(({ quantity }) => quantity)).toEqual([5]);
});

test('F82 · readable parts are copied, complete and without secrets', async () => {
  scene.network.up = false;
  const page = await scene.page();
  const { id } = await scene.add(page, 0, 2);
  const copied = JSON.parse((await commandAsText(page.local, id)) ?? 'null') as Row;
  expect(copied).toMatchObject({ id, type: 'cart.add', args: { quantity: 2 } });
  expect(copied.phrase).toMatch(/^Ajouter 2\s×\s/);
  expect(JSON.stringify(copied)).not.toMatch(/lease|Authorization|token/i);
});
