// Role checks: rejects a caller without the role an endpoint requires, before any row is read.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { includesRole, STORE_ROLE_CODE, type StoreRole } from '#contract/merchant/store-roles.ts';
import { conflict, forbidden, Refusal, unauthorised } from '../runtime/errors.ts';
import type { SecurityLog } from '../runtime/log.ts';
import type { Actor } from './authentication.ts';

export const ADMINISTRATOR_ROLE = 'ROLE_ADMIN';

/** @param leastRole in the store, for a merchant call */
export function requireCallerRole(
  endpoint: Endpoint,
  leastRole: StoreRole,
  actor: Actor | null,
  request: FastifyRequest,
  security: SecurityLog,
): void {
  if (endpoint.access === 'public') return;
  if (!actor) throw unauthorised();
  const hasRole = {
    merchant: includesRole(actor.storeRole, leastRole),
    administrator: actor.roles.includes(ADMINISTRATOR_ROLE),
  };
  if ((endpoint.access === 'merchant' || endpoint.access === 'administrator') && !hasRole[endpoint.access]) {
    security('refused', { account: actor.id, address: request.ip, endpoint: `${endpoint.method} ${endpoint.path}` });
    throw endpoint.access === 'merchant' ? storeRoleError(actor) : forbidden();
  }
}

/** The device compares the role with its own, which may be an older one. */
const storeRoleError = ({ storeRole }: Actor) =>
  new Refusal({
    status: 403,
    code: STORE_ROLE_CODE,
    detail: { storeRole },
    message:
      storeRole === null
        ? 'Vous ne travaillez pour aucune boutique avec ce compte.'
        : 'Votre rôle dans la boutique ne permet pas cela\u00a0: demandez à une personne responsable.',
  });

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
