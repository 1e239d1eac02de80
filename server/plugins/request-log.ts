// Request log: an id for each request, in its answer and in all its log lines, and one line at its end.
// Guarantees: an id is taken from configured proxies only; the line contains no address, query, id of a path or body.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Env } from '../runtime/env.ts';
import { pathPattern, REQUEST_ID_LABEL, requestIds } from '../runtime/log.ts';
import { INTERNAL_ADDRESS } from './rate-limits.ts';

/** Forms of common proxies: a UUID, hexadecimal, base64. */
const idShape = /^[\w.:=+/-]{1,128}$/;

/** Id of a new request: a configured proxy's, for the server's own requests their page's, otherwise a new one. */
export function createRequestIds({ trustedProxies }: Env): (raw: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustedProxies);
  return ({ socket, headers }) => {
    const peer = socket.remoteAddress ?? '';
    const given =
      peer === INTERNAL_ADDRESS ? requestIds.getStore() : isTrusted(peer, 0) ? headers['x-request-id'] : undefined;
    return typeof given === 'string' && idShape.test(given) ? given : randomUUID();
  };
}

/** A first visit asks for about sixty of them: with an id in each answer it would be 3 kB more. */
const isFile = ({ url }: FastifyRequest) => /^\/(assets|media)\//.test(url);

/** Registered before all other hooks. */
export function setRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isFile(request)) reply.header('x-request-id', request.id);
    requestIds.run(request.id, done);
  });
  // A body arrives in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => requestIds.run(request.id, done));
}

/** One line per request instead of two; the server's own requests are part of their page's. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: REQUEST_ID_LABEL });
  }

  override incomingRequest(): void {}

  /** Its request has its line; Fastify's contains the query. */
  override routeNotFound(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const isInternal = request.socket.remoteAddress === INTERNAL_ADDRESS;
    request.log[isInternal ? 'debug' : 'info'](
      {
        event: 'request',
        method: request.method,
        path: pathPattern(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(error && { err: error }),
      },
      'request',
    );
  }
}
