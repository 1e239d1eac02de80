// A forgotten password: a link by mail, and the new password that it allows.
// Guarantees: the answer says nothing of whether an address has an account, nor does how long it takes; only a
// hash of the link's token is stored; it is good for one hour and one use; an account gets three such mails an hour at most.
import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, gt, isNull, lt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../access/passwords.ts';
import type { Db, Tx } from '../db/client.ts';
import { passwordResets, users } from '../db/schema/accounts.ts';
import { committed } from '../http/after-commit.ts';
import type { Before, Handler } from '../http/call.ts';
import { type Posting, post } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { passwordChanged, passwordForgotten } from '../mails/templates/accounts.ts';
import { notFound } from '../runtime/errors.ts';
import { markConfirmed } from './confirm-email.ts';
import { setPassword } from './set-password.ts';

const HOUR = 3_600_000;
/** Milliseconds. */
export const LINK_LIFE = HOUR;
const MAILS_AN_HOUR = 3;

interface PasswordReset {
  forgotten: Handler<'users.forgotPassword'>;
  /** Takes long, and may have to wait for its turn: never with a connection in hand. */
  hashNewPassword: Before<'users.resetPassword'>;
  reset: Handler<'users.resetPassword'>;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

export function passwordReset(app: Pick<FastifyInstance, 'loginGuard'>): PasswordReset {
  const hashed = new WeakMap<object, string>();
  return {
    // Nothing is looked up before the answer has gone: it takes as long for an address without an account.
    forgotten: async ({ body, now, market, after, request }) => {
      const send = () =>
        committed(market, (tx, then) =>
          sendLink(tx, body.identifier ?? body.email ?? '', { market, now, after: then }, request.ip),
        );
      after(async () => void send().catch((err: unknown) => market.log.error({ err }, 'after the commit')));
    },
    hashNewPassword: async ({ body, request }) => {
      hashed.set(body, await app.loginGuard.compared(request.ip, () => hashPassword(body.plainPassword)));
    },
    reset: async ({ params, query, body, tx, now, market, after, request }) => {
      const [link] = await tx
        .update(passwordResets)
        .set({ usedAt: now })
        .where(
          and(
            eq(passwordResets.tokenHash, hashOf(query.resetToken)),
            eq(passwordResets.userId, params.id),
            isNull(passwordResets.usedAt),
            gt(passwordResets.expiresAt, now),
          ),
        )
        .returning({ userId: passwordResets.userId });
      const passwordHash = hashed.get(body);
      if (!link || passwordHash === undefined) throw linkOver();
      await setPassword(tx, link.userId, passwordHash, now);
      // The link was sent to the address the account has now: a change of address ends the links of before.
      await markConfirmed(tx, link.userId, { market, now, after });
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, link.userId));
      if (!user) throw linkOver();
      const letter = passwordChanged(await mailSite(tx, market));
      await post(tx, { market, now, after }, { kind: 'password-changed', to: user.email, letter });
      market.security('password-reset', { account: link.userId, address: request.ip });
    },
  };
}

async function sendLink(tx: Tx, email: string, posting: Posting, address: string): Promise<void> {
  const { market, now } = posting;
  const [user] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.email, email))
    // Asked many times at once, each sees the ones before.
    .for('no key update');
  if (!user) return;
  const [asked] = await tx
    .select({ number: count() })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, user.id), gt(passwordResets.createdAt, new Date(now.getTime() - HOUR))));
  if ((asked?.number ?? 0) >= MAILS_AN_HOUR) return;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LINK_LIFE);
  await tx.insert(passwordResets).values({ tokenHash: hashOf(token), userId: user.id, createdAt: now, expiresAt });
  const link = `${market.env.publicUrl}/reset_password?uuid=${user.id}&token=${token}`;
  const letter = passwordForgotten(await mailSite(tx, market), link);
  await post(tx, posting, { kind: 'password-forgotten', to: user.email, letter });
  market.security('password-forgotten', { account: user.id, address });
}

const linkOver = () => notFound('reset-link-over', 'Ce lien ne sert plus\u00a0: demandez-en un nouveau.');

/** Called on a clock. */
export async function forgetOldResets(db: Db, now: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, new Date(now.getTime() - HOUR)));
}
