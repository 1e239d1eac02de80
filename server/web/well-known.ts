// Addresses that programs know: whom to write to about a weakness (RFC 9116), and where a password is changed.
import type { FastifyInstance } from 'fastify';
import { paths } from '#paths';

const DAY_MS = 24 * 3_600_000;
/** A file without a date in the near future is believed by nobody. */
const GOOD_FOR_DAYS = 180;

export function wellKnownRoutes(app: FastifyInstance): void {
  const { env, now } = app.market;
  app.get('/.well-known/security.txt', async (_request, reply) => {
    // The same all day long.
    const expires = new Date(Math.ceil(now().getTime() / DAY_MS + GOOD_FOR_DAYS) * DAY_MS);
    const lines = [
      `Contact: ${env.publicUrl}${paths.contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: fr, en',
      `Canonical: ${env.publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`);
  });
  // Asked for by password managers: who is not in is led to the login, and comes back.
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(paths.accountProfile, 302));
}
