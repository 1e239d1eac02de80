// E-mail change: changes an account's address and sends the old address a link that undoes the change.
// Guarantees: requires the account's password. The undo link works once within seven days, restores the address and
// ends everything opened since: sessions, undo links of later changes, password links. Only its hash is stored. While
// the link is valid, no other account can take the confirmed address it would restore. The new address is confirmed by
// a link of its own.
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, gte, isNull, lt, ne } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ownAccount } from '../access/ownership.ts';
import { revokeFamiliesOfUser } from '../access/refresh-tokens.ts';
import type { Db, Tx } from '../db/client.ts';
import { emailUndos, users } from '../db/schema/accounts.ts';
import { mails } from '../db/schema/mails.ts';
import type { BeforeTransaction, Handler } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { confirmEmailLetter, emailChangedLetter, emailRestoredLetter } from '../mails/templates/accounts.ts';
import { conflict, isDuplicate, notFound } from '../runtime/errors.ts';
import { confirmationLink, markEmailConfirmed } from './confirm-email.ts';
import { ownPassword } from './own-password.ts';
import { endResetLinks } from './set-password.ts';
import { addressInUseError, presentUser } from './user.ts';

/** Milliseconds. */
export const UNDO_LIFETIME = 7 * 24 * 3_600_000;

interface EmailChange {
  comparePassword: BeforeTransaction<'users.update'>;
  change: Handler<'users.update'>;
  undo: Handler<'users.undoEmail'>;
}

const hashToken = (token: string) => createHash('sha256').update(token).digest();

export function emailChange(app: Pick<FastifyInstance, 'loginGuard' | 'signingKeys'>): EmailChange {
  const password = ownPassword(app);
  return {
    comparePassword: password.compare,
    change: async ({ params, body, actor, tx, now, market, after, request }) => {
      const [before] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, params.id), ownAccount(actor.id)))
        .for('no key update');
      // A deleted account is an empty row.
      if (!before || before.passwordHash === '') throw notFound();
      password.require(body, before);
      if (before.email === body.email) return presentUser(before);
      if (await isAddressReserved(tx, body.email, now, before.id)) throw addressInUseError();
      const user = await setEmail(tx, before.id, body.email);
      if (!user) throw addressInUseError();
      await endResetLinks(tx, user.id, now);
      await tx
        .update(mails)
        .set({ recipient: user.email })
        .where(and(eq(mails.withheldForUser, user.id), eq(mails.recipient, before.email)));
      const posting = { market, now, after };
      const site = await mailSite(tx, market);
      // An unconfirmed old address may belong to someone else: no mail, no reservation.
      if (before.emailConfirmedAt) {
        const token = randomBytes(32).toString('base64url');
        const expiresAt = new Date(now.getTime() + UNDO_LIFETIME);
        await tx
          .insert(emailUndos)
          .values({ tokenHash: hashToken(token), userId: user.id, email: before.email, createdAt: now, expiresAt });
        const link = `${market.env.publicUrl}/retablir-adresse?uuid=${user.id}&token=${token}`;
        const letter = emailChangedLetter(site, user.email, link);
        await queueMail(tx, posting, { kind: 'email-changed', to: before.email, letter });
      }
      const letter = confirmEmailLetter(site, confirmationLink(app, market, user, now));
      await queueMail(tx, posting, { kind: 'email-to-confirm', to: user.email, letter });
      market.security('email-changed', { account: user.id, address: request.ip });
      return presentUser(user);
    },
    undo: async ({ params, body, tx, now, market, after, request }) => {
      const [before] = await tx.select().from(users).where(eq(users.id, params.id)).for('no key update');
      const ofUser = and(eq(emailUndos.userId, params.id), isNull(emailUndos.usedAt));
      const [link] = await tx
        .select()
        .from(emailUndos)
        .where(and(ofUser, eq(emailUndos.tokenHash, hashToken(body.token)), gt(emailUndos.expiresAt, now)));
      if (!before || before.passwordHash === '' || !link) throw undoLinkError();
      const user = before.email === link.email ? before : await setEmail(tx, before.id, link.email);
      if (!user) throw addressClaimedError();
      await tx
        .update(emailUndos)
        .set({ usedAt: now })
        .where(and(ofUser, gte(emailUndos.number, link.number)));
      await revokeFamiliesOfUser(tx, user.id, now);
      await markEmailConfirmed(tx, user.id, { market, now, after });
      await endResetLinks(tx, user.id, now);
      if (before.email !== user.email && before.emailConfirmedAt) {
        const letter = emailRestoredLetter(await mailSite(tx, market));
        await queueMail(tx, { market, now, after }, { kind: 'email-restored', to: before.email, letter });
      }
      market.security('email-restored', { account: user.id, address: request.ip });
      return { '@type': 'EmailUndo' as const, email: user.email };
    },
  };
}

const undoLinkError = () =>
  notFound('undo-link-over', 'Ce lien ne sert plus\u00a0: il est bon une fois, pendant sept jours.');

const addressClaimedError = () =>
  conflict(
    'email-taken',
    'L’ancienne adresse est maintenant celle d’un autre compte\u00a0: écrivez-nous, nous vous aiderons.',
  );

/** True while an undo link of another account could restore this address. */
export async function isAddressReserved(tx: Tx, email: string, now: Date, exceptFor?: string): Promise<boolean> {
  const others = exceptFor === undefined ? undefined : ne(emailUndos.userId, exceptFor);
  const [found] = await tx
    .select({ number: emailUndos.number })
    .from(emailUndos)
    .where(and(eq(emailUndos.email, email), isNull(emailUndos.usedAt), gt(emailUndos.expiresAt, now), others))
    .limit(1);
  return found !== undefined;
}

/**
 * Runs in a savepoint, so that a duplicate leaves the transaction usable.
 * @returns null if another account has the address
 */
async function setEmail(tx: Tx, id: string, email: string) {
  try {
    const [user] = await tx.transaction((inner) =>
      inner.update(users).set({ email, emailConfirmedAt: null }).where(eq(users.id, id)).returning(),
    );
    return user ?? null;
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Run periodically. */
export async function deleteExpiredUndos(db: Db, now: Date): Promise<void> {
  await db.delete(emailUndos).where(lt(emailUndos.expiresAt, now));
}
