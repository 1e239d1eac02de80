// Answers what is refused or fails outside of the API's own ways: addresses that cannot be read, HTTP that is none, and
// pages that fail. Guarantees: whoever asks is told in French, with the headers of every answer, and never with the cause; a
// program finds a refusal in the form of the API.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { served } from '#contract/all-endpoints.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import type { Env } from '../runtime/env.ts';
import { isDatabaseAway, Refusal, titles } from '../runtime/errors.ts';
import { API, apiHeaders } from './api-headers.ts';
import { refusalInContext, sendRefusal } from './json-ld.ts';
import { NOTHING, setGuards } from './security-headers.ts';

const unreadable = () => new Refusal({ status: 400, message: 'Cette adresse ne peut pas être lue.' });

/** Longer than any address that Node.js lets in: what is too long for a name is for the page or the call to say. */
export const LONGEST_PART = 16 * 1024;

/** What addresses in answers begin with. */
const lists = new Set(['/contexts', ...Object.values(served).map(({ path }) => /^\/[a-z_]+/.exec(path)?.[0])]);

/**
 * Where a request is answered. Addresses in answers are paths under the API ('/products/…'), which a standard client resolves
 * against the site: asked for there as JSON-LD, by whatever method, they are answered by the API.
 */
export function addressToAnswer({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const readable = readableAddress(url);
  const accept = headers.accept ?? '';
  const isAsked = accept.includes(mediaType) && !accept.includes('text/html');
  return isAsked && lists.has(/^\/[a-z_]+/.exec(readable)?.[0] ?? '') ? API + readable : readable;
}

/** An address whose escapes are broken is taken as it is written: it names nothing, and is told so like any other. */
function readableAddress(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Fastify's own refusals, which come before hooks and routes. */
export const frameworkErrors =
  (env: Env): FastifyServerOptions['frameworkErrors'] =>
  (_error, request, reply) => {
    setGuards(request.url, reply);
    reply.header('content-security-policy', NOTHING);
    reply.headers(apiHeaders(env));
    return sendRefusal(unreadable(), reply as unknown as FastifyReply);
  };

const brokenHttp: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Les en-têtes de la requête sont trop longs.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'La requête a mis trop de temps à arriver.'],
};

/** What Node.js could not read as HTTP: there is no request, only a connection. */
export const clientErrorHandler = (env: Env) => (error: NodeJS.ErrnoException, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = brokenHttp[error.code ?? ''] ?? [400, 'La requête est mal formée.'];
  const body = JSON.stringify(refusalInContext(new Refusal({ status, message }).answer()));
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${mediaType}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(apiHeaders(env)).map(([name, value]) => `${name}: ${value}`),
    'X-Content-Type-Options: nosniff',
    `Content-Security-Policy: ${NOTHING}`,
    'Cache-Control: no-store, private',
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
};

/** Pages that fail, and forms that cannot be read, beside the API. */
export function tellFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    else if (/^\/media\//.test(request.url)) return sendNoFile(reply);
    return sendFailure(reply, status);
  });
}

/** Nothing but that: no page, no hint. */
export const sendNoFile = (reply: FastifyReply) =>
  reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('Ce fichier n’existe pas.');

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  const { statusCode } = error as { statusCode?: number };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return statusCode;
  return isDatabaseAway(error) ? 503 : 500;
}

function sendFailure(reply: FastifyReply, status: number): FastifyReply {
  const title = titles[status] ?? 'Une erreur est survenue';
  const advice = status >= 500 ? '<p>Réessayez dans un instant.</p>' : '';
  if (status === 503) reply.header('retry-after', '5');
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title></head>
<body><h1>${title}</h1>${advice}<p><a href="/">Revenir à l’accueil</a></p></body></html>`);
}

/** The path and query of a request, whatever stands before them; null when no address can be made of it. */
export function addressOf({ url }: Pick<FastifyRequest, 'url'>): URL | null {
  const own = url.replace(/^https?:\/\/[^/?#]*/i, '');
  // Behind a name of our own, '//other.example/page' stays a path.
  const whole = `http://market.invalid${own.startsWith('/') ? own : `/${own}`}`;
  return URL.canParse(whole) ? new URL(whole) : null;
}
