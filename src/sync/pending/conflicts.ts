// Conflict list: unexpected outcomes as cards, with the request, the outcome, the values and the choices.
// Guarantees: one card per cause: an ordered cart is one card for all its pending commands, and a refused addition
// includes the changes that depend on it; a parked command stays until the user's choice.

import type { Cart } from '#contract/orders/carts.ts';
import type { AggregateView, Cmd, JournalEntry, Notice, Owner } from '#db/rows.ts';
import { formatCents } from '#domain/money.ts';
import { addToCartCommand, applyCouponCommand, isCartCommand } from '../commands/cart.ts';
import { type AddToCart, lineOf } from '../commands/cart-lines.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { uploadPictureCommand } from '../commands/pictures.ts';
import { isCart, type Place } from '../commands/record.ts';
import { contentOf, findRecord, unreadableText } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { unseenOutcomes } from '../outbox/journal.ts';
import { everyRowWithVisitors } from '../outbox/owners.ts';
import { isCommand } from '../outbox/rows.ts';
import { viewsOf } from '../outbox/snapshots.ts';
import { emptyConflict, parkedConflicts } from './cards.ts';
import type { Choice, Conflict, ConflictField, ConflictKind } from './conflict.ts';

/** `knownRows`: all rows of the user, if the caller has read them in the same transaction. */
export async function listConflicts(
  local: StoreContext,
  owner: Owner,
  knownRows?: readonly Cmd[],
): Promise<Conflict[]> {
  const { db } = local;
  return db.transaction('r', [db.outbox, db.snaps, db.journal, db.device], async () => {
    const rows = (knownRows ?? (await everyRowWithVisitors(db, owner))).filter(isCommand);
    const entries = await unseenOutcomes(db, owner);
    const reported = [...rows.filter(({ state }) => state === 'parked'), ...entries];
    const views = new Map([...(await viewsOf(db, reported)).values()].map(({ lane, view }) => [lane, view]));
    const parked = parkedConflicts(rows, (lane) => views.get(lane) ?? null);
    const own = entries.filter(({ causedBy }) => causedBy === undefined);
    const completed = own.map((entry) => ({
      ...safeConflictOf(entry, views.get(entry.lane) ?? null),
      also: entries.filter(({ causedBy }) => causedBy === entry.cmdId).map(({ sentence }) => sentence),
    }));
    return [...parked, ...completed];
  });
}

/** Reduces an unreadable entry to its own sentence. */
function safeConflictOf(entry: JournalEntry, view: AggregateView | null): Conflict {
  try {
    return conflictOf(entry, view);
  } catch (damaged) {
    console.warn(damaged);
    const { cmdId, type, lane, sentence, at } = entry;
    return {
      ...emptyConflict,
      id: cmdId,
      kind: 'refused',
      type,
      lane,
      sentence,
      text: unreadableText,
      content: null,
      at,
    };
  }
}

/** Finished commands with an outcome to report. */
function conflictOf(entry: JournalEntry, view: AggregateView | null): Conflict {
  const { cmdId, type, lane, sentence, notices, violations = [], args, at } = entry;
  const detail = notices[0]?.detail ?? {};
  const { lineKey, shown, name } = { ...(args as Partial<AddToCart> & { name?: string }), ...detail } as {
    lineKey?: string;
    name?: string;
    /** Of other commands it shows something else. */
    shown?: { product?: { name: string } };
  };
  const cart = isCart(view) ? view : null;
  const line = lineKey === undefined ? undefined : lineOf(cart, lineKey);
  const card: Conflict = {
    ...emptyConflict,
    id: cmdId,
    kind: kindOf(entry),
    type,
    lane,
    sentence,
    text: notices.map(({ text }) => text).join(' · '),
    lineKey: lineKey ?? null,
    productName: shown?.product?.name ?? name ?? line?.product.name ?? null,
    hasPicture: type === uploadPictureCommand.type && entry.outcome === 'rejected',
    editable: placeOf(entry),
    content: contentOf(entry),
    violations,
    at,
  };
  return { ...card, ...kindDetailsOf(card, entry, detail, cart) };
}

function placeOf({ type, args, notices }: JournalEntry): Place | null {
  const placed = notices.find(({ detail }) => detail?.order !== undefined)?.detail?.order;
  if (placed !== undefined) return { screen: 'accountOrder', params: { id: String(placed) } };
  // Its cart is restored.
  if (type === commitOrderCommand.type) return { screen: 'cart' };
  return args === undefined ? null : (findRecord(type)?.place?.(args) ?? null);
}

function kindOf({ type, code, status, outcome, notices }: JournalEntry): ConflictKind {
  const reason = outcome === 'done' ? notices[0]?.code : code;
  if (reason === 'stock' || reason === 'product-gone' || reason === 'line-gone' || reason === 'price-changed')
    return reason;
  if (reason === 'already') return 'already';
  if (reason === 'order-placed' || reason === 'order-to-pay') return reason;
  if (reason === 'canceled') return 'order-canceled';
  if (reason === 'coupon-gone' || (type === applyCouponCommand.type && outcome === 'rejected')) return 'coupon';
  if (isCartCommand(type) && status === 404) return type === addToCartCommand.type ? 'product-gone' : 'line-gone';
  return outcome === 'done' ? 'applied-with-notice' : 'refused';
}

function fieldsOf(
  kind: ConflictKind,
  { code, detail = {} }: Notice,
  base: JournalEntry['base'],
  cart: Cart | null,
): ConflictField[] {
  if (code === 'price-changed') {
    return [{ name: 'price', label: 'Prix', before: cents(detail.old), mine: null, theirs: cents(detail.new) }];
  }
  if (code !== 'coupon-gone' && kind !== 'coupon') return [];
  const [before, after] = [detail.before ?? base?.values?.total, detail.after ?? cart?.totalAfterDiscount.amount];
  return [{ name: 'total', label: 'Total', before: cents(before), mine: null, theirs: cents(after) }];
}

const cents = (value: unknown) => (typeof value === 'number' ? formatCents(value) : null);

function kindDetailsOf(
  { kind, lineKey }: Conflict,
  { type, args, base, notices }: JournalEntry,
  detail: Record<string, unknown>,
  cart: Cart | null,
): Partial<Conflict> {
  const line = lineKey === null ? undefined : lineOf(cart, lineKey);
  const remove: Choice[] = line ? ['remove'] : [];
  if (kind === 'stock') {
    const available = typeof detail.available === 'number' ? detail.available : 0;
    const { quantity } = args as { quantity: number };
    const wanted = type === addToCartCommand.type ? quantity + (line?.quantity ?? 0) : quantity;
    const possible = type === addToCartCommand.type ? available + (line?.quantity ?? 0) : available;
    const before = line ? `${line.quantity}` : null;
    const fields = [{ name: 'quantity', label: 'Quantité', before, mine: `${wanted}`, theirs: `${possible}` }];
    const takeAvailable: Choice[] = available > 0 ? ['take-available'] : [];
    return { available, fields, choices: [...takeAvailable, ...remove, 'dismiss'] };
  }
  const fields = notices.flatMap((notice) => fieldsOf(kind, notice, base, cart));
  if (kind === 'price-changed') return { fields, choices: ['dismiss', ...remove] };
  if (fields.length > 0) return { fields };
  return kind === 'product-gone' ? { choices: [...remove, 'dismiss'] } : {};
}
