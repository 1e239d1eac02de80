// User actions of a run, and the invariants of each: accepted writes are stored, refused ones leave no trace, and
// merged writes show the same as separate ones.
import { deviceCart } from '#db/device.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { projectCart } from '#sync/commands/projection.ts';
import { isStoreOrder } from '#sync/commands/record.ts';
import type { Command } from '#sync/commands/registry.ts';
import { projectRows } from '#sync/commands/registry.ts';
import { storeOrderLane } from '#sync/commands/store-orders.ts';
import { CartReplaced } from '#sync/outbox/enqueue.ts';
import { OutboxFull } from '#sync/outbox/limits.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { laneRows } from '#sync/outbox/rows.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { quantities } from './run-checks.ts';
import { assert, assertEqual } from './run-invariants.ts';
import { commitmentOf, recordAgreement, recordConfirmation } from './run-orders.ts';
import type { UserAction } from './run-plan.ts';
import type { Page, World } from './run-world.ts';

type Act = Exclude<UserAction, { do: 'login' | 'logout' }>;

export async function performUserAction(world: World, page: Page, act: Act): Promise<void> {
  if (act.do === 'discard' || act.do === 'retry') return decide(world, page, act);
  if (act.do === 'oversize') return oversize(page);
  const owner = await currentOwner(page.local);
  const command = await commandOf(world, page, owner, act);
  if (!command) return;
  const before = await cartRows(page, owner);
  const written = await page.submit(command).catch((reason: unknown) => {
    // Another page was faster.
    if (reason instanceof CartReplaced) return null;
    throw reason;
  });
  if (!written) return;
  const { id } = written;
  page.browser.accepted.add(id);
  recordAgreement(page.browser, id, command);
  if (command.type.startsWith('cart.') && command.type !== 'cart.commit')
    await checkCompaction(page, owner, command, before);
}

async function commandOf(world: World, page: Page, owner: Owner, act: Act): Promise<Command | null> {
  const { market, cast } = world;
  const { variants, coupons } = market.cartMarket;
  const variant = 'line' in act ? variants[act.line % variants.length] : undefined;
  const id = 'order' in act ? cast.orders[act.order] : undefined;
  const isHers = owner === cast.anne.owner && id !== undefined;
  switch (act.do) {
    case 'add':
      return variant ? { type: 'cart.add', args: variant.add(act.quantity) } : null;
    case 'set':
      return (
        (variant && { type: 'cart.setQuantity', args: { lineKey: variant.lineKey, quantity: act.quantity } }) || null
      );
    case 'remove':
      return variant ? { type: 'cart.remove', args: { lineKey: variant.lineKey } } : null;
    case 'coupon': {
      const code = coupons[act.code]?.code;
      return code ? { type: 'cart.applyCoupon', args: { code } } : null;
    }
    case 'commit':
      return commitmentOf(page, owner, act);
    case 'validate':
    case 'ready':
    case 'ship':
      return isHers ? { type: `storeOrders.${act.do}`, args: { id } } : null;
    case 'tracking': {
      if (!isHers) return null;
      const view = (await page.local.db.snaps.get([owner, storeOrderLane(id)]))?.view ?? null;
      const rows = await laneRows(page.local.db, owner, storeOrderLane(id));
      const trackingCode = isStoreOrder(view) ? projectRows(view, rows).trackingCode : null;
      const args = { id, trackingCode: `COLIS-${page.browser.name}${act.code}` };
      return { type: 'storeOrders.tracking', args, base: { values: { trackingCode } } };
    }
    default:
      return null;
  }
}

/** Decides about a pending write, as listed on screen. */
async function decide({ tools }: World, page: Page, act: Extract<Act, { do: 'discard' | 'retry' }>): Promise<void> {
  const { local } = page;
  const waiting = await listPendingWrites(local, await currentOwner(local));
  const chosen = waiting[act.nth % waiting.length];
  if (!chosen) return;
  if (act.do === 'retry') {
    const row = await local.db.outbox.where('id').equals(chosen.id).first();
    if (row) recordConfirmation(page.browser, row);
    return tools.retry(local, chosen.id);
  }
  const outcome = await tools.discard(local, chosen.id);
  if (outcome === 'marked' && chosen.type === 'cart.commit')
    page.browser.discardedAfter.set(chosen.id, page.browser.network.log.length);
  const left = await local.db.outbox.where('id').equals(chosen.id).count();
  assertEqual(
    'cancel',
    outcome === 'marked',
    left === 1,
    `${chosen.type} was said to be ${outcome}, and is there or not`,
  );
  if (chosen.inDoubt && outcome === 'cancelled')
    assert('cancel', chosen.parkedFor === 'expired', `${chosen.type} is in doubt`);
}

/** Refused visibly, and nothing of it is stored. */
async function oversize({ local, submit, browser: { observer } }: Page): Promise<void> {
  const before = [await observer.outbox.count(), await observer.journal.count(), await observer.device.count()];
  const address = `${'a'.repeat(40_000)}@etal.test`;
  const error = await submit({ type: 'availability.create', args: { email: address, product: '/products/1' } }).then(
    () => null,
    (reason: unknown) => reason,
  );
  assert('bounded', error instanceof OutboxFull, `it was not refused: ${error}`);
  const after = [await observer.outbox.count(), await observer.journal.count(), await observer.device.count()];
  assertEqual('bounded', after, before, `a refused command has left something (${local.appVersion})`);
}

async function cartRows({ local: { db } }: Page, owner: Owner): Promise<Cmd[]> {
  const cart = await deviceCart(db, owner);
  return cart ? laneRows(db, owner, cart.lane) : [];
}

async function checkCompaction(page: Page, owner: Owner, { type, args }: Command, before: Cmd[]): Promise<void> {
  const { db } = page.local;
  const cart = await deviceCart(db, owner);
  const rows = await cartRows(page, owner);
  const last = rows.at(-1);
  if (!cart || !last) return;
  const view = (await db.snaps.get([owner, cart.lane]))?.view ?? null;
  const base = view?.['@type'] === 'Cart' ? view : null;
  const uncompacted = projectCart(base, [...before, { ...last, type, args }]);
  assertEqual(
    'compaction',
    quantities(projectCart(base, rows)),
    quantities(uncompacted),
    `what is shown after ${type}`,
  );
}
