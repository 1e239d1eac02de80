// Role checks: rejects a caller without the role an endpoint requires, before any row is read.
import type { FastifyRequest } from 'fastify';
import { mayCall, type OperatorCall, withoutSecondFactor } from '#contract/administration/call-roles.ts';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import type { AnyEndpointName } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { includesRole, STORE_ROLE_CODE, type StoreRole } from '#contract/merchant/store-roles.ts';
import type { Env } from '../runtime/env.ts';
import { conflict, forbidden, Refusal, unauthorised } from '../runtime/errors.ts';
import type { SecurityLog } from '../runtime/log.ts';
import type { Actor } from './authentication.ts';
import { secondFactorError } from './second-factors.ts';

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
  if (endpoint.access !== 'merchant' || includesRole(actor.storeRole, leastRole)) return;
  logRefusal(endpoint, actor, request, security);
  throw storeRoleError(actor);
}

/** For a call of the administration: the role, then the one-time code. */
export function requireOperator(
  name: AnyEndpointName,
  endpoint: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
  market: { env: Pick<Env, 'demo'>; security: SecurityLog },
): void {
  if (endpoint.access !== 'operator') return;
  if (!actor) throw unauthorised();
  const call = name as OperatorCall;
  const hasRole = mayCall(operatorRolesOf(actor.roles), call);
  // The passwords of a demo are public: whoever set up a code first would lock out all others.
  if (hasRole && (market.env.demo || actor.hasSecondFactor || withoutSecondFactor.has(call))) return;
  logRefusal(endpoint, actor, request, market.security);
  throw hasRole ? secondFactorError() : forbidden();
}

const logRefusal = ({ method, path }: Endpoint, { id }: Actor, { ip }: FastifyRequest, security: SecurityLog) =>
  security('refused', { account: id, address: ip, endpoint: `${method} ${path}` });

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
