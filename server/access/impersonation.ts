// Impersonation rules: limits an administrator who acts for another account.
// Guarantees: personal operations are forbidden (money, password, e-mail address, data export, end of the account,
// anything that outlives the session); every change is logged. The session ends after half an hour, or with the
// administrator's rights (open-sessions.ts).
import type { FastifyRequest } from 'fastify';
import { type AdministrationCall, administrationRegistry } from '#contract/administration/administration-registry.ts';
import type { AnyEndpointName } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Refusal } from '../runtime/errors.ts';
import type { SecurityLog } from '../runtime/log.ts';
import type { Actor } from './authentication.ts';

/** Endpoints that are forbidden during impersonation. */
export const personalEndpoints: ReadonlySet<AnyEndpointName> = new Set<AnyEndpointName>([
  ...(Object.keys(administrationRegistry) as AdministrationCall[]),
  'users.create',
  'users.update',
  'users.undoEmail',
  'users.sendConfirmation',
  'users.confirmEmail',
  'users.forgotPassword',
  'users.resetPassword',
  'users.setNewsletter',
  'users.export',
  'users.delete',
  'users.beginSecondFactor',
  'users.confirmSecondFactor',
  'users.removeSecondFactor',
  'cart.order',
  'cart.commit',
  'orders.paymentOnDelivery',
  'orders.preparePayment',
  'orders.pay',
  // Give money back.
  'storeOrders.cancel',
  'storeOrders.refund',
  'storeOrders.weigh',
  // A statement that binds its person, and a store's answer to it.
  'contractWithdrawals.declare',
  'contractWithdrawals.declareAsGuest',
  'contractWithdrawals.refund',
  'contractWithdrawals.refuse',
  // Who works for a store.
  'storePeople.invite',
  'storePeople.resend',
  'storePeople.withdraw',
  'storePeople.setRole',
  'storePeople.remove',
  'invitations.read',
  'invitations.join',
  'invitations.accept',
  // Outlive the session: links valid for a week or an hour, and notifications to the administrator's own device.
  'downloads.link',
  'saleDocuments.link',
  'payouts.account',
  'payouts.statement',
  'pushSubscriptions.create',
  'orderPush.subscribe',
]);

/** @param write endpoint that changes data; false for a read */
export function forbidWhileImpersonating(
  name: AnyEndpointName,
  write: Endpoint | false,
  actor: Actor,
  request: FastifyRequest,
  security: SecurityLog,
): void {
  const about = { account: actor.id, by: actor.act?.sub ?? null, address: request.ip, endpoint: name };
  if (personalEndpoints.has(name)) {
    security('impersonation-refused', about);
    throw new Refusal({
      status: 403,
      code: 'acting',
      message: `Vous agissez au nom de ${actor.username}\u00a0: cela, seule cette personne peut le faire elle-même.`,
    });
  }
  if (write) security('impersonation-write', about);
}
