// Teaches the API its language: JSON-LD in and out, refusals as hydra:Error or ConstraintViolationList, ETags on what may be
// kept.
// Guarantees: an unknown type of body is 415; an error never carries a stack; private answers are never stored by a cache.
import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mediaType } from '#contract/wire/hydra.ts';
import { isDatabaseAway, Refusal } from '../runtime/errors.ts';
import { API } from './api-headers.ts';

const JSON_LD = `${mediaType}; charset=utf-8`;

/** Called inside the scope of the API: the site's pages keep their own ways. */
export function speakHydra(api: FastifyInstance): void {
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

/** A refusal with where the meaning of its keys stands. */
export function refusalInContext(answer: object): object {
  const isOfInput = '@type' in answer && answer['@type'] === 'ConstraintViolationList';
  return { '@context': `${API}/contexts/${isOfInput ? 'ConstraintViolationList' : 'Error'}`, ...answer };
}

export function sendRefusal(refusal: Refusal, reply: FastifyReply): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  keepPrivate(reply);
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
  if (isDatabaseAway(error)) {
    request.log.error({ err: error }, 'database away');
    return new Refusal({ status: 503, message: 'Service momentanément indisponible.', retryAfter: 5 });
  }
  request.log.error({ err: error }, 'request failed');
  return new Refusal({ status: 500, message: 'Une erreur est survenue. Réessayez dans un instant.' });
}

/** What the HTTP layer itself refuses. */
const MALFORMED = 'La requête est mal formée.';
const parserMessages: Record<number, string> = {
  406: `Réponses proposées : ${mediaType}.`,
  408: 'La requête a mis trop de temps à arriver.',
  413: 'L’envoi dépasse la taille acceptée.',
  415: `Format non accepté : envoyez ${mediaType}.`,
  431: 'Les en-têtes de la requête sont trop longs.',
};

export function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store, private');
  reply.header('vary', 'Authorization');
}

export function sendPrivate(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  keepPrivate(reply);
  reply.status(status);
  return body === undefined ? reply.send() : reply.type(JSON_LD).send(JSON.stringify(body));
}

/** Answers 304 when the caller already holds this very answer. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, body: unknown, type = JSON_LD): FastifyReply {
  const text = JSON.stringify(body);
  // Weak: the same content may be sent compressed or not.
  const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  reply.header('etag', tag);
  reply.header('cache-control', 'public, max-age=0, must-revalidate');
  // An address of the site is a page to who asks for one.
  const isAlsoPage = request.originalUrl !== request.url;
  reply.header('vary', `${isAlsoPage ? 'Accept, ' : ''}Authorization, accept-encoding`);
  const held = request.headers['if-none-match'];
  if (held?.split(',').some((one) => one.trim().replace(/^(?!W\/)/, 'W/') === tag)) return reply.status(304).send();
  return reply.status(200).type(type).send(text);
}
