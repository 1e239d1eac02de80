// Rate limits: against guessed codes and floods, counted per endpoint, and over all requests of one address.
// Guarantees: a request over a limit is refused with 429 and Retry-After before anything else happens; only the option
// given to buildApp relaxes them, never a request; the caller's address is the connection's own unless a proxy that the
// settings name says otherwise. An address may be that of a town hall or of a mobile carrier: limits of accounts are
// narrow, those of addresses wide.
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { ServedName } from '#contract/all-endpoints.ts';
import type { Actor } from '../access/authentication.ts';
import { LoginGuard, placeOf } from '../access/login-guard.ts';
import { tooMany } from '../runtime/errors.ts';

export type RateLimits = 'strict' | 'relaxed';

interface Limit {
  max: number;
  /** Milliseconds. */
  per: number;
  /** Null: not counted. */
  by: (request: FastifyRequest, actor: Actor | null) => string | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const address = (request: FastifyRequest) => placeOf(request.ip);
const account = (_request: FastifyRequest, actor: Actor | null) => actor && `u:${actor.id}`;
/** The account, from whichever address; without one, the address. */
const caller = (request: FastifyRequest, actor: Actor | null) => account(request, actor) ?? address(request);
/** The id in the path as it was read: an address may spell it in many ways. */
const named = (request: FastifyRequest) => String(Reflect.get(Object(request.params), 'id')).toLowerCase();
/** A session, however often it is continued, by the token it sends. */
const session = (request: FastifyRequest) => String(Reflect.get(Object(request.body), 'refresh_token')).slice(0, 200);

/** An account may do this `max` times; all callers of one address together, twenty times as often. */
const narrow = (max: number, per: number): Limit[] => [
  { max, per, by: account },
  { max: max * 20, per, by: address },
];
const wide = (max: number, per: number): Limit[] => [{ max, per, by: address }];

const limits: Partial<Record<ServedName, Limit[]>> = {
  'session.refresh': [{ max: 10, per: MINUTE, by: session }, ...wide(600, MINUTE)],
  'users.create': wide(100, HOUR),
  'users.update': narrow(10, HOUR),
  'users.undoEmail': wide(200, HOUR),
  'users.sendConfirmation': narrow(5, HOUR),
  'users.confirmEmail': wide(200, HOUR),
  'users.forgotPassword': wide(100, HOUR),
  'users.delete': narrow(10, HOUR),
  'users.export': narrow(20, HOUR),
  'users.resetPassword': wide(200, HOUR),
  'administration.accounts': [
    { max: 30, per: MINUTE, by: caller },
    { max: 300, per: HOUR, by: caller },
  ],
  'administration.actFor': [{ max: 20, per: HOUR, by: caller }],
  'cart.create': wide(300, MINUTE),
  'cart.applyCoupon': [
    { max: 10, per: MINUTE, by: named },
    { max: 10, per: MINUTE, by: account },
    { max: 60, per: HOUR, by: account },
    // Behind one address may be a whole market day; behind many accounts, one guesser.
    { max: 30, per: MINUTE, by: address },
    { max: 300, per: HOUR, by: address },
  ],
  'cart.order': [...narrow(10, MINUTE), ...narrow(40, HOUR)],
  'cart.commit': [...narrow(10, MINUTE), ...narrow(40, HOUR)],
  'orders.paymentOnDelivery': [...narrow(10, MINUTE), ...narrow(40, HOUR)],
  'orders.preparePayment': narrow(30, MINUTE),
  'orders.pay': narrow(30, MINUTE),
  'availability.create': narrow(20, HOUR),
  'view.create': wide(1_200, MINUTE),
  'images.upload': [{ max: 120, per: MINUTE, by: caller }],
  'dematerializedFiles.upload': [{ max: 30, per: MINUTE, by: caller }],
  'platformMessages.create': narrow(10, HOUR),
  'messages.create': narrow(30, HOUR),
  'appointments.create': narrow(30, HOUR),
  'estimates.create': narrow(30, HOUR),
  'productReviews.create': narrow(10, HOUR),
  'storeReviews.create': narrow(10, HOUR),
  'pushSubscriptions.create': narrow(60, HOUR),
  search: wide(600, MINUTE),
  'taken.outline': wide(300, MINUTE),
};

/** Of all requests from one address in a minute: what only reads, and what brings a body to be parsed. */
export const ALL_REQUESTS = { reads: 6_000, writes: 1_200 };

/** No connection comes from it: the pages ask the API for what they show under this address, and are counted themselves. */
export const INSIDE = '0.0.0.0';

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses with 429 what is over the limits of this endpoint. */
    checkRate(name: ServedName, request: FastifyRequest, actor: Actor | null): Promise<void>;
    /** Slows down who guesses passwords. */
    loginGuard: LoginGuard;
  }
}

/** Far above what tests and demonstrations do, so that the same code runs. */
const RELAXED = 10_000;

export const rateLimits = fp<{ limits: RateLimits }>(async (app, options) => {
  await app.register(rateLimit, { global: false });
  app.decorateRequest('rateKey', '');
  const limiter = (max: number, per: number) =>
    app.createRateLimit({
      max: options.limits === 'relaxed' ? max * RELAXED : max,
      timeWindow: per,
      keyGenerator: (request) => request.getDecorator<string>('rateKey'),
    });
  const count = async (check: ReturnType<typeof limiter>, key: string, request: FastifyRequest, endpoint: string) => {
    if (request.socket.remoteAddress === INSIDE) return;
    request.setDecorator('rateKey', key);
    const result = await check(request);
    if (result.isAllowed || !result.isExceeded) return;
    app.market.security('rate-limit', { account: null, address: request.ip, endpoint });
    throw tooMany(Math.max(1, result.ttlInSeconds));
  };

  const reads = limiter(ALL_REQUESTS.reads, MINUTE);
  const writes = limiter(ALL_REQUESTS.writes, MINUTE);
  app.addHook('onRequest', async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    await count(isRead ? reads : writes, address(request), request, 'all');
  });

  const checks = new Map(
    Object.entries(limits).map(([name, list]) => [
      name,
      list.map(({ max, per, by }) => ({ by, check: limiter(max, per) })),
    ]),
  );
  app.decorate('checkRate', async (name: ServedName, request: FastifyRequest, actor: Actor | null) => {
    for (const { by, check } of checks.get(name) ?? []) {
      const key = by(request, actor);
      if (key !== null) await count(check, key, request, name);
    }
  });
  const refuse = (address: string) =>
    app.market.security('rate-limit', { account: null, address, endpoint: 'session.login' });
  app.decorate('loginGuard', new LoginGuard(options.limits === 'relaxed' ? RELAXED : 1, refuse));
  warnOfUnnamedProxy(app);
});

/** Behind a proxy that the settings do not name, everyone has the proxy's address, and its limits. */
function warnOfUnnamedProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', async (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (isWarned || request.headers['x-forwarded-for'] === undefined || request.ip !== peer) return;
    isWarned = true;
    request.log.warn(
      { peer },
      `${peer} sends X-Forwarded-For, but is not named in TRUSTED_PROXIES: everyone behind it is counted as one caller. If it is your proxy, set TRUSTED_PROXIES=${peer}.`,
    );
  });
}
