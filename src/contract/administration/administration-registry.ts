// Administration registry: all endpoints of operators.
// Outside the app's registry: only the server and the administration load it, never the shop or the service worker.
import type { AnswerOf, ArgumentsOf, Endpoint } from '../endpoint.ts';
import { accountEndpoints } from './accounts.ts';
import { operatorActionEndpoints } from './actions.ts';
import { marketCatalogueEndpoints } from './catalogue.ts';
import { marketContentEndpoints } from './content.ts';
import { figureEndpoints } from './figures.ts';
import { moderationEndpoints } from './moderation.ts';
import { operationEndpoints } from './operation.ts';
import { operatorOrderEndpoints } from './orders.ts';
import { operatorSessionEndpoints } from './session.ts';
import { settingEndpoints } from './settings.ts';
import { operatorStoreEndpoints } from './stores.ts';

export const administrationRegistry = {
  ...operatorSessionEndpoints,
  ...moderationEndpoints,
  ...accountEndpoints,
  ...operatorOrderEndpoints,
  ...operatorStoreEndpoints,
  ...figureEndpoints,
  ...operationEndpoints,
  ...operatorActionEndpoints,
  ...marketContentEndpoints,
  ...marketCatalogueEndpoints,
  ...settingEndpoints,
} as const satisfies Record<string, Endpoint>;

export type AdministrationRegistry = typeof administrationRegistry;
export type AdministrationCall = keyof AdministrationRegistry;
export type AdministrationAnswer<N extends AdministrationCall> = AnswerOf<AdministrationRegistry[N]>;
export type AdministrationArguments<N extends AdministrationCall> = ArgumentsOf<AdministrationRegistry[N]>;
