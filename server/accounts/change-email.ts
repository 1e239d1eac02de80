// Changes the e-mail address of an account, and tells the old address, with a link that takes the change back.
// The new address is confirmed by a link of its own. Guarantees: only with the account's password; a link restores the address of its own time for seven days, once, and ends
// what was opened since: sessions, the links of later changes, and those to new passwords; only its hash is kept; as long as it
// may be used nobody else takes the address that it restores, which the account had confirmed.
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, gte, isNull, lt, ne } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ownAccount } from '../access/ownership.ts';
import { revokeFamiliesOfUser } from '../access/refresh-tokens.ts';
import type { Db, Tx } from '../db/client.ts';
import { emailUndos, users } from '../db/schema/accounts.ts';
import { mails } from '../db/schema/mails.ts';
import type { Before, Handler } from '../http/call.ts';
import { post } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { emailChanged, emailRestored, emailToConfirm } from '../mails/templates/accounts.ts';
import { conflict, isDuplicate, notFound } from '../runtime/errors.ts';
import { confirmationLink, markConfirmed } from './confirm-email.ts';
import { ownPassword } from './own-password.ts';
import { endResetLinks } from './set-password.ts';
import { alreadyUsed, presentUser } from './user.ts';

/** Milliseconds. */
export const UNDO_LIFE = 7 * 24 * 3_600_000;

interface EmailChange {
  comparePassword: Before<'users.update'>;
  change: Handler<'users.update'>;
  undo: Handler<'users.undoEmail'>;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

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
      // Of an account that has ended only its number is left.
      if (!before || before.passwordHash === '') throw notFound();
      password.require(body, before);
      if (before.email === body.email) return presentUser(before);
      if (await isReserved(tx, body.email, now, before.id)) throw alreadyUsed();
      const user = await setEmail(tx, before.id, body.email);
      if (!user) throw alreadyUsed();
      await endResetLinks(tx, user.id, now);
      await tx
        .update(mails)
        .set({ recipient: user.email })
        .where(and(eq(mails.heldForUser, user.id), eq(mails.recipient, before.email)));
      const posting = { market, now, after };
      const site = await mailSite(tx, market);
      // Nobody has shown that the address of before was theirs: it is not told, and not reserved.
      if (before.emailConfirmedAt) {
        const token = randomBytes(32).toString('base64url');
        const expiresAt = new Date(now.getTime() + UNDO_LIFE);
        await tx
          .insert(emailUndos)
          .values({ tokenHash: hashOf(token), userId: user.id, email: before.email, createdAt: now, expiresAt });
        const link = `${market.env.publicUrl}/retablir-adresse?uuid=${user.id}&token=${token}`;
        const letter = emailChanged(site, user.email, link);
        await post(tx, posting, { kind: 'email-changed', to: before.email, letter });
      }
      const letter = emailToConfirm(site, confirmationLink(app, market, user, now));
      await post(tx, posting, { kind: 'email-to-confirm', to: user.email, letter });
      market.security('email-changed', { account: user.id, address: request.ip });
      return presentUser(user);
    },
    undo: async ({ params, body, tx, now, market, after, request }) => {
      const [before] = await tx.select().from(users).where(eq(users.id, params.id)).for('no key update');
      const ofUser = and(eq(emailUndos.userId, params.id), isNull(emailUndos.usedAt));
      const [link] = await tx
        .select()
        .from(emailUndos)
        .where(and(ofUser, eq(emailUndos.tokenHash, hashOf(body.token)), gt(emailUndos.expiresAt, now)));
      if (!before || before.passwordHash === '' || !link) throw linkOver();
      const user = before.email === link.email ? before : await setEmail(tx, before.id, link.email);
      if (!user) throw taken();
      await tx
        .update(emailUndos)
        .set({ usedAt: now })
        .where(and(ofUser, gte(emailUndos.number, link.number)));
      await revokeFamiliesOfUser(tx, user.id, now);
      await markConfirmed(tx, user.id, { market, now, after });
      await endResetLinks(tx, user.id, now);
      if (before.email !== user.email && before.emailConfirmedAt) {
        const letter = emailRestored(await mailSite(tx, market));
        await post(tx, { market, now, after }, { kind: 'email-restored', to: before.email, letter });
      }
      market.security('email-restored', { account: user.id, address: request.ip });
      return { '@type': 'EmailUndo' as const, email: user.email };
    },
  };
}

const linkOver = () =>
  notFound('undo-link-over', 'Ce lien ne sert plus\u00a0: il est bon une fois, pendant sept jours.');

const taken = () =>
  conflict(
    'email-taken',
    'L’ancienne adresse est maintenant celle d’un autre compte\u00a0: écrivez-nous, nous vous aiderons.',
  );

/** May the link of another account still restore this address? Taken meanwhile, it could not. */
export async function isReserved(tx: Tx, email: string, now: Date, exceptFor?: string): Promise<boolean> {
  const others = exceptFor === undefined ? undefined : ne(emailUndos.userId, exceptFor);
  const [found] = await tx
    .select({ number: emailUndos.number })
    .from(emailUndos)
    .where(and(eq(emailUndos.email, email), isNull(emailUndos.usedAt), gt(emailUndos.expiresAt, now), others))
    .limit(1);
  return found !== undefined;
}

/** In a savepoint: the refusal of the database leaves the rest of the transaction usable. Null: another account has it. */
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

/** Called on a clock. */
export async function forgetOldUndos(db: Db, now: Date): Promise<void> {
  await db.delete(emailUndos).where(lt(emailUndos.expiresAt, now));
}
