// Registry: all endpoints of the app by name.

import { requestEndpoints } from './account/requests.ts';
import { userEndpoints } from './account/users.ts';
import { categoryEndpoints } from './catalogue/categories.ts';
import { contentEndpoints } from './catalogue/content.ts';
import { productEndpoints } from './catalogue/products.ts';
import { reviewEndpoints } from './catalogue/reviews.ts';
import { searchEndpoints } from './catalogue/search.ts';
import { storeEndpoints } from './catalogue/stores.ts';
import type { AnswerOf, ArgumentsOf, Endpoint, QueryOf } from './endpoint.ts';
import { couponEndpoints } from './merchant/coupons.ts';
import { mediaEndpoints } from './merchant/media.ts';
import { metricsEndpoints } from './merchant/metrics.ts';
import { ownProductEndpoints } from './merchant/own-products.ts';
import { payoutEndpoints } from './merchant/payouts.ts';
import { receivedRequestEndpoints } from './merchant/received-requests.ts';
import { cartEndpoints } from './orders/carts.ts';
import { collectionKeyEndpoints } from './orders/collection-keys.ts';
import { commitmentEndpoints } from './orders/commitment.ts';
import { orderEndpoints } from './orders/orders.ts';
import { storeOrderEndpoints } from './orders/store-order-endpoints.ts';

export const registry = {
  ...categoryEndpoints,
  ...productEndpoints,
  ...ownProductEndpoints,
  ...storeEndpoints,
  ...reviewEndpoints,
  ...requestEndpoints,
  ...receivedRequestEndpoints,
  ...contentEndpoints,
  ...searchEndpoints,
  ...userEndpoints,
  ...cartEndpoints,
  ...orderEndpoints,
  ...commitmentEndpoints,
  ...storeOrderEndpoints,
  ...collectionKeyEndpoints,
  ...couponEndpoints,
  ...mediaEndpoints,
  ...metricsEndpoints,
  ...payoutEndpoints,
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
