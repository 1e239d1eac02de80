// Invariants after every fault, checked in the server's tables: each done command had its effect exactly once, every
// other one none; the shown state is the server's; nothing is pending; each refusal is reported.
import { eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Cmd } from '#db/rows.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { carts, storeOrders } from '#server/db/schema/sales.ts';
import { readPresentedCart } from '#server/sales/cart-reading.ts';
import { countWaiting, readCart } from '#sync/carts/open-cart.ts';
import { lineKeyOfItem } from '#sync/commands/cart-lines.ts';
import type { StoreContext } from '#sync/device/context.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { idempotencyKey } from '#sync/outbox/rows.ts';
import { listRefusedWrites } from '#sync/pending/decisions.ts';
import { requestContent } from '../support/network.ts';
import { isCommand, type Scene } from './scene.ts';

const GENERATIONS = [0, 1, 2, 3];
const keysOf = (id: string) => GENERATIONS.map((gen) => idempotencyKey({ id, gen }));
const isEffect = (status: number | null | undefined) => typeof status === 'number' && status < 300;
const definitive = (status: number) => status < 300 || [404, 409, 410, 412, 422].includes(status);

/** `remaining`: rows that need another user's decision, or belong to another owner. */
export async function expectConsistent(scene: Scene, on: { local: StoreContext }, remaining = 0): Promise<void> {
  const rows = await on.local.db.outbox.toArray();
  expect(rows.map(({ type, state, parkedFor }) => [type, state, parkedFor])).toHaveLength(remaining);
  if (remaining === 0) expect(await countWaiting(on.local, await currentOwner(on.local))).toBe(0);
  expectOutcomes(scene, rows);
  await expectEffects(scene);
  expectSameAnswers(scene);
  await expectReported(on.local);
  await expectShown(scene, on.local);
}

/** No loss: each accepted command is pending or has one outcome. */
function expectOutcomes(
  { accepted, outcomes, finishedAfterLogout: concludedElsewhere }: Scene,
  rows: readonly Cmd[],
): void {
  const settled = outcomes.map(({ cmdId }) => cmdId);
  expect(new Set(settled).size, 'an outcome was written twice').toBe(settled.length);
  const known = new Set([...settled, ...concludedElsewhere, ...rows.map(({ id }) => id)]);
  expect(
    [...accepted].filter((id) => !known.has(id)),
    'commands that are lost',
  ).toEqual([]);
}

async function expectEffects(scene: Scene): Promise<void> {
  const { network, outcomes, changedElsewhere, finishedAfterLogout: concludedElsewhere } = scene;
  const { db } = scene.market;
  const commands = network.log.filter(isCommand);
  const sent = [...new Set(commands.map(({ headers }) => headers['idempotency-key'] ?? ''))];
  if (sent.length === 0) return;
  const stored = await db.select().from(idempotency).where(inArray(idempotency.key, sent));
  const effects = stored.filter(({ status }) => isEffect(status));

  const counted = (id: string) => effects.filter(({ key }) => keysOf(id).includes(key)).length;
  for (const { cmdId, type, outcome, status, code } of outcomes) {
    if (code === 'unknown') continue;
    const expected = outcome === 'done' && isEffect(status) ? 1 : 0;
    expect(counted(cmdId), `effects of ${type}, ${outcome} ${status} ${code}`).toBe(expected);
  }
  for (const id of concludedElsewhere) {
    if (!outcomes.some(({ cmdId }) => cmdId === id))
      expect(counted(id), 'effects of a command of someone who left').toBe(1);
  }
  const done = new Set([...outcomes.map(({ cmdId }) => cmdId), ...concludedElsewhere].flatMap(keysOf));
  const unreportedEffects = effects.filter(({ key, status }) => !done.has(key) && status !== 204);
  expect(
    unreportedEffects.map(({ body }) => body),
    'effects that no command tells of',
  ).toEqual([]);

  // Each effect adds one version to its resource.
  const changes = new Map(changedElsewhere);
  for (const { key, body } of effects) {
    const answer = body as Partial<Cart | StoreOrder> | null;
    const creates = commands.some(({ headers, method }) => headers['idempotency-key'] === key && method === 'POST');
    if (!answer?.['@id'] || creates || ('notice' in answer && answer.notice === 'already')) continue;
    changes.set(answer['@id'], (changes.get(answer['@id']) ?? 0) + 1);
  }
  for (const [iri, count] of changes) {
    const id = iri.slice(iri.lastIndexOf('/') + 1);
    const [row] = iri.startsWith('/carts/')
      ? await db.select({ version: carts.version }).from(carts).where(eq(carts.id, id))
      : iri.startsWith('/store_orders/')
        ? await db
            .select({ version: storeOrders.version })
            .from(storeOrders)
            .where(eq(storeOrders.id, Number(id)))
        : [];
    if (row) expect(row.version - 1, `changes of ${iri}`).toBe(count);
  }
}

