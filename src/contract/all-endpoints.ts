// All endpoints of the server: the registry, endpoints that belong to a single screen, and endpoints for other clients.
import { noticeEndpoints } from './account/notices.ts';
import { ownDataEndpoints } from './account/own-data.ts';
import { secondFactorEndpoints } from './account/second-factor.ts';
import { administrationRegistry } from './administration/administration-registry.ts';
import { browserErrorEndpoints } from './browser-errors.ts';
import { byAddressEndpoints } from './by-address.ts';
import { offlineBundleEndpoints } from './catalogue/offline-bundle.ts';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from './endpoint.ts';
import { payoutLinkEndpoints } from './merchant/payout-links.ts';
import { productTableEndpoints } from './merchant/product-tables.ts';
import { pushSubscriptionEndpoints } from './merchant/push-subscriptions.ts';
import { storePartEndpoints } from './merchant/store-parts.ts';
import { storePeopleEndpoints } from './merchant/store-people.ts';
import { cancellationEndpoints } from './orders/cancellation.ts';
import { contractWithdrawalEndpoints } from './orders/contract-withdrawals.ts';
import { downloadEndpoints } from './orders/downloads.ts';
import { orderPushEndpoints } from './orders/order-push.ts';
import { orderTableEndpoints } from './orders/order-table.ts';
import { saleDocumentEndpoints } from './orders/sale-documents.ts';
import { registry } from './registry.ts';
import { sentBackEndpoints } from './sent-back.ts';

export const allEndpoints = {
  ...registry,
  ...sentBackEndpoints,
  ...pushSubscriptionEndpoints,
  ...orderPushEndpoints,
  ...orderTableEndpoints,
  ...ownDataEndpoints,
  ...secondFactorEndpoints,
  ...storePartEndpoints,
  ...storePeopleEndpoints,
  ...productTableEndpoints,
  ...downloadEndpoints,
  ...saleDocumentEndpoints,
  ...cancellationEndpoints,
  ...contractWithdrawalEndpoints,
  ...payoutLinkEndpoints,
  ...administrationRegistry,
  ...noticeEndpoints,
  ...offlineBundleEndpoints,
  ...browserErrorEndpoints,
  ...byAddressEndpoints,
} as const satisfies Record<string, Endpoint>;

export type AllEndpoints = typeof allEndpoints;
export type AnyEndpointName = keyof AllEndpoints;
export type AnyEndpointAnswer<N extends AnyEndpointName> = AnswerOf<AllEndpoints[N]>;
export type AnyEndpointParams<N extends AnyEndpointName> = ParamsOf<AllEndpoints[N]>;
export type AnyEndpointQuery<N extends AnyEndpointName> = QueryOf<AllEndpoints[N]>;
export type AnyEndpointBody<N extends AnyEndpointName> = BodyOf<AllEndpoints[N]>;
