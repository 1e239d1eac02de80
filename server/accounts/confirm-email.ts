// E-mail confirmation: sends the confirmation link of an address and confirms it.
// Guarantees: a link confirms one address of one account, for seven days; data filed under an address belongs to an
// account only after confirmation; mails withheld until then are released.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ownAccount } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { mails } from '../db/schema/mails.ts';
import type { Handler, Market } from '../http/call.ts';
import { deliverMails } from '../mails/deliver.ts';
import { type MailContext, queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { confirmEmailLetter } from '../mails/templates/accounts.ts';
import { notFound } from '../runtime/errors.ts';

/** Milliseconds. */
export const CONFIRM_LIFETIME = 7 * 24 * 3_600_000;

type AddressOwner = Pick<typeof users.$inferSelect, 'id' | 'email'>;
type Keys = Pick<FastifyInstance, 'signingKeys'>;

/** Covers account, address and expiry, so nothing needs to be stored. */
function signatureOf({ signingKeys }: Keys, { id, email }: AddressOwner, end: number): string {
  const key = Buffer.from(hkdfSync('sha256', signingKeys.refreshSecret, '', 'etal e-mail confirmation', 32));
  return createHmac('sha256', key)
    .update(JSON.stringify([id, email, end]))
    .digest('base64url');
}

export function confirmationLink(app: Keys, { env }: Pick<Market, 'env'>, user: AddressOwner, now: Date): string {
  const end = now.getTime() + CONFIRM_LIFETIME;
  const token = `${end}.${signatureOf(app, user, end)}`;
  return `${env.publicUrl}/confirmer-adresse?uuid=${user.id}&token=${token}`;
}

function isValidLink(app: Keys, user: AddressOwner, token: string, now: Date): boolean {
  const [, end, given] = /^([0-9]{13})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (end === undefined || given === undefined || Number(end) <= now.getTime()) return false;
  return timingSafeEqual(Buffer.from(signatureOf(app, user, Number(end))), Buffer.from(given));
}

/** Also releases the mails withheld for this account. */
export async function markEmailConfirmed(tx: Tx, userId: string, { market, now, after }: MailContext): Promise<void> {
  await tx.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, userId));
  const released = await tx
    .update(mails)
    .set({ withheldForUser: null, dueAt: now })
    .where(eq(mails.withheldForUser, userId))
    .returning({ id: mails.id });
  if (released.length > 0) after(() => deliverMails(market));
}

export function emailConfirmation(app: Keys): {
  send: Handler<'users.sendConfirmation'>;
  confirm: Handler<'users.confirmEmail'>;
} {
  return {
    send: async ({ params, actor, tx, now, market, after }) => {
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, params.id), ownAccount(actor.id)));
      if (!user) throw notFound();
      if (user.emailConfirmedAt) return;
      const letter = confirmEmailLetter(await mailSite(tx, market), confirmationLink(app, market, user, now));
      await queueMail(tx, { market, now, after }, { kind: 'email-to-confirm', to: user.email, letter });
    },
    confirm: async ({ params, body, tx, now, market, after, request }) => {
      const [user] = await tx.select().from(users).where(eq(users.id, params.id)).for('no key update');
      if (!user || user.passwordHash === '' || !isValidLink(app, user, body.token, now)) throw confirmLinkError();
      if (!user.emailConfirmedAt) {
        await markEmailConfirmed(tx, user.id, { market, now, after });
        market.security('email-confirmed', { account: user.id, address: request.ip });
      }
      return { '@type': 'EmailConfirmation' as const, email: user.email };
    },
  };
}

const confirmLinkError = () =>
  notFound('confirm-link-over', 'Ce lien ne sert plus\u00a0: demandez-en un nouveau depuis votre compte.');
