// Mounts the stream of news of a shop's orders. Guarantees: only its merchant hears it, and no longer than the token that
// opened it lasts; an account holds so many at most; none holds a connection to the database, nor up a server that stops.
import type { FastifyInstance } from 'fastify';
import { BEAT, EVENT_STREAM, ORDERS_EVENT, orderNews } from '#contract/orders/order-news.ts';
import { endOfToken } from '../access/authentication.ts';
import { refuseWrongCaller } from '../access/callers.ts';
import { callerOf, openSession } from '../access/open-sessions.ts';
import { validated } from '../http/contract-input.ts';
import { openEventStream } from '../http/event-stream.ts';
import { validatedQuery } from '../http/query-input.ts';
import { tooMany, unauthorised } from '../runtime/errors.ts';
import { inTime, unavailable } from '../runtime/time-limit.ts';
import { requireOwnStore } from '../sales/merchant-orders.ts';

/** Streams of one account in this process: each screen at work holds one. */
export const STREAMS_AT_MOST = 12;
/** Seconds after which one too many may try again. */
const TRY_AGAIN = 60;

export function orderNewsRoutes(app: FastifyInstance): void {
  const { market } = app;
  const held = new Map<string, number>();
  const hold = (account: string, change: number) => {
    const now = (held.get(account) ?? 0) + change;
    if (now > 0) held.set(account, now);
    else held.delete(account);
  };

  app.get(orderNews.path, { exposeHeadRoute: false }, async (request, reply) => {
    const now = market.now();
    const { authorization } = request.headers;
    const actor = await inTime(market.env, callerOf(app.tokens, market.db, request, now));
    refuseWrongCaller(orderNews, actor, request, market.security);
    if (!actor) throw unauthorised();
    const { id } = validated(orderNews.params, request.params, 404) as { id: string };
    validatedQuery({}, request.url);
    await inTime(market.env, requireOwnStore(market.db, id, actor.id));
    if (app.stopping.begun) throw unavailable();
    if ((held.get(actor.id) ?? 0) >= STREAMS_AT_MOST) throw tooMany(TRY_AGAIN);

    hold(actor.id, 1);
    let unfollow = () => {};
    let ending: NodeJS.Timeout | undefined;
    /** Ends the stream of a session that has ended meanwhile. */
    const ifOpen = async (then: () => void) => {
      const open = await openSession(market.db, actor, market.now()).catch(() => null);
      if (open?.ownedStore === id.toLowerCase()) then();
      else stream.end();
    };
    const ended = () => {
      clearTimeout(ending);
      unfollow();
      app.stopping.endless.delete(stream);
      hold(actor.id, -1);
    };
    const stream = openEventStream(BEAT, ended, () => void ifOpen(() => {}));
    app.stopping.endless.add(stream);
    try {
      unfollow = await inTime(
        market.env,
        app.orderNews.follow(id.toLowerCase(), () => void ifOpen(() => stream.tell(ORDERS_EVENT))),
      );
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    if (stream.body.destroyed) unfollow();
    else ending = setTimeout(() => stream.end(), endOfToken(authorization) - now.getTime());
    // Whatever stands between passes it on as it comes; its connection serves nothing else.
    reply.headers({
      'cache-control': 'no-store',
      vary: 'Authorization',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    return reply.type(EVENT_STREAM).send(stream.body);
  });
}
