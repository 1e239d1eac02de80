// Calls of the push subscription endpoints.
import type { AnswerOf } from '#contract/endpoint.ts';
import { pushSubscriptionEndpoints } from '#contract/merchant/push-subscriptions.ts';
import { callEndpoint } from '../api/call-endpoint.ts';

type Calls = typeof pushSubscriptionEndpoints;

/** @param id of the store or subscription in the path */
export const callPushEndpoint = <N extends keyof Calls>(
  name: N,
  id: string,
  body?: unknown,
): Promise<AnswerOf<Calls[N]>> => callEndpoint<Calls[N]>(pushSubscriptionEndpoints[name], id, body);
