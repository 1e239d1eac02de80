// Limits how often one may call, against guessed passwords and codes and against floods, counted per endpoint.
// Guarantees: what is over a limit is refused with 429 and Retry-After before anything else happens; only the option
// given to buildApp relaxes them, never a request; the caller's address is the connection's own unless a proxy that the
// settings name says otherwise.
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { ServedName } from '#contract/served.ts';
import type { Actor } from '../access/authentication.ts';
import { LoginGuard, placeOf } from '../access/login-guard.ts';
import { tooMany } from '../runtime/errors.ts';

export type RateLimits = 'strict' | 'relaxed';

interface Limit {
  max: number;
  /** Milliseconds. */
  per: number;
  by: (request: FastifyRequest, actor: Actor | null) => string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const address = (request: FastifyRequest) => placeOf(request.ip);
/** Who is logged in, from wherever; else from where. */
const caller = (request: FastifyRequest, actor: Actor | null) => (actor ? `u:${actor.id}` : address(request));
/** The id in the path as it was read: an address may spell it in many ways. */
const named = (request: FastifyRequest) => String(Reflect.get(Object(request.params), 'id')).toLowerCase();

const limits: Partial<Record<ServedName, Limit[]>> = {
  'session.refresh': [{ max: 30, per: MINUTE, by: address }],
  'users.create': [{ max: 10, per: HOUR, by: address }],
  'users.update': [{ max: 10, per: HOUR, by: address }],
  'users.undoEmail': [{ max: 20, per: HOUR, by: address }],
  'users.forgotPassword': [{ max: 10, per: HOUR, by: address }],
  'users.delete': [{ max: 10, per: HOUR, by: address }],
  'users.export': [{ max: 20, per: HOUR, by: caller }],
  'users.resetPassword': [{ max: 20, per: HOUR, by: address }],
  'administration.accounts': [
    { max: 30, per: MINUTE, by: caller },
    { max: 300, per: HOUR, by: caller },
  ],
  'administration.actFor': [{ max: 20, per: HOUR, by: caller }],
  'cart.create': [{ max: 60, per: MINUTE, by: address }],
  'cart.applyCoupon': [
    { max: 10, per: MINUTE, by: named },
    { max: 10, per: MINUTE, by: caller },
    { max: 60, per: HOUR, by: caller },
    // Behind one address may stand a whole market day; behind many accounts, one guesser.
    { max: 30, per: MINUTE, by: address },
    { max: 300, per: HOUR, by: address },
  ],
  'availability.create': [{ max: 20, per: HOUR, by: address }],
  'view.create': [{ max: 120, per: MINUTE, by: address }],
  'images.upload': [{ max: 120, per: MINUTE, by: address }],
  'dematerializedFiles.upload': [{ max: 30, per: MINUTE, by: address }],
  'platformMessages.create': [{ max: 10, per: HOUR, by: address }],
  'messages.create': [{ max: 30, per: HOUR, by: address }],
  'appointments.create': [{ max: 30, per: HOUR, by: address }],
  'estimates.create': [{ max: 30, per: HOUR, by: address }],
  'productReviews.create': [{ max: 10, per: HOUR, by: caller }],
  'storeReviews.create': [{ max: 10, per: HOUR, by: caller }],
  'pushSubscriptions.create': [{ max: 60, per: HOUR, by: caller }],
  search: [{ max: 60, per: MINUTE, by: address }],
  'taken.outline': [{ max: 60, per: MINUTE, by: address }],
};

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
  const checks = new Map(
    Object.entries(limits).map(([name, list]) => [
      name,
      list.map(({ max, per, by }) => ({
        by,
        check: app.createRateLimit({
          max: options.limits === 'relaxed' ? max * RELAXED : max,
          timeWindow: per,
          keyGenerator: (request) => request.getDecorator<string>('rateKey'),
        }),
      })),
    ]),
  );
  app.decorateRequest('rateKey', '');
  const refuse = (address: string) =>
    app.market.security('rate-limit', { account: null, address, endpoint: 'session.login' });
  app.decorate('loginGuard', new LoginGuard(options.limits === 'relaxed' ? RELAXED : 1, refuse));
  app.decorate('checkRate', async (name: ServedName, request: FastifyRequest, actor: Actor | null) => {
    for (const { by, check } of checks.get(name) ?? []) {
      request.setDecorator('rateKey', by(request, actor));
      const result = await check(request);
      if (!result.isAllowed && result.isExceeded) {
        app.market.security('rate-limit', { account: null, address: request.ip, endpoint: name });
        throw tooMany(Math.max(1, result.ttlInSeconds));
      }
    }
  });
});
