// Rate limits: protect against guessed codes and floods, per endpoint and per address over all requests.
// Guarantees: a request over a limit gets 429 with Retry-After before any other work; only the option given to buildApp
// relaxes limits, never a request; the caller's address is the connection's own unless a configured proxy forwards
// another; several servers on one PostgreSQL count together, except floods, from which each protects itself. A whole
// town hall or mobile carrier may share one address: limits per account are low, those per address high.
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { AnyEndpointName } from '#contract/all-endpoints.ts';
import type { Actor } from '../access/authentication.ts';
import { attemptLimits, attemptsInMemory } from '../access/login-attempts.ts';
import { LoginGuard, networkOf } from '../access/login-guard.ts';
import { sharedAttempts } from '../access/shared-login-attempts.ts';
import type { OpenDatabase } from '../db/client.ts';
import { tooMany } from '../runtime/errors.ts';
import { sharedCounters } from './shared-counters.ts';

export type RateLimits = 'strict' | 'relaxed';

interface Limit {
  max: number;
  /** Milliseconds. */
  per: number;
  /** Null: not counted. */
  by: (request: FastifyRequest, actor: Actor | null) => string | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const byAddress = (request: FastifyRequest) => networkOf(request.ip);
const byAccount = (_request: FastifyRequest, actor: Actor | null) => actor && `u:${actor.id}`;
/** The account at any address; without one, the address. */
const byCaller = (request: FastifyRequest, actor: Actor | null) => byAccount(request, actor) ?? byAddress(request);
/** The parsed id of the path: an address can spell it in many ways. */
const byPathId = (request: FastifyRequest) => String(Reflect.get(Object(request.params), 'id')).toLowerCase();
/** The order that a guest names. */
const byOrder = (request: FastifyRequest) => `order ${String(Reflect.get(Object(request.body), 'order')).slice(0, 20)}`;
/** A session by its current refresh token. */
const bySession = (request: FastifyRequest) => String(Reflect.get(Object(request.body), 'refresh_token')).slice(0, 200);

/** `max` per account, and twenty times as much per address. */
const accountLimits = (max: number, per: number): Limit[] => [
  { max, per, by: byAccount },
  { max: max * 20, per, by: byAddress },
];
const addressLimits = (max: number, per: number): Limit[] => [{ max, per, by: byAddress }];

/** A code has a million values, of which three are good at a time. Those of a login are counted by the login guard. */
const codeLimits: Limit[] = [
  { max: 5, per: 5 * MINUTE_MS, by: byAccount },
  { max: 30, per: DAY_MS, by: byAccount },
];

const limits: Partial<Record<AnyEndpointName, Limit[]>> = {
  'session.refresh': [{ max: 10, per: MINUTE_MS, by: bySession }, ...addressLimits(600, MINUTE_MS)],
  'users.create': addressLimits(100, HOUR_MS),
  'users.update': accountLimits(10, HOUR_MS),
  'users.undoEmail': addressLimits(200, HOUR_MS),
  'users.sendConfirmation': accountLimits(5, HOUR_MS),
  'users.confirmEmail': addressLimits(200, HOUR_MS),
  'users.forgotPassword': addressLimits(100, HOUR_MS),
  'users.delete': accountLimits(10, HOUR_MS),
  'users.setNewsletter': accountLimits(60, HOUR_MS),
  'users.export': accountLimits(20, HOUR_MS),
  'users.resetPassword': addressLimits(200, HOUR_MS),
  'administration.accounts': [
    { max: 30, per: MINUTE_MS, by: byCaller },
    { max: 300, per: HOUR_MS, by: byCaller },
  ],
  'users.beginSecondFactor': accountLimits(10, HOUR_MS),
  'users.confirmSecondFactor': codeLimits,
  'users.removeSecondFactor': accountLimits(10, HOUR_MS),
  'administration.confirmSecondFactor': codeLimits,
  'administration.actFor': [{ max: 20, per: HOUR_MS, by: byCaller }],
  'cart.create': addressLimits(300, MINUTE_MS),
  'cart.applyCoupon': [
    { max: 10, per: MINUTE_MS, by: byPathId },
    { max: 10, per: MINUTE_MS, by: byAccount },
    { max: 60, per: HOUR_MS, by: byAccount },
    // A busy market day may share one address; one guesser may use many accounts.
    { max: 30, per: MINUTE_MS, by: byAddress },
    { max: 300, per: HOUR_MS, by: byAddress },
  ],
  // The delivery page creates the order again after each change of a quantity.
  'cart.order': [...accountLimits(30, MINUTE_MS), ...accountLimits(200, HOUR_MS)],
  'cart.commit': [...accountLimits(10, MINUTE_MS), ...accountLimits(40, HOUR_MS)],
  'orders.paymentOnDelivery': [...accountLimits(10, MINUTE_MS), ...accountLimits(40, HOUR_MS)],
  'orders.preparePayment': accountLimits(30, MINUTE_MS),
  'orders.pay': accountLimits(30, MINUTE_MS),
  'contractWithdrawals.declare': accountLimits(20, HOUR_MS),
  'contractWithdrawals.declareAsGuest': [{ max: 10, per: HOUR_MS, by: byOrder }, ...addressLimits(100, HOUR_MS)],
  'availability.create': accountLimits(20, HOUR_MS),
  'view.create': addressLimits(1_200, MINUTE_MS),
  'images.upload': [{ max: 120, per: MINUTE_MS, by: byCaller }],
  'dematerializedFiles.upload': [{ max: 30, per: MINUTE_MS, by: byCaller }],
  'platformMessages.create': accountLimits(10, HOUR_MS),
  'notices.create': accountLimits(10, HOUR_MS),
  // Few, because each is a line of the log.
  'browserErrors.create': addressLimits(20, MINUTE_MS),
  'messages.create': accountLimits(30, HOUR_MS),
  'appointments.create': accountLimits(30, HOUR_MS),
  'estimates.create': accountLimits(30, HOUR_MS),
  'productReviews.create': accountLimits(10, HOUR_MS),
  'storeReviews.create': accountLimits(10, HOUR_MS),
  'storePeople.invite': accountLimits(20, HOUR_MS),
  'storePeople.resend': [{ max: 3, per: HOUR_MS, by: byPathId }, ...accountLimits(20, HOUR_MS)],
  'invitations.read': addressLimits(200, HOUR_MS),
  'invitations.join': addressLimits(200, HOUR_MS),
  'invitations.accept': accountLimits(20, HOUR_MS),
  'pushSubscriptions.create': accountLimits(60, HOUR_MS),
  'orderPush.subscribe': accountLimits(60, HOUR_MS),
  search: addressLimits(600, MINUTE_MS),
  'taken.outline': addressLimits(300, MINUTE_MS),
};

/** Requests per minute and address: reads, and requests with a body to parse. */
export const ALL_REQUESTS = { reads: 6_000, writes: 1_200 };

/**
 * Address of the server's own requests while rendering pages, which are counted themselves; no connection can have it.
 */
export const INTERNAL_ADDRESS = '0.0.0.0';

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws Refusal 429 over the limits of this endpoint */
    checkRate(name: AnyEndpointName, request: FastifyRequest, actor: Actor | null): Promise<void>;
    /** Slows down password guessing. */
    loginGuard: LoginGuard;
  }
}

