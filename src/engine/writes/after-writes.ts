// Reads that a write has made old: asked again once it has left the outbox, whoever sent it, this page or the service worker.
// Guarantee: only what is on a screen is asked at once; the rest is fresh when it is next looked at.
import type { EndpointName } from '#contract/registry.ts';
import type { Cmd } from '#db/rows.ts';
import { pageQueryClient } from '#state/page/page-store.ts';
import type { CommandType } from '#sync/commands/command.ts';

const readsOf: Partial<Record<CommandType, readonly EndpointName[]>> = {
  'productReviews.create': ['products.reviews', 'products.bySlug', 'users.reviews'],
  'storeReviews.create': ['stores.reviews', 'stores.bySlug', 'users.reviews'],
};

/** `before` and `now`: the outbox of the present owner. */
export function refreshAfter(before: readonly Cmd[], now: readonly Cmd[]): void {
  const left = new Set(now.map(({ id }) => id));
  const gone = before.filter(({ id }) => !left.has(id));
  for (const { type } of gone) {
    for (const name of readsOf[type as CommandType] ?? []) {
      void pageQueryClient.invalidateQueries({ queryKey: [name] });
    }
  }
}
