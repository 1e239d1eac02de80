// Password reset: sends a link by mail and sets the new password.
// Guarantees: neither the answer nor its timing reveals whether an address has an account; only a hash of the token is
// stored; a link works once within an hour; an account gets at most three such mails an hour.
import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, gt, isNull, lt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../access/passwords.ts';
import type { Db, Tx } from '../db/client.ts';
import { passwordResets, users } from '../db/schema/accounts.ts';
import { runTransaction } from '../http/after-commit.ts';
import type { BeforeTransaction, Handler } from '../http/call.ts';
import { type MailContext, queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { passwordChangedLetter, passwordResetLetter } from '../mails/templates/accounts.ts';
import { notFound } from '../runtime/errors.ts';
import { markEmailConfirmed } from './confirm-email.ts';
import { setPassword } from './set-password.ts';

const HOUR = 3_600_000;
/** Milliseconds. */
export const LINK_LIFETIME = HOUR;
const MAX_MAILS_PER_HOUR = 3;

interface PasswordReset {
  requestLink: Handler<'users.forgotPassword'>;
  /** Slow, and may queue: must run without a database connection. */
  hashNewPassword: BeforeTransaction<'users.resetPassword'>;
  reset: Handler<'users.resetPassword'>;
}

const hashToken = (token: string) => createHash('sha256').update(token).digest();

export function passwordReset(app: Pick<FastifyInstance, 'loginGuard'>): PasswordReset {
  const hashed = new WeakMap<object, string>();
  return {
    // The lookup runs after the answer, so that timing is the same without an account.
    requestLink: async ({ body, now, market, after, request }) => {
      const send = () =>
        runTransaction(market, (tx, then) =>
          sendLink(tx, body.identifier ?? body.email ?? '', { market, now, after: then }, request.ip),
        );
      after(async () => void send().catch((err: unknown) => market.log.error({ err }, 'after the commit')));
    },
    hashNewPassword: async ({ body, request }) => {
      hashed.set(body, await app.loginGuard.compareInTurn(request.ip, () => hashPassword(body.plainPassword)));
    },
    reset: async ({ params, query, body, tx, now, market, after, request }) => {
      const [link] = await tx
        .update(passwordResets)
        .set({ usedAt: now })
        .where(
          and(
            eq(passwordResets.tokenHash, hashToken(query.resetToken)),
            eq(passwordResets.userId, params.id),
            isNull(passwordResets.usedAt),
            gt(passwordResets.expiresAt, now),
          ),
        )
        .returning({ userId: passwordResets.userId });
      const passwordHash = hashed.get(body);
      if (!link || passwordHash === undefined) throw resetLinkError();
      await setPassword(tx, link.userId, passwordHash, now);
      // The link went to the account's current address: changing the address ends older links.
      await markEmailConfirmed(tx, link.userId, { market, now, after });
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, link.userId));
      if (!user) throw resetLinkError();
      const letter = passwordChangedLetter(await mailSite(tx, market));
      await queueMail(tx, { market, now, after }, { kind: 'password-changed', to: user.email, letter });
      market.security('password-reset', { account: link.userId, address: request.ip });
    },
  };
}

async function sendLink(tx: Tx, email: string, posting: MailContext, address: string): Promise<void> {
  const { market, now } = posting;
  const [user] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.email, email))
    // Serializes parallel requests, so that each counts the earlier ones.
    .for('no key update');
  if (!user) return;
  const [asked] = await tx
    .select({ number: count() })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, user.id), gt(passwordResets.createdAt, new Date(now.getTime() - HOUR))));
  if ((asked?.number ?? 0) >= MAX_MAILS_PER_HOUR) return;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME);
  await tx.insert(passwordResets).values({ tokenHash: hashToken(token), userId: user.id, createdAt: now, expiresAt });
  const link = `${market.env.publicUrl}/reset_password?uuid=${user.id}&token=${token}`;
  const letter = passwordResetLetter(await mailSite(tx, market), link);
  await queueMail(tx, posting, { kind: 'password-forgotten', to: user.email, letter });
  market.security('password-forgotten', { account: user.id, address });
}

const resetLinkError = () => notFound('reset-link-over', 'Ce lien ne sert plus\u00a0: demandez-en un nouveau.');

/** Run periodically. */
export async function deleteExpiredResets(db: Db, now: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, new Date(now.getTime() - HOUR)));
}
