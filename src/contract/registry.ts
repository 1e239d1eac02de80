// Every call of the API by its name.

import { requests } from './account/requests.ts';
import { users } from './account/users.ts';
import { categories } from './catalogue/categories.ts';
import { content } from './catalogue/content.ts';
import { products } from './catalogue/products.ts';
import { reviews } from './catalogue/reviews.ts';
import { search } from './catalogue/search.ts';
import { stores } from './catalogue/stores.ts';
import type { AnswerOf, ArgumentsOf, Endpoint, QueryOf } from './endpoint.ts';
import { coupons } from './merchant/coupons.ts';
import { media } from './merchant/media.ts';
import { metrics } from './merchant/metrics.ts';
import { ownProducts } from './merchant/own-products.ts';
import { receivedRequests } from './merchant/received-requests.ts';
import { carts } from './orders/carts.ts';
import { collectionKeys } from './orders/collection-keys.ts';
import { commitments } from './orders/commitment.ts';
import { orders } from './orders/orders.ts';
import { storeOrders } from './orders/store-orders.ts';

export const registry = {
  ...categories,
  ...products,
  ...ownProducts,
  ...stores,
  ...reviews,
  ...requests,
  ...receivedRequests,
  ...content,
  ...search,
  ...users,
  ...carts,
  ...orders,
  ...commitments,
  ...storeOrders,
  ...collectionKeys,
  ...coupons,
  ...media,
  ...metrics,
} as const satisfies Record<string, Endpoint>;

export type Registry = typeof registry;
export type EndpointName = keyof Registry;
export type EndpointArguments<N extends EndpointName> = ArgumentsOf<Registry[N]>;
export type EndpointAnswer<N extends EndpointName> = AnswerOf<Registry[N]>;
export type EndpointQuery<N extends EndpointName> = QueryOf<Registry[N]>;

type NamesOf<M, P> = { [N in EndpointName]: Registry[N] extends { method: M; offline: P } ? N : never }[EndpointName];
export type ReadName = NamesOf<'GET', 'kept' | 'snapshot'>;
export type QueuedName = NamesOf<'POST' | 'PUT' | 'DELETE', 'queued'>;
export type WriteName = Exclude<EndpointName, ReadName>;
