// Sessions: login, refresh and logout; a password or a refresh token in, a pair of tokens out.
// Guarantee: an account with a second factor gets no session without a code, and only who has the password hears of it.
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import type { TokenSubject } from '../access/authentication.ts';
import { knownDevices } from '../access/known-device.ts';
import type { Attempt } from '../access/login-guard.ts';
import { rolesOf } from '../access/merchant-roles.ts';
import { findOpenSession } from '../access/open-sessions.ts';
import { recordAction } from '../access/operator-actions.ts';
import { checkPassword } from '../access/passwords.ts';
import { familyExpiry, revokeFamilyOf, rotateToken, startFamily } from '../access/refresh-tokens.ts';
import {
  type CheckedCode,
  openAdministration,
  secondFactorError,
  secondFactorsOf,
  wrongCodeError,
} from '../access/second-factors.ts';
import type { Tx } from '../db/client.ts';
import { type refreshFamilies, users } from '../db/schema/accounts.ts';
import { carts } from '../db/schema/sales.ts';
import { storeMembers } from '../db/schema/stores.ts';
import type { BeforeTransaction, Handler } from '../http/call.ts';
import { forbidden, Refusal, unauthorised } from '../runtime/errors.ts';

interface Sessions {
  /** Slow, and may queue: must run without a database connection. */
  comparePassword: BeforeTransaction<'session.login'>;
  login: Handler<'session.login'>;
  refresh: Handler<'session.refresh'>;
  logout: Handler<'session.logout'>;
}

export function sessions(app: Pick<FastifyInstance, 'loginGuard' | 'market' | 'signingKeys' | 'tokens'>): Sessions {
  /** Matched password hash by request body, with the attempts that count until its code is accepted. */
  const matched = new WeakMap<object, { passwordHash: string; attempts: readonly Attempt[] }>();
  const factors = secondFactorsOf(app.signingKeys.refreshSecret);
  const devices = knownDevices(app.signingKeys.refreshSecret, app.market.env.publicUrl);
  return {
    comparePassword: async ({ body, market, now, request }) => {
      const device = devices.nameOf(request, body.login);
      const attempt = await app.loginGuard.attempt(request.ip, body.login, now, device);
      const [user] = await market.db.select().from(users).where(eq(users.email, body.login.toLowerCase()));
      const isRight = await app.loginGuard.compareInTurn(request.ip, () =>
        checkPassword(user?.passwordHash ?? null, body.password),
      );
      if (!isRight || !user) {
        // The login itself is not logged: people type their password there, too.
        market.security('login-refused', { account: user?.id ?? null, address: request.ip });
        throw wrongLoginError();
      }
      const attempts = [attempt];
      if (body.code === undefined) await attempts.pop()?.succeeded();
      // A wrong code counts like a wrong password, and for the account at all addresses: its sender has the password.
      else attempts.push(await app.loginGuard.attempt(request.ip, user.email, now, 'code'));
      if (user.blockedAt !== null) throw blockedError();
      matched.set(body, { passwordHash: user.passwordHash, attempts });
    },
    login: async ({ body, tx, now, market, request, reply, after }) => {
      const [user] = await tx.select().from(users).where(eq(users.email, body.login.toLowerCase()));
      // The account may have changed since the comparison.
      const compared = matched.get(body);
      if (!user || user.passwordHash !== compared?.passwordHash) throw wrongLoginError();
      const about = { account: user.id, address: request.ip };
      const code = await factors.check(tx, user.id, body.code, now);
      if (code === 'needed') throw secondFactorError();
      if (code === 'wrong') {
        market.security('second-factor-refused', about);
        throw wrongCodeError();
      }
      for (const attempt of compared.attempts) after(() => attempt.succeeded());
      const { token: refreshToken, family } = await startFamily(tx, user.id, now);
      market.security('login', about);
      if (code !== 'none') {
        market.security('second-factor', about);
        await recordRecovery(tx, user, code, now);
        if (body.administration) await openAdministration(tx, family.id, now);
      }
      devices.remember(reply, body.login);
      return { token: await app.tokens.issue(await subjectOf(tx, family), now), refresh_token: refreshToken };
    },
    refresh: async ({ body, tx, now, market, request }) => {
      const rotation = await rotateToken(tx, app.signingKeys.refreshSecret, body.refresh_token, now);
      if (rotation !== 'unknown' && 'reusedBy' in rotation) {
        // A used token was presented again: its family is revoked.
        market.security('refresh-reuse', { account: rotation.reusedBy, address: request.ip });
        throw endedSessionError();
      }
      if (rotation === 'unknown') throw endedSessionError();
      const { family, issuedAt } = rotation;
      const subject = await subjectOf(tx, family);
      if (!(await findOpenSession(tx, subject, now))) throw endedSessionError();
      const token = await app.tokens.issue(subject, issuedAt, familyExpiry(family));
      return { token, refresh_token: rotation.token };
    },
    logout: async ({ body, tx, now, market, request }) => {
      const ended = await revokeFamilyOf(tx, body.refresh_token, now);
      if (ended?.actedBy) {
        const { userId: account, actedBy: by } = ended;
        market.security('impersonation-ended', { account, by, address: request.ip });
      }
      return undefined;
    },
  };
}

/** An operator's, since the log of operators is theirs alone. */
async function recordRecovery(tx: Tx, user: typeof users.$inferSelect, code: CheckedCode, now: Date): Promise<void> {
  if (code !== 'recovery-code' || operatorRolesOf(user.roles).length === 0) return;
  await recordAction(tx, { by: user, now }, { action: 'recovery-code-used', title: '' });
}

/** Only to whoever has the password. */
const blockedError = () => forbidden('Ce compte est bloqué\u00a0: écrivez-nous si vous pensez que c’est une erreur.');
const wrongLoginError = () => unauthorised('Adresse e-mail ou mot de passe incorrect');

/** The revocation of a reused token's family is committed despite the 401. */
const endedSessionError = () =>
  new Refusal({ status: 401, message: 'Votre session a expiré : reconnectez-vous.', keepsEffects: true });

/** Token content from the account's current row. */
export async function subjectOf(tx: Tx, family: typeof refreshFamilies.$inferSelect): Promise<TokenSubject> {
  const { id: session, userId, actedBy } = family;
  const [found] = await tx
    .select({ user: users, ownedStore: storeMembers.storeId, storeRole: storeMembers.role, cart: carts.id })
    .from(users)
    .leftJoin(storeMembers, eq(storeMembers.userId, users.id))
    .leftJoin(carts, and(eq(carts.userId, users.id), isNull(carts.orderedAt)))
    .where(eq(users.id, userId));
  if (!found) throw endedSessionError();
  const { user, ownedStore, storeRole, cart } = found;
  const { id, email, username } = user;
  const emailConfirmed = user.emailConfirmedAt !== null;
  return {
    id,
    email,
    emailConfirmed,
    username,
    roles: rolesOf({ roles: user.roles, storeRole }),
    ownedStore,
    storeRole,
    cart,
    session,
    ...(actedBy !== null && { act: { sub: actedBy } }),
  };
}
