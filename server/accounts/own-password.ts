// Password confirmation for sensitive operations of a logged-in account.
// Guarantee: the password is compared before a transaction opens, under the login guard, and the result is void if the
// password changes in between.
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkPassword } from '../access/passwords.ts';
import { users } from '../db/schema/accounts.ts';
import type { Market } from '../http/call.ts';
import { invalid } from '../runtime/errors.ts';

interface PasswordCall {
  body: { password?: string | undefined };
  actor: { id: string } | null;
  market: Market;
  now: Date;
  request: FastifyRequest;
}

export interface OwnPassword {
  /** Compares the password of the account in the path. Slow, and may queue: must run without a database connection. */
  compare(call: PasswordCall): Promise<void>;
  /** @throws Refusal 422 on `password` if it is not this account's */
  require(body: object, user: { passwordHash: string } | undefined): void;
}

export function ownPassword(app: Pick<FastifyInstance, 'loginGuard'>): OwnPassword {
  /** Matched password hash by request body. */
  const matched = new WeakMap<object, string>();
  return {
    compare: async ({ body, actor, market, now, request }) => {
      const { password } = body;
      if (password === undefined) return;
      const id = String(Reflect.get(Object(request.params), 'id'));
      const [user] = await market.db
        .select()
        .from(users)
        .where(eq(sql`${users.id}::text`, id.toLowerCase()));
      const attempt = await app.loginGuard.attempt(request.ip, user?.email ?? id, now, actor && `account ${actor.id}`);
      const isRight = await app.loginGuard.compareInTurn(request.ip, () =>
        checkPassword(user?.passwordHash ?? null, password),
      );
      if (!isRight || !user) return;
      await attempt.succeeded();
      matched.set(body, user.passwordHash);
    },
    require: (body, user) => {
      if (user && user.passwordHash === matched.get(body)) return;
      throw invalid([{ propertyPath: 'password', message: 'Mot de passe incorrect' }]);
    },
  };
}
