// The merchant's own shop: the server's view with this device's waiting changes applied.
// Guarantee: a change names what the merchant was looking at, so that another device's change of the same field is not
// overwritten unasked; what waits is named as waiting.
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { StoreChanges } from '#contract/store-changes.ts';
import type { MerchantStore } from '#contract/stores.ts';
import type { Money } from '#contract/values.ts';
import type { Cmd } from '#db/rows.ts';
import { moneyOf, moneyOrNull } from '#domain/money.ts';
import { isEShop } from '#domain/store.ts';
import type { CommandArgs } from '#sync/commands/command.ts';
import { hundredths } from '#sync/replay/field-values.ts';
import type { SendOutcome } from '#sync/submit-and-wait.ts';
import { engine } from '../page/engine-port.ts';
import { useApiQuery } from '../reads/query.ts';
import type { Begun } from '../session/use-draft.ts';
import { asBegun } from './begun-earlier.ts';
import { withServerNames } from './media.ts';
import { pendingAtom, storeViewsAtom } from './pending-writes.ts';

export interface ShownStore {
  /** As it will be once what waits here is taken. */
  store: MerchantStore;
  /** As the server last said. */
  held: MerchantStore;
  /** The changes that wait, the oldest first. */
  waiting: readonly StoreChanges[];
}

interface OnDevice {
  /** The last answers to this device's own changes. */
  views: readonly MerchantStore[];
  /** What waits. */
  rows: readonly Cmd[];
}

const amounts = ['freeDeliveryPriceFromAmount', 'customShippingPrice', 'minimumDelivery', 'relayPointPrice'] as const;

function sentAmount(sent: unknown): Money | null {
  const cents = hundredths(sent);
  return moneyOrNull(Number.isNaN(cents) ? null : cents);
}

/** Pictures and terms are named in a change by reference only: they are shown once the server has answered. */
export function withChanges(store: MerchantStore, changes: StoreChanges): MerchantStore {
  const { logo: _logo, images: _images, acceptedTermAndConditions: _terms, ...fields } = changes;
  const { distancePriceLevels, ...plain } = fields;
  const next = { ...store, ...plain } as MerchantStore;
  for (const name of amounts) {
    if (!(name in changes)) continue;
    const amount = sentAmount(changes[name]);
    if (name === 'freeDeliveryPriceFromAmount') next[name] = amount;
    else next[name] = amount ?? moneyOf(0);
  }
  if (distancePriceLevels) {
    next.distancePriceLevels = distancePriceLevels.map(({ distance, price, minimumOrderValue }) => ({
      distance,
      price: sentAmount(price) ?? moneyOf(0),
      minimumOrderValue: sentAmount(minimumOrderValue) ?? moneyOf(0),
    }));
  }
  return next;
}

/** As a read gave it or as the answer to this device's own change, the newer one; with what waits on top. */
export function shownStore(read: MerchantStore, { views, rows }: OnDevice): ShownStore {
  const held = views.find(({ id, version }) => id === read.id && version > read.version) ?? read;
  const waiting = rows.flatMap((row) =>
    row.type === 'stores.save' && row.lane === `store:${read.id}`
      ? [(row.args as CommandArgs['stores.save']).changes]
      : [],
  );
  return { store: waiting.reduce(withChanges, held), held, waiting };
}

/**
 * The merchant's own shop, kept on the device. `sellsOnline` stays undefined until the shop is known; a shop that cannot be
 * asked for does not hide the orders that are kept.
 */
export function useOwnStore(storeId: string) {
  const query = useApiQuery('stores.mine', { params: { id: storeId } });
  const views = useAtomValue(storeViewsAtom);
  const rows = useAtomValue(pendingAtom);
  const { data } = query;
  const shown = useMemo(() => data && shownStore(data, { views, rows }), [data, views, rows]);
  const unknown = query.status === 'error' ? true : undefined;
  return { query, shown, store: shown?.store, sellsOnline: shown ? isEShop(shown.store) : unknown };
}

/** The last logo and pictures that wait, by their names. */
export function picturesIn(waiting: readonly StoreChanges[]): Pick<StoreChanges, 'logo' | 'images'> {
  const { logo, images } = Object.assign({}, ...waiting) as StoreChanges;
  return { ...(logo !== undefined && { logo }), ...(images !== undefined && { images }) };
}

/**
 * `seen`: what the merchant was looking at, with this device's own changes in it: those may have been answered since, and are
 * nobody else's.
 */
export function changeOf({ store, held, waiting }: ShownStore, changes: StoreChanges) {
  const seen = { ...store, ...picturesIn(waiting) };
  const values = Object.fromEntries(Object.keys(changes).map((name) => [name, seen[name as keyof MerchantStore]]));
  const base = { version: held.version, values };
  return { type: 'stores.save', args: { id: held.id, changes }, base } as const;
}

/** `begun`: of what was typed before the page was loaded anew. */
export async function saveStore(
  seen: ShownStore,
  changes: StoreChanges,
  begun: Begun | null = null,
): Promise<SendOutcome> {
  const { base, ...change } = changeOf(seen, changes);
  return (await engine()).send(await withServerNames({ ...change, base: asBegun(base, begun) }));
}

/** A change that was saved here. `from`: the first version of the shop that has it in it. */
export interface OwnChange {
  changes: StoreChanges;
  from: number;
}

/** Whether the shop has heard of a change: it waits, or was answered. An answer to what was saved before it has not. */
export const tells = (shop: Pick<ShownStore, 'held' | 'waiting'>, own: OwnChange | null) =>
  own === null ||
  shop.held.version >= own.from ||
  shop.waiting.some((changes) => JSON.stringify(changes) === JSON.stringify(own.changes));

/** Unanswered, it is in no version that is known: the next one at the earliest. */
export const ownChange = (changes: StoreChanges, held: { version: number }, result: SendOutcome): OwnChange => {
  const answered = result.outcome === 'sent' ? (result.answer as { version?: number } | null)?.version : undefined;
  return { changes, from: answered ?? held.version + 1 };
};
