// View history: reads and writes products viewed on this device.
// Guarantee: newest first, trimmed by the database.
import { visitorId } from '#db/device.ts';
import { recentProducts, storeViewedProduct } from '#db/history.ts';
import { recentProductsAtom } from '#state/device/view-history.ts';
import { getSync } from '#state/page/engine-port.ts';
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

/** Reloads it from the device. */
export const loadHistory = async (): Promise<void> => showHistory(await getSync());

let last = 0;

export async function storeProductView(productId: string): Promise<void> {
  // Views recorded before the engine was loaded arrive together; this keeps their order.
  last = Math.max(Date.now(), last + 1);
  const time = last;
  const sync = await getSync();
  await storeViewedProduct(sync.local.db, { id: `/products/${productId}`, time });
  await showHistory(sync);
}

const counted = new Set<string>();

export async function sendStoreView(storeIri: string): Promise<void> {
  // The server counts one view per day, so one request per page is enough.
  if (counted.has(storeIri)) return;
  counted.add(storeIri);
  const sync = await getSync();
  const uniqueId = await visitorId(sync.local.db, sync.local.newId);
  await sync.submit(commandFor(countStoreVisitCommand, { uniqueId, type: 'store' as const, store: storeIri }));
}
