// Plain page answer: private, in the market's colour.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type PlainPage, styleOf } from '../presenters/plain-page.ts';
import { allowStyles } from './security-headers.ts';

export async function sendPlainPage(reply: FastifyReply, { status, htmlOf }: PlainPage): Promise<FastifyReply> {
  // A page that says that nothing works needs no database.
  const found = await reply.server.appearance().catch(() => null);
  const style = styleOf(found?.brandColor ?? null);
  allowStyles(reply, [`sha256-${createHash('sha256').update(style).digest('base64')}`]);
  return reply
    .status(status)
    .header('cache-control', 'no-store, private')
    .type('text/html; charset=utf-8')
    .send(htmlOf(style));
}
