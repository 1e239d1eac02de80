// Administration page: one document for all its addresses, which are behind '#'.
// Guarantees: its inline styles are allowed by a number that is new for each answer; it is never stored.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ADMINISTRATION } from '#paths';
import { allowStyles } from '../plugins/security-headers.ts';

/** Stands in the built document where the number belongs. */
export const NONCE_MARK = '{style-nonce}';

/** @param folder of the build */
export function administrationPage(app: FastifyInstance, folder: string): void {
  const file = join(folder, 'administration/administration.html');
  const template = existsSync(file) ? readFileSync(file, 'utf8') : null;
  app.get(ADMINISTRATION, async (_request, reply) => {
    if (template === null) return reply.callNotFound();
    const nonce = randomBytes(18).toString('base64');
    allowStyles(reply, [`nonce-${nonce}`]);
    return reply
      .header('cache-control', 'no-store, private')
      .type('text/html; charset=utf-8')
      .send(template.replaceAll(NONCE_MARK, nonce));
  });
}
