// Well-known addresses: security.txt (RFC 9116) and change-password.
import type { FastifyInstance } from 'fastify';
import { paths } from '#paths';

const DAY_MS = 24 * 3_600_000;
/** security.txt requires an expiry in the near future. */
const VALID_DAYS = 180;

export function wellKnownRoutes(app: FastifyInstance): void {
  const { env, now } = app.market;
  app.get('/.well-known/security.txt', async (_request, reply) => {
    // Stable within a day.
    const expires = new Date(Math.ceil(now().getTime() / DAY_MS + VALID_DAYS) * DAY_MS);
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
  // Used by password managers; the page asks for a login if necessary.
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(paths.accountProfile, 302));
}
