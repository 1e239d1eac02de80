// Order news route: the event stream of a store's orders. Guarantees: for the store's merchant only, until the token
// expires; a limited number per account; a stream occupies no database connection and does not delay a shutdown.
import type { FastifyInstance } from 'fastify';
import { ORDER_NEWS_ROLE } from '#contract/merchant/call-roles.ts';
import { includesRole } from '#contract/merchant/store-roles.ts';
import { EVENT_STREAM, HEARTBEAT_MS, ORDERS_EVENT, orderNewsEndpoint } from '#contract/orders/order-news.ts';
import { tokenExpiry } from '../access/authentication.ts';
import { requireCallerRole } from '../access/callers.ts';
import { findOpenSession, resolveCaller } from '../access/open-sessions.ts';
import { validate } from '../http/contract-input.ts';
import { openEventStream } from '../http/event-stream.ts';
import { validatedQuery } from '../http/query-input.ts';
import { tooMany, unauthorised } from '../runtime/errors.ts';
import { unavailableError, withReadTimeout } from '../runtime/time-limit.ts';
import { requireStoreMember } from '../sales/merchant-orders.ts';

/** Maximum number of streams per account and process; each screen uses one. */
export const MAX_STREAMS = 12;
/** Seconds until a rejected stream may retry. */
const RETRY_AFTER_SECONDS = 60;

export function orderNewsRoutes(app: FastifyInstance): void {
  const { market } = app;
  const streamCounts = new Map<string, number>();
  const changeCount = (account: string, change: number) => {
    const now = (streamCounts.get(account) ?? 0) + change;
    if (now > 0) streamCounts.set(account, now);
    else streamCounts.delete(account);
  };

  app.get(orderNewsEndpoint.path, { exposeHeadRoute: false }, async (request, reply) => {
    const now = market.now();
    const { authorization } = request.headers;
    const actor = await withReadTimeout(market.env, resolveCaller(app.tokens, market.db, request, now));
    requireCallerRole(orderNewsEndpoint, ORDER_NEWS_ROLE, actor, request, market.security);
    if (!actor) throw unauthorised();
    const { id } = validate(orderNewsEndpoint.params, request.params, 404) as { id: string };
    validatedQuery({}, request.url);
    await withReadTimeout(market.env, requireStoreMember(market.db, id, actor.id));
    if (app.stopping.hasStarted) throw unavailableError();
    if ((streamCounts.get(actor.id) ?? 0) >= MAX_STREAMS) throw tooMany(RETRY_AFTER_SECONDS);

    changeCount(actor.id, 1);
    let unfollow = () => {};
    let ending: NodeJS.Timeout | undefined;
    /** Ends the stream if its session has ended. */
    const ifOpen = async (then: () => void) => {
      const open = await findOpenSession(market.db, actor, market.now()).catch(() => null);
      if (open?.ownedStore === id.toLowerCase() && includesRole(open.storeRole, ORDER_NEWS_ROLE)) then();
      else stream.end();
    };
    const ended = () => {
      clearTimeout(ending);
      unfollow();
      app.stopping.streams.delete(stream);
      changeCount(actor.id, -1);
    };
    const stream = openEventStream(HEARTBEAT_MS, ended, () => void ifOpen(() => {}));
    app.stopping.streams.add(stream);
    try {
      unfollow = await withReadTimeout(
        market.env,
        app.orderNews.follow(id.toLowerCase(), () => void ifOpen(() => stream.send(ORDERS_EVENT))),
      );
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    if (stream.body.destroyed) unfollow();
    else ending = setTimeout(() => stream.end(), tokenExpiry(authorization) - now.getTime());
    // Proxies must not buffer the stream; its connection is not reused.
    reply.headers({
      'cache-control': 'no-store',
      vary: 'Authorization',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    return reply.type(EVENT_STREAM).send(stream.body);
  });
}