/** All requests with one key have the same bytes, and all their definitive answers are the same. */
function expectSameAnswers({ network }: Scene): void {
  const sends = new Map<string, string>();
  const answers = new Map<string, unknown>();
  for (const exchange of network.log) {
    const { headers, answer } = exchange;
    const key = headers['idempotency-key'];
    if (!key) continue;
    const bytes = requestContent(exchange);
    expect(sends.get(key) ?? bytes, 'one key was sent with two requests').toBe(bytes);
    sends.set(key, bytes);
    if (!answer || !definitive(answer.status) || answer.body.includes('owner-mismatch')) continue;
    expect(answer.body, 'a key was used for two requests').not.toContain('key-reuse');
    const visibleText = { status: answer.status, body: answer.body && JSON.parse(answer.body) };
    expect(answers.get(key) ?? visibleText, 'one key had two answers').toEqual(visibleText);
    answers.set(key, visibleText);
  }
}

async function expectReported(local: StoreContext): Promise<void> {
  const journal = await local.db.journal.toArray();
  const reported = await listRefusedWrites(local, await currentOwner(local));
  for (const { cmdId, owner, outcome, dismissed, causedBy } of journal) {
    if (outcome !== 'rejected' || dismissed === 1 || owner !== (await currentOwner(local))) continue;
    const one = reported.find(({ id }) => id === (causedBy ?? cmdId));
    expect(one?.notices[0]?.text, `${one?.sentence} is refused without a word`).toBeTruthy();
  }
}

/** The shown state is the server's. */
async function expectShown({ market, machine, lag, changedElsewhere }: Scene, local: StoreContext): Promise<void> {
  const owner = await currentOwner(local);
  const { shown, iri } = await readCart(local, owner);
  if (iri && !changedElsewhere.has(iri)) {
    const now = new Date(machine.time.now + lag);
    const cart = await market.db.transaction((tx) => readPresentedCart(tx, iri.slice('/carts/'.length), now));
    expect({
      lines: Object.fromEntries(shown.items.map(({ lineKey, quantity }) => [lineKey, quantity])),
      total: shown.total,
      totalAfterDiscount: shown.totalAfterDiscount,
      coupons: shown.coupons,
      estimated: shown.estimated,
    }).toEqual({
      lines: Object.fromEntries((cart?.items ?? []).map((item) => [lineKeyOfItem(item), item.quantity])),
      total: cart?.total.amount,
      totalAfterDiscount: cart?.totalAfterDiscount.amount,
      coupons: (cart?.coupons ?? []).map(({ code, applies }) => ({ code, applies })),
      estimated: false,
    });
  }
  for (const { view } of await local.db.snaps.filter((snap) => snap.owner === owner).toArray()) {
    if (view['@type'] !== 'StoreOrder' || changedElsewhere.has(view['@id'])) continue;
    const [row] = await market.db.select().from(storeOrders).where(eq(storeOrders.id, view.id));
    const { state, trackingCode, version } = view;
    expect({ state, trackingCode, version }).toEqual({
      state: row?.state,
      trackingCode: row?.trackingCode,
      version: row?.version,
    });
  }
}
