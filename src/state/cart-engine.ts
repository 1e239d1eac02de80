// The cart's writes and what came of them. Guarantee: a change resolves once it is on the device; what the server refuses
// comes back by name, with what is still available.

import { startNewCart as beginAnew, restartCart } from '#sync/cart-lane.ts';
import type { CommandArgs } from '#sync/command.ts';
import { laneRows } from '#sync/local.ts';
import { readCart } from '#sync/snapshots.ts';
import type { Sync } from '#sync/start.ts';
import * as tray from '#sync/tray.ts';
import { cartAtom, type RefusedWrite } from './cart.ts';
import { flash } from './notices.ts';
import { ready } from './opening.ts';
import { pageStore } from './page-store.ts';

/** While a checkout waits for the cart to reach the server, milliseconds. */
const settleWithinMs = 12_000;
const lookAgainMs = 400;

export async function add(args: CommandArgs['cart.add']): Promise<void> {
  const sync = await ready();
  await sync.submit({ type: 'cart.add', args, seenPrice: args.shown.unitPrice });
}

export async function setQuantity(lineKey: string, quantity: number): Promise<void> {
  const sync = await ready();
  await sync.submit({ type: 'cart.setQuantity', args: { lineKey, quantity } });
}

export async function remove(lineKey: string): Promise<void> {
  const sync = await ready();
  await sync.submit({ type: 'cart.remove', args: { lineKey } });
}

export async function applyCoupon(code: string): Promise<void> {
  const sync = await ready();
  await sync.submit({ type: 'cart.applyCoupon', args: { code } });
}

export async function dismissRefused(id: string): Promise<void> {
  const sync = await ready();
  await tray.dismiss(sync.local, id);
}

/** Said where the change was made; the tray keeps it until it is dismissed. */
export function tellCartRefusal(type: string, text: string): void {
  if (!type.startsWith('cart.') || text === '') return;
  pageStore.set(cartAtom, (state) => ({ ...state, alert: text }));
  flash(text, 'error');
}

export function toRefusedWrite({ id, type, outcome, notices, args }: tray.RefusedWrite): RefusedWrite[] {
  const [said] = notices;
  if (!type.startsWith('cart.') || outcome !== 'rejected' || !said) return [];
  const { lineKey, shown } = (args ?? {}) as { lineKey?: string; shown?: { product: { name: string } } };
  const available = said.detail?.available;
  return [
    {
      id,
      type,
      code: said.code,
      message: said.text,
      lineKey: lineKey ?? null,
      productName: shown?.product.name ?? null,
      available: typeof available === 'number' ? available : null,
    },
  ];
}

async function openCart(sync: Sync) {
  const cart = await readCart(sync.local, await sync.currentOwner());
  const rows = cart.lane ? await laneRows(sync.local.db, await sync.currentOwner(), cart.lane) : [];
  return { cart, rows };
}

export async function settled(): Promise<boolean> {
  const sync = await ready();
  const until = Date.now() + settleWithinMs;
  for (;;) {
    await sync.drain({ eager: true });
    const { cart, rows } = await openCart(sync);
    if (rows.length === 0) return cart.iri !== null;
    const hopeless = !sync.connectivity.online() || rows.some(({ state }) => state === 'parked');
    if (hopeless || Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

export async function cartId(): Promise<string | null> {
  const { cart } = await openCart(await ready());
  return cart.iri ? cart.iri.slice(cart.iri.lastIndexOf('/') + 1) : null;
}

export async function startNewCart(): Promise<void> {
  const sync = await ready();
  await beginAnew(sync.local, await sync.currentOwner());
}

/** The cart became an order elsewhere: what waited goes into a new one. True when this write was of that cart. */
export async function restartConflictingCart(sync: Sync, id: string): Promise<boolean> {
  const row = await sync.local.db.outbox.where('id').equals(id).first();
  if (!row?.type.startsWith('cart.')) return false;
  await restartCart(sync.local, row.owner);
  await sync.drain({ eager: true });
  return true;
}
