// Writing and reading the device's history. Guarantee: newest first, trimmed by the database's own rule.

import { visitorId } from '#db/device.ts';
import { recentProducts, rememberProduct } from '#db/history.ts';
import { recentProductsAtom } from '#state/device/view-history.ts';
import { ready } from '#state/page/engine-port.ts';
import { pageStore } from '#state/page/page-store.ts';
import { commandFor } from '#sync/commands/record.ts';
import { countStoreVisitCommand } from '#sync/commands/store-views.ts';
import type { Sync } from '#sync/sync.ts';

const idOf = (iri: string) => iri.slice(iri.lastIndexOf('/') + 1);

export async function showHistory({ local: { db } }: Sync): Promise<void> {
  const items = await recentProducts(db);
  pageStore.set(
    recentProductsAtom,
    items.map(({ id }) => idOf(id)),
  );
}

/** Reads it from the device again. */
export const load = async (): Promise<void> => showHistory(await ready());

let last = 0;

export async function recordProductView(productId: string): Promise<void> {
  // What was looked at before the engine was here comes in one moment, and in its order.
  last = Math.max(Date.now(), last + 1);
  const time = last;
  const sync = await ready();
  await rememberProduct(sync.local.db, { id: `/products/${productId}`, time });
  await showHistory(sync);
}

const counted = new Set<string>();

export async function recordStoreView(storeIri: string): Promise<void> {
  // The server counts one a day; saying it again within one visit would only cost the network.
  if (counted.has(storeIri)) return;
  counted.add(storeIri);
  const sync = await ready();
  const uniqueId = await visitorId(sync.local.db, sync.local.newId);
  await sync.submit(commandFor(countStoreVisitCommand, { uniqueId, type: 'store' as const, store: storeIri }));
}
