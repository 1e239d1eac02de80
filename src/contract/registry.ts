// Every call of the API by its name.
import { carts } from './carts.ts';
import { categories } from './categories.ts';
import { collectionKeys } from './collection-keys.ts';
import { commitments } from './commitment.ts';
import { content } from './content.ts';
import { coupons } from './coupons.ts';
import type { AnswerOf, ArgumentsOf, BodyOf, Endpoint, QueryOf } from './endpoint.ts';
import { media } from './media.ts';
import { metrics } from './metrics.ts';
import { orders } from './orders.ts';
import { ownProducts } from './own-products.ts';
import { productTables } from './product-tables.ts';
import { products } from './products.ts';
import { receivedRequests } from './received-requests.ts';
import { requests } from './requests.ts';
import { reviews } from './reviews.ts';
import { search } from './search.ts';
import { storeOrders } from './store-orders.ts';
import { stores } from './stores.ts';
import { users } from './users.ts';

export const registry = {
  ...categories,
  ...products,
  ...ownProducts,
  ...productTables,
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
export type EndpointBody<N extends EndpointName> = BodyOf<Registry[N]>;

type NamesOf<M, P> = { [N in EndpointName]: Registry[N] extends { method: M; offline: P } ? N : never }[EndpointName];
export type ReadName = NamesOf<'GET', 'kept' | 'snapshot'>;
export type QueuedName = NamesOf<'POST' | 'PUT' | 'DELETE', 'queued'>;
export type WriteName = Exclude<EndpointName, ReadName>;
