// How often one may call: limits against guessed passwords and codes and against floods, counted per endpoint.
// Guarantees: what is over a limit is refused with 429 and Retry-After before anything else happens; only the option
// given to buildApp relaxes them, never a request; the caller's address is the connection's own unless a proxy that the
// settings name says otherwise.
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { EndpointName } from '#contract/registry.ts';
import { tooMany } from '../errors.ts';

export type RateLimits = 'strict' | 'relaxed';

interface Limit {
  max: number;
  /** Milliseconds. */
  per: number;
  by: (request: FastifyRequest) => string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const address = (request: FastifyRequest) => request.ip;
const field = (name: string) => (request: FastifyRequest) => {
  const body: unknown = request.body;
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value.trim().toLowerCase().slice(0, 200) : '';
};
const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? request.url;

const limits: Partial<Record<EndpointName, Limit[]>> = {
  'session.login': [
    { max: 5, per: MINUTE, by: field('login') },
    { max: 20, per: MINUTE, by: address },
  ],
  'session.refresh': [{ max: 30, per: MINUTE, by: address }],
  'users.create': [{ max: 10, per: HOUR, by: address }],
  'users.update': [{ max: 10, per: HOUR, by: address }],
  'cart.create': [{ max: 60, per: MINUTE, by: address }],
  'cart.applyCoupon': [{ max: 10, per: MINUTE, by: pathOf }],
  'availability.create': [{ max: 20, per: HOUR, by: address }],
  'view.create': [{ max: 120, per: MINUTE, by: address }],
  'images.upload': [{ max: 120, per: MINUTE, by: address }],
  'platformMessages.create': [{ max: 10, per: HOUR, by: address }],
  'messages.create': [{ max: 30, per: HOUR, by: address }],
  'appointments.create': [{ max: 30, per: HOUR, by: address }],
  'estimates.create': [{ max: 30, per: HOUR, by: address }],
  'productReviews.create': [{ max: 30, per: HOUR, by: address }],
  'storeReviews.create': [{ max: 30, per: HOUR, by: address }],
  search: [{ max: 60, per: MINUTE, by: address }],
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses with 429 what is over the limits of this endpoint. */
    checkRate(name: EndpointName, request: FastifyRequest): Promise<void>;
  }
}

/** Far above what tests and demonstrations do, so that the same code runs. */
const RELAXED = 10_000;

export const rateLimits = fp<{ limits: RateLimits }>(async (app, options) => {
  await app.register(rateLimit, { global: false });
  const checks = new Map(
    Object.entries(limits).map(([name, list]) => [
      name,
      list.map(({ max, per, by }) =>
        app.createRateLimit({
          max: options.limits === 'relaxed' ? max * RELAXED : max,
          timeWindow: per,
          keyGenerator: by,
        }),
      ),
    ]),
  );
  app.decorate('checkRate', async (name: EndpointName, request: FastifyRequest) => {
    for (const check of checks.get(name) ?? []) {
      const result = await check(request);
      if (!result.isAllowed && result.isExceeded) {
        app.market.security('rate-limit', { account: null, address: request.ip, endpoint: name });
        throw tooMany(Math.max(1, result.ttlInSeconds));
      }
    }
  });
});
