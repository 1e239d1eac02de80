// Product table of the own store: export, and import in batches. Both require the network.
import { ApiError } from '#api/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts';
import { productTableEndpoints } from '#contract/merchant/product-tables.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { callEndpoint } from '../api/call-endpoint.ts';
import { pageQueryClient } from '../page/page-store.ts';

type Tables = typeof productTableEndpoints;
type TableOutcome<N extends keyof Tables> =
  | { outcome: 'sent'; answer: AnswerOf<Tables[N]> }
  | { outcome: 'refused'; message: string; violations: readonly Violation[] }
  | { outcome: 'offline' };

async function ask<N extends keyof Tables>(name: N, storeId: string, body?: unknown): Promise<TableOutcome<N>> {
  try {
    return { outcome: 'sent', answer: await callEndpoint(productTableEndpoints[name], storeId, body) };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (isServerUnreachable(failure)) return { outcome: 'offline' };
    const { message, violations } = failure;
    return { outcome: 'refused', message, violations };
  }
}

/** A spreadsheet file. */
export const fetchProductTable = (storeId: string) => ask('products.export', storeId);

/** Validates or writes one batch. */
export const sendProductTable = (storeId: string, body: BodyOf<Tables['products.import']>) =>
  ask('products.import', storeId, body);

/** Refetches products after an import. */
export const forgetShownProducts = (): Promise<unknown> =>
  Promise.all(
    (['stores.ownProducts', 'products.mine'] as const).map((name) =>
      pageQueryClient.invalidateQueries({ queryKey: [name] }),
    ),
  );
