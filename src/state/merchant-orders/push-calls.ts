// Asks the server for what telling a device of new orders takes.
import type { AnswerOf } from '#contract/endpoint.ts';
import { pushSubscriptions } from '#contract/merchant/push-subscriptions.ts';
import { askBeside } from '../api/call-endpoint.ts';

type Calls = typeof pushSubscriptions;

/** @param id of the shop or the subscription that the path names */
export const askOfPushes = <N extends keyof Calls>(name: N, id: string, body?: unknown): Promise<AnswerOf<Calls[N]>> =>
  askBeside<Calls[N]>(pushSubscriptions[name], id, body);
