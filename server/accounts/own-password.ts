// The password that somebody types once more before what must not be done by whoever sits down at their device.
// Guarantee: it is compared before a transaction opens, as slowly for who guesses as at the login, and counts only as long as
// the account has it.
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkPassword } from '../access/passwords.ts';
import { users } from '../db/schema/accounts.ts';
import type { Market } from '../http/call.ts';
import { invalid } from '../runtime/errors.ts';

interface Typed {
  body: { password?: string | undefined };
  actor: { id: string } | null;
  market: Market;
  now: Date;
  request: FastifyRequest;
}

export interface OwnPassword {
  /** Of the account that the path names. Takes long, and may have to wait for its turn: never with a connection in hand. */
  compare(call: Typed): Promise<void>;
  /** Refuses with 422 on `password` what is not this account's. */
  require(body: object, user: { passwordHash: string } | undefined): void;
}

export function ownPassword(app: Pick<FastifyInstance, 'loginGuard'>): OwnPassword {
  /** The hash that a request's password was found to match, by its body. */
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
      const attempt = app.loginGuard.attempt(request.ip, user?.email ?? id, now, actor && `account ${actor.id}`);
      const isRight = await app.loginGuard.compared(request.ip, () =>
        checkPassword(user?.passwordHash ?? null, password),
      );
      if (!isRight || !user) return;
      attempt.succeeded();
      matched.set(body, user.passwordHash);
    },
    require: (body, user) => {
      if (user && user.passwordHash === matched.get(body)) return;
      throw invalid([{ propertyPath: 'password', message: 'Mot de passe incorrect' }]);
    },
  };
}
