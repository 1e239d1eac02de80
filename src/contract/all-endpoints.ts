// Every call that the server answers: those of the registry, those that come with the one screen that asks for them, and those
// that are there for other clients.
import { administration } from './account/administration.ts';
import { ownData } from './account/own-data.ts';
import { byAddress } from './by-address.ts';
import { taken } from './catalogue/offline-bundle.ts';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from './endpoint.ts';
import { productTables } from './merchant/product-tables.ts';
import { pushSubscriptions } from './merchant/push-subscriptions.ts';
import { storeParts } from './merchant/store-parts.ts';
import { downloads } from './orders/downloads.ts';
import { registry } from './registry.ts';
import { sentBack } from './sent-back.ts';

export const served = {
  ...registry,
  ...sentBack,
  ...pushSubscriptions,
  ...ownData,
  ...storeParts,
  ...productTables,
  ...downloads,
  ...administration,
  ...taken,
  ...byAddress,
} as const satisfies Record<string, Endpoint>;

export type Served = typeof served;
export type ServedName = keyof Served;
export type ServedAnswer<N extends ServedName> = AnswerOf<Served[N]>;
export type ServedParams<N extends ServedName> = ParamsOf<Served[N]>;
export type ServedQuery<N extends ServedName> = QueryOf<Served[N]>;
export type ServedBody<N extends ServedName> = BodyOf<Served[N]>;
