// Confirms the e-mail address of an account by a link that was sent there, and sends that link.
// Guarantees: a link confirms one address of one account, for seven days, and does nothing else; nothing that goes by an address
// is an account's before it has confirmed it; mails that were held until then go out.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ownAccount } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { mails } from '../db/schema/mails.ts';
import type { Handler, Market } from '../http/call.ts';
import { deliverMails } from '../mails/deliver.ts';
import { type Posting, post } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { emailToConfirm } from '../mails/templates/accounts.ts';
import { notFound } from '../runtime/errors.ts';

/** Milliseconds. */
export const CONFIRM_LIFE = 7 * 24 * 3_600_000;

type User = Pick<typeof users.$inferSelect, 'id' | 'email'>;
type Keys = Pick<FastifyInstance, 'signingKeys'>;

/** Over its account, its address and its end, so that nothing needs to be stored. */
function signatureOf({ signingKeys }: Keys, { id, email }: User, end: number): string {
  const key = Buffer.from(hkdfSync('sha256', signingKeys.refreshSecret, '', 'etal e-mail confirmation', 32));
  return createHmac('sha256', key)
    .update(JSON.stringify([id, email, end]))
    .digest('base64url');
}

export function confirmationLink(app: Keys, { env }: Pick<Market, 'env'>, user: User, now: Date): string {
  const end = now.getTime() + CONFIRM_LIFE;
  const token = `${end}.${signatureOf(app, user, end)}`;
  return `${env.publicUrl}/confirmer-adresse?uuid=${user.id}&token=${token}`;
}

function isGood(app: Keys, user: User, token: string, now: Date): boolean {
  const [, end, given] = /^([0-9]{13})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (end === undefined || given === undefined || Number(end) <= now.getTime()) return false;
  return timingSafeEqual(Buffer.from(signatureOf(app, user, Number(end))), Buffer.from(given));
}

/** Its holder has opened a link that was sent there. */
export async function markConfirmed(tx: Tx, userId: string, { market, now, after }: Posting): Promise<void> {
  await tx.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, userId));
  const released = await tx
    .update(mails)
    .set({ heldForUser: null, dueAt: now })
    .where(eq(mails.heldForUser, userId))
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
      const letter = emailToConfirm(await mailSite(tx, market), confirmationLink(app, market, user, now));
      await post(tx, { market, now, after }, { kind: 'email-to-confirm', to: user.email, letter });
    },
    confirm: async ({ params, body, tx, now, market, after, request }) => {
      const [user] = await tx.select().from(users).where(eq(users.id, params.id)).for('no key update');
      if (!user || user.passwordHash === '' || !isGood(app, user, body.token, now)) throw linkOver();
      if (!user.emailConfirmedAt) {
        await markConfirmed(tx, user.id, { market, now, after });
        market.security('email-confirmed', { account: user.id, address: request.ip });
      }
      return { '@type': 'EmailConfirmation' as const, email: user.email };
    },
  };
}

const linkOver = () =>
  notFound('confirm-link-over', 'Ce lien ne sert plus\u00a0: demandez-en un nouveau depuis votre compte.');
