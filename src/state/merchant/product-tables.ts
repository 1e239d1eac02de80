// All products of the own shop as a table: taken away, and brought back in batches. Both need the network.
import { ApiError } from '#api/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts';
import { productTables } from '#contract/merchant/product-tables.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { askBeside } from '../api/call-endpoint.ts';
import { pageQueryClient } from '../page/page-store.ts';

type Tables = typeof productTables;
type TableOutcome<N extends keyof Tables> =
  | { outcome: 'sent'; answer: AnswerOf<Tables[N]> }
  | { outcome: 'refused'; message: string; violations: readonly Violation[] }
  | { outcome: 'offline' };

async function ask<N extends keyof Tables>(name: N, storeId: string, body?: unknown): Promise<TableOutcome<N>> {
  try {
    return { outcome: 'sent', answer: await askBeside(productTables[name], storeId, body) };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (isServerUnreachable(failure)) return { outcome: 'offline' };
    const { message, violations } = failure;
    return { outcome: 'refused', message, violations };
  }
}

/** As a file for a spreadsheet. */
export const exportProducts = (storeId: string) => ask('products.export', storeId);

/** One batch, looked through or written. */
export const importProducts = (storeId: string, body: BodyOf<Tables['products.import']>) =>
  ask('products.import', storeId, body);

/** What was brought back is shown from now on. */
export const forgetShownProducts = (): Promise<unknown> =>
  Promise.all(
    (['stores.ownProducts', 'products.mine'] as const).map((name) =>
      pageQueryClient.invalidateQueries({ queryKey: [name] }),
    ),
  );
