// Role checks: rejects a caller without the role an endpoint requires, before any row is read.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { conflict, forbidden, unauthorised } from '../runtime/errors.ts';
import type { SecurityLog } from '../runtime/log.ts';
import type { Actor } from './authentication.ts';

const MERCHANT_ROLE = 'ROLE_STORE_ADMIN';
export const ADMINISTRATOR_ROLE = 'ROLE_ADMIN';

export function requireCallerRole(
  endpoint: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
  security: SecurityLog,
): void {
  if (endpoint.access === 'public') return;
  if (!actor) throw unauthorised();
  const hasRole = {
    merchant: actor.roles.includes(MERCHANT_ROLE) && actor.ownedStore !== null,
    administrator: actor.roles.includes(ADMINISTRATOR_ROLE),
  };
  if ((endpoint.access === 'merchant' || endpoint.access === 'administrator') && !hasRole[endpoint.access]) {
    security('refused', { account: actor.id, address: request.ip, endpoint: `${endpoint.method} ${endpoint.path}` });
    throw forbidden();
  }
}

/** Queued writes name their author; a write sent with another account's token is rejected. */
export function requireCommandOwner(actor: Actor | null, request: FastifyRequest): void {
  const owner = request.headers['x-command-owner'];
  if (owner === undefined) return;
  const wanted = String(owner);
  const isVisitor = wanted.startsWith('v:');
  if (!actor && !isVisitor) throw unauthorised();
  if (isVisitor ? actor !== null : wanted.replace(/^u:/, '') !== actor?.id) {
    throw conflict('owner-mismatch', 'Cette modification appartient à une autre personne.');
  }
}
