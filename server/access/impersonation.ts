// Somebody who runs the market acts for someone else. Guarantees: what only the person may do is refused to it (money,
// password, address, the whole of their data, the end of the account, what outlives the session); all it changes is written
// down. Its session ends within half an hour, or with the administrator's rights (open-sessions.ts).
import type { FastifyRequest } from 'fastify';
import type { ServedName } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Refusal } from '../runtime/errors.ts';
import type { SecurityLog } from '../runtime/log.ts';
import type { Actor } from './authentication.ts';

/** What nobody does for someone else. */
export const personal: ReadonlySet<ServedName> = new Set<ServedName>([
  'administration.accounts',
  'administration.actFor',
  'users.create',
  'users.update',
  'users.undoEmail',
  'users.sendConfirmation',
  'users.confirmEmail',
  'users.forgotPassword',
  'users.resetPassword',
  'users.export',
  'users.delete',
  'cart.order',
  'cart.commit',
  'orders.paymentOnDelivery',
  'orders.preparePayment',
  'orders.pay',
  // Gives money back.
  'storeOrders.cancel',
  // These outlive the session: a link of a week, and notices for the device of who acts.
  'downloads.link',
  'pushSubscriptions.create',
]);

/** @param write what changes something; false for a read */
export function refuseActing(
  name: ServedName,
  write: Endpoint | false,
  actor: Actor,
  request: FastifyRequest,
  security: SecurityLog,
): void {
  const about = { account: actor.id, by: actor.act?.sub ?? null, address: request.ip, endpoint: name };
  if (personal.has(name)) {
    security('impersonation-refused', about);
    throw new Refusal({
      status: 403,
      code: 'acting',
      message: `Vous agissez au nom de ${actor.username}\u00a0: cela, seule cette personne peut le faire elle-même.`,
    });
  }
  if (write) security('impersonation-write', about);
}
