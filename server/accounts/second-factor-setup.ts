// Setting up a second factor, in the account and in the administration. Guarantees: none in a demo market; its person hears of
// it by mail.
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { noFactorInDemoError, secondFactorsOf } from '../access/second-factors.ts';
import { users } from '../db/schema/accounts.ts';
import type { Call } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { secondFactorAddedLetter } from '../mails/templates/accounts.ts';
import { notFound } from '../runtime/errors.ts';

type Setup = Call<'users.confirmSecondFactor'>;

export function secondFactorSetup(app: Pick<FastifyInstance, 'signingKeys'>) {
  const factors = secondFactorsOf(app.signingKeys.refreshSecret);
  return {
    begin: async ({ tx, actor, market, now }: Pick<Setup, 'tx' | 'actor' | 'market' | 'now'>) => {
      if (market.env.demo) throw noFactorInDemoError();
      const { siteName } = await mailSite(tx, market);
      return factors.begin(tx, actor, siteName, now);
    },
    /** @returns recovery codes */
    confirm: async (call: Pick<Setup, 'tx' | 'actor' | 'market' | 'now' | 'after' | 'request'>, code: string) => {
      const { tx, actor, market, now, request } = call;
      const codes = await factors.confirm(tx, actor.id, code, now);
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, actor.id));
      if (!user) throw notFound();
      const letter = secondFactorAddedLetter(await mailSite(tx, market));
      await queueMail(tx, call, { kind: 'factor-added', to: user.email, account: actor.id, letter });
      market.security('second-factor-added', { account: actor.id, address: request.ip });
      return codes;
    },
  };
}