/** Far above the needs of tests and demos, so that the same code runs. */
const RELAXED_FACTOR = 10_000;

/** Reads and visits, which are limited because of their number only, like all requests: each process protects itself. */
const floods = new Set<string>(['all', 'search', 'taken.outline', 'view.create']);

interface RateLimitOptions {
  limits: RateLimits;
  database: Pick<OpenDatabase, 'db' | 'kind'>;
}

export const rateLimits = fp<RateLimitOptions>(async (app, { limits: strictness, database: { db, kind } }) => {
  const isRelaxed = strictness === 'relaxed';
  const own = await createLimiters(app);
  const shared = kind === 'postgres' ? await createLimiters(app, sharedCounters(db)) : own;
  const limiter = (endpoint: string, max: number, per: number) =>
    (floods.has(endpoint) ? own : shared)(isRelaxed ? max * RELAXED_FACTOR : max, per);
  const count = async (check: ReturnType<typeof limiter>, key: string, request: FastifyRequest, endpoint: string) => {
    if (request.socket.remoteAddress === INTERNAL_ADDRESS) return;
    const result = await check(request, key);
    if (result.isAllowed || !result.isExceeded) return;
    app.market.security('rate-limit', { account: null, address: request.ip, endpoint });
    throw tooMany(Math.max(1, result.ttlInSeconds));
  };

  const reads = limiter('all', ALL_REQUESTS.reads, MINUTE_MS);
  const writes = limiter('all', ALL_REQUESTS.writes, MINUTE_MS);
  app.addHook('onRequest', async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    await count(isRead ? reads : writes, byAddress(request), request, 'all');
  });

  const checks = new Map(
    Object.entries(limits).map(([name, list]) => [
      name,
      list.map(({ max, per, by }, index) => ({ by, id: `${name} ${index}`, check: limiter(name, max, per) })),
    ]),
  );
  app.decorate('checkRate', async (name: AnyEndpointName, request: FastifyRequest, actor: Actor | null) => {
    for (const { by, id, check } of checks.get(name) ?? []) {
      const key = by(request, actor);
      if (key !== null) await count(check, `${id} ${key}`, request, name);
    }
  });
  const leniency = isRelaxed ? RELAXED_FACTOR : 1;
  const attempts = attemptLimits(leniency);
  const logRefusal = (address: string) =>
    app.market.security('rate-limit', { account: null, address, endpoint: 'session.login' });
  app.decorate(
    'loginGuard',
    new LoginGuard(
      kind === 'postgres' ? sharedAttempts(db, attempts) : attemptsInMemory(attempts),
      leniency,
      logRefusal,
    ),
  );
  warnOfUnnamedProxy(app);
});

/**
 * @param store where it is counted; without it, in the memory of this process
 * @returns the function that creates a limit, which counts a request under a key
 */
async function createLimiters(app: FastifyInstance, store?: FastifyRateLimitStoreCtor) {
  let create: FastifyInstance['createRateLimit'] | undefined;
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false, ...(store && { store }) });
    create = scope.createRateLimit;
  });
  return (max: number, timeWindow: number) => {
    const keys = new WeakMap<FastifyRequest, string>();
    const check = create?.({ max, timeWindow, keyGenerator: (request) => keys.get(request) ?? '' });
    if (!check) throw new Error('Rate limits are not ready.');
    return (request: FastifyRequest, key: string) => {
      keys.set(request, key);
      return check(request);
    };
  };
}

/** Behind an unconfigured proxy all callers share the proxy's address and its limits. */
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
