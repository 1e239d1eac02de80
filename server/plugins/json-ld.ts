// JSON-LD: request parsing, hydra:Error and ConstraintViolationList refusals, ETags of cacheable answers.
// Guarantees: an unknown body type is 415; errors never contain a stack; private answers are never cached.
import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mediaType } from '#contract/wire/hydra.ts';
import { isServiceUnreachable, Refusal } from '../runtime/errors.ts';
import { API } from './api-headers.ts';

const JSON_LD = `${mediaType}; charset=utf-8`;

/** Called inside the API scope; the site's pages are not affected. */
export function registerJsonLd(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  const json = api.getDefaultJsonParser('error', 'error');
  for (const type of [mediaType, 'application/json', 'application/merge-patch+json']) {
    api.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined);
      else json(request, body, done);
    });
  }
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  api.setErrorHandler((error, request, reply) => sendRefusal(asRefusal(error, request), reply));
  api.setNotFoundHandler((_request, reply) =>
    sendRefusal(new Refusal({ status: 404, message: 'Cette adresse de l’API n’existe pas.' }), reply),
  );
}

/** A refusal with its context. */
export function refusalInContext(answer: object): object {
  const isOfInput = '@type' in answer && answer['@type'] === 'ConstraintViolationList';
  return { '@context': `${API}/contexts/${isOfInput ? 'ConstraintViolationList' : 'Error'}`, ...answer };
}

export function sendRefusal(refusal: Refusal, reply: FastifyReply): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  setPrivate(reply);
  return reply
    .status(refusal.status)
    .type(JSON_LD)
    .send(JSON.stringify(refusalInContext(refusal.answer())));
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode } = error as FastifyError;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal({ status: statusCode, message: parserMessages[statusCode] ?? MALFORMED });
  }
  if (isServiceUnreachable(error)) {
    request.log.error({ err: error }, 'database or storage away');
    return new Refusal({ status: 503, message: 'Service momentanément indisponible.', retryAfter: 5 });
  }
  request.log.error({ err: error }, 'request failed');
  return new Refusal({ status: 500, message: 'Une erreur est survenue. Réessayez dans un instant.' });
}

/** Refusals of the HTTP layer. */
const MALFORMED = 'La requête est mal formée.';
const parserMessages: Record<number, string> = {
  406: `Réponses proposées : ${mediaType}.`,
  408: 'La requête a mis trop de temps à arriver.',
  413: 'L’envoi dépasse la taille acceptée.',
  415: `Format non accepté : envoyez ${mediaType}.`,
  431: 'Les en-têtes de la requête sont trop longs.',
};

export function setPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store, private');
  reply.header('vary', 'Authorization');
}

export function sendPrivate(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  setPrivate(reply);
  reply.status(status);
  return body === undefined ? reply.send() : reply.type(JSON_LD).send(JSON.stringify(body));
}

/** Answers 304 if the caller's ETag matches. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  type = JSON_LD,
): FastifyReply {
  const text = JSON.stringify(body);
  // Weak, because the same content may be compressed or not.
  const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  reply.header('etag', tag);
  reply.header('cache-control', 'public, max-age=0, must-revalidate');
  // An address of the site is a page to who asks for one.
  const isAlsoPage = request.originalUrl !== request.url;
  reply.header('vary', `${isAlsoPage ? 'Accept, ' : ''}Authorization, accept-encoding`);
  const known = request.headers['if-none-match'];
  if (known?.split(',').some((one) => one.trim().replace(/^(?!W\/)/, 'W/') === tag)) return reply.status(304).send();
  return reply.status(200).type(type).send(text);
}
