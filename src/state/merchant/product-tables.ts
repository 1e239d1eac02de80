// All products of the own shop as a table: taken away, and brought back in batches. Both need the network.
import type { EndpointBody } from '#contract/registry.ts';
import { writeOnline } from '../api/online-write.ts';
import { pageQueryClient } from '../page/page-store.ts';

/** As a file for a spreadsheet. */
export const exportProducts = (storeId: string) => writeOnline('products.export', { params: { id: storeId } });

/** One batch, looked through or written. */
export const importProducts = (storeId: string, body: EndpointBody<'products.import'>) =>
  writeOnline('products.import', { params: { id: storeId }, body });

/** What was brought back is shown from now on. */
export const forgetShownProducts = (): Promise<unknown> =>
  Promise.all(
    (['stores.ownProducts', 'products.mine'] as const).map((name) =>
      pageQueryClient.invalidateQueries({ queryKey: [name] }),
    ),
  );
