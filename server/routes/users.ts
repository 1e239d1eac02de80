// Accounts and sessions: logging in, staying so, leaving; signing up; one's e-mail.
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { TokenSubject } from '../access/authentication.ts';
import { checkPassword, hashPassword } from '../access/passwords.ts';
import { revokeFamilyOf, rotate, startFamily } from '../access/refresh-tokens.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { carts } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { type Call, mount } from '../http/mount.ts';
import { invalid, isDuplicate, notFound, Refusal, unauthorised } from '../runtime/errors.ts';

export function userRoutes(app: FastifyInstance): void {
  /** The hash that a login's password was found to match, by its body. */
  const matched = new WeakMap<object, string>();
  mount(
    app,
    'session.login',
    async ({ body, tx, now, market, request }) => {
      const [user] = await tx.select().from(users).where(eq(users.email, body.login.toLowerCase()));
      // Between the comparison and now, the account may have changed.
      if (!user || user.passwordHash !== matched.get(body)) throw wrongLogin();
      const refreshToken = await startFamily(tx, user.id, now);
      market.security('login', { account: user.id, address: request.ip });
      return { token: await app.tokens.issue(await subjectOf(tx, user.id), now), refresh_token: refreshToken };
    },
    // Comparing takes long, and may have to wait for its turn: never with a connection in hand.
    async ({ body, market, now, request }) => {
      const attempt = app.loginGuard.attempt(request.ip, body.login, now);
      const [user] = await market.db.select().from(users).where(eq(users.email, body.login.toLowerCase()));
      const isRight = await app.loginGuard.compared(request.ip, () =>
        checkPassword(user?.passwordHash ?? null, body.password),
      );
      if (!isRight || !user) {
        // What was typed is not written: people type their password there, too.
        market.security('login-refused', { account: user?.id ?? null, address: request.ip });
        throw wrongLogin();
      }
      attempt.succeeded();
      matched.set(body, user.passwordHash);
    },
  );

  mount(app, 'session.refresh', async ({ body, tx, now, market, request }) => {
    const rotation = await rotate(tx, app.signingKeys.refreshSecret, body.refresh_token, now);
    if (rotation !== 'unknown' && 'reusedBy' in rotation) {
      // A used token came back: its family is revoked.
      market.security('refresh-reuse', { account: rotation.reusedBy, address: request.ip });
      throw sessionOver();
    }
    if (rotation === 'unknown') throw sessionOver();
    const token = await app.tokens.issue(await subjectOf(tx, rotation.userId), rotation.issuedAt);
    return { token, refresh_token: rotation.token };
  });

  mount(app, 'session.logout', async ({ body, tx, now }) => {
    await revokeFamilyOf(tx, body.refresh_token, now);
    return undefined;
  });

  // That an address is taken is told only to who would else have an account there by now: asking leaves its trace, and can
  // be asked once. Told beside a password that is too short as well, it could be asked of anyone, silently, for ever.
  mount(app, 'users.create', async ({ body, tx, now }) => {
    const passwordHash = await hashPassword(body.plainPassword);
    const [user] = await tx
      .insert(users)
      .values({
        email: body.email,
        username: nameFrom(body.email),
        passwordHash,
        newsletterRegistered: body.newsletterRegistered ?? false,
        createdAt: now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning();
    if (!user) throw alreadyUsed();
    return presentUser(user);
  });

  mount(app, 'users.update', updateUser);
}

async function updateUser({ params, body, actor, tx, market, after }: Call<'users.update'>) {
  const [before] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, params.id), eq(users.id, actor.id)));
  if (!before) throw notFound();
  if (before.email === body.email) return presentUser(before);
  const user = await changeEmail(tx, before.id, body.email);
  after(() =>
    market.mail.send({
      to: before.email,
      subject: 'Votre adresse e-mail a été modifiée',
      text: [
        'Bonjour,',
        `L’adresse e-mail de votre compte est désormais ${body.email}.`,
        `Si ce n’est pas vous, écrivez-nous sans attendre : ${market.env.publicUrl}/contact`,
      ].join('\n\n'),
    }),
  );
  return presentUser(user);
}

/** In a savepoint: the refusal of the database leaves the rest of the transaction usable. */
async function changeEmail(tx: Tx, id: string, email: string) {
  try {
    const [user] = await tx.transaction((inner) =>
      inner.update(users).set({ email }).where(eq(users.id, id)).returning(),
    );
    if (!user) throw notFound();
    return user;
  } catch (error) {
    throw isDuplicate(error) ? alreadyUsed() : error;
  }
}

const alreadyUsed = () => invalid([{ propertyPath: 'email', message: 'Cette adresse e-mail est déjà utilisée.' }]);

const wrongLogin = () => unauthorised('Adresse e-mail ou mot de passe incorrect');

/** The revocation of a reused token's family must outlive the refusal. */
const sessionOver = () =>
  new Refusal({ status: 401, message: 'Votre session a expiré : reconnectez-vous.', keepsEffects: true });

const nameFrom = (email: string) => email.slice(0, email.indexOf('@'));

const presentUser = (user: { id: string; email: string }) => ({
  '@id': `/users/${user.id}`,
  '@type': 'User' as const,
  id: user.id,
  email: user.email,
});

async function subjectOf(tx: Tx, userId: string): Promise<TokenSubject> {
  const [found] = await tx
    .select({ user: users, ownedStore: stores.id, cart: carts.id })
    .from(users)
    .leftJoin(stores, eq(stores.ownerId, users.id))
    .leftJoin(carts, and(eq(carts.userId, users.id), isNull(carts.orderedAt)))
    .where(eq(users.id, userId));
  if (!found) throw sessionOver();
  const { user, ownedStore, cart } = found;
  return { id: user.id, email: user.email, username: user.username, roles: user.roles, ownedStore, cart };
}
