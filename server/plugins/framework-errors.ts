// Framework errors: answers failures outside the API's routes: unreadable addresses, invalid HTTP, failing pages.
// Guarantees: messages are in French, carry the usual headers and never reveal the cause; API clients get the API's
// error format.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { allEndpoints } from '#contract/all-endpoints.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import type { Env } from '../runtime/env.ts';
import { isServiceUnreachable, Refusal, titles } from '../runtime/errors.ts';
import { API, apiHeaders } from './api-headers.ts';
import { refusalInContext, sendRefusal } from './json-ld.ts';
import { EMPTY_POLICY, setDocumentHeaders } from './security-headers.ts';

const unreadableAddress = () => new Refusal({ status: 400, message: 'Cette adresse ne peut pas être lue.' });

/** Above Node.js's own limit: too long parameters are rejected by their page or endpoint. */
export const MAX_PARAM_LENGTH = 16 * 1024;

/** First segments of addresses in answers. */
const lists = new Set(['/contexts', ...Object.values(allEndpoints).map(({ path }) => /^\/[a-z_]+/.exec(path)?.[0])]);

/**
 * Address of the answering route. Addresses in answers are paths under the API ('/products/…'), which standard clients
 * resolve against the site: JSON-LD requests there, with any method, are answered by the API.
 */
export function rewriteAddress({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const readable = readableAddress(url);
  const accept = headers.accept ?? '';
  const isAsked = accept.includes(mediaType) && !accept.includes('text/html');
  return isAsked && lists.has(/^\/[a-z_]+/.exec(readable)?.[0] ?? '') ? API + readable : readable;
}

/** An address with invalid escapes is taken literally, which leads to the usual 404. */
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

/** Fastify's own rejections, before hooks and routes. */
export const frameworkErrors =
  (env: Env): FastifyServerOptions['frameworkErrors'] =>
  (_error, request, reply) => {
    setDocumentHeaders(request.url, reply);
    reply.header('content-security-policy', EMPTY_POLICY);
    reply.headers({ ...apiHeaders(env), 'x-request-id': request.id });
    return sendRefusal(unreadableAddress(), reply as unknown as FastifyReply);
  };

const brokenHttp: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Les en-têtes de la requête sont trop longs.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'La requête a mis trop de temps à arriver.'],
};

/** Invalid HTTP: there is a connection, but no request. */
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
    `Content-Security-Policy: ${EMPTY_POLICY}`,
    'Cache-Control: no-store, private',
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
};

/** Errors of pages and forms outside the API. */
export function handlePageErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    else if (/^\/media\//.test(request.url)) return sendNoFile(reply);
    return sendFailure(reply, status);
  });
}

/** A plain 404, without a page. */
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
  return isServiceUnreachable(error) ? 503 : 500;
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

/** Path and query of a request; null if they form no valid URL. */
export function requestAddress({ url }: Pick<FastifyRequest, 'url'>): URL | null {
  const own = url.replace(/^https?:\/\/[^/?#]*/i, '');
  // With a fixed host, '//other.example/page' stays a path.
  const whole = `http://market.invalid${own.startsWith('/') ? own : `/${own}`}`;
  return URL.canParse(whole) ? new URL(whole) : null;
}
