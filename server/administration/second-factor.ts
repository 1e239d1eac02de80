// Second factor of operators: set up with an app, asked for once per session.
// Guarantees: without it a session makes no other call of the administration; a code is accepted once, even by requests at the
// same time; an operator without one cannot skip it; a confirmed one is removed only by another administrator,
// or in a terminal.
import { and, count, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import type { Operator } from '#contract/administration/session.ts';
import { oneTimeCodes } from '../access/one-time-codes.ts';
import { recordAction } from '../access/operator-actions.ts';
import type { Tx } from '../db/client.ts';
import { refreshFamilies } from '../db/schema/accounts.ts';
import { recoveryCodes, secondFactors } from '../db/schema/administration.ts';
import type { Handler } from '../http/call.ts';
import { mailSite } from '../mails/site.ts';
import { conflict, invalid, type Refusal } from '../runtime/errors.ts';

interface SecondFactor {
  me: Handler<'administration.me'>;
  begin: Handler<'administration.beginSecondFactor'>;
  confirm: Handler<'administration.confirmSecondFactor'>;
  check: Handler<'administration.checkSecondFactor'>;
}

export function secondFactor(app: Pick<FastifyInstance, 'market' | 'signingKeys'>): SecondFactor {
  const codes = oneTimeCodes(app.signingKeys.refreshSecret);
  return {
    me: async ({ tx, actor, market }) => {
      const { id, username, email } = actor;
      const roles = operatorRolesOf(actor.roles);
      const state = async (): Promise<Operator['secondFactor']> => {
        if (market.env.demo) return 'demo';
        if (actor.hasSecondFactor) return 'given';
        return (await findFactor(tx, id))?.confirmedAt ? 'asked' : 'missing';
      };
      return { '@type': 'Operator' as const, id, username, email, roles, secondFactor: await state() };
    },

    begin: async ({ tx, actor, market, now }) => {
      if (market.env.demo) throw notInDemo();
      if ((await findFactor(tx, actor.id))?.confirmedAt) throw enrolled();
      const secret = codes.newSecret();
      await tx
        .insert(secondFactors)
        .values({ userId: actor.id, secret, createdAt: now })
        .onConflictDoUpdate({ target: secondFactors.userId, set: { secret, createdAt: now, lastStep: 0 } });
      const { siteName } = await mailSite(tx, market);
      return { '@type': 'SecondFactor' as const, ...codes.describe(secret, { siteName, email: actor.email }) };
    },

    confirm: async ({ tx, actor, body, now }) => {
      const factor = await findFactor(tx, actor.id);
      if (factor?.confirmedAt) throw enrolled();
      const step = factor ? codes.stepOf(factor.secret, body.code, now, factor.lastStep) : null;
      if (!factor || step === null) throw wrongCode();
      await tx
        .update(secondFactors)
        .set({ confirmedAt: now, lastStep: step })
        .where(eq(secondFactors.userId, actor.id));
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.id));
      const made = codes.newRecoveryCodes();
      await tx
        .insert(recoveryCodes)
        .values(made.map((code) => ({ userId: actor.id, codeHash: codes.hashRecoveryCode(code) })));
      await openSession(tx, actor.session, now);
      await recordAction(tx, { by: actor, now }, { action: 'factor-enrolled', title: '' });
      return { '@type': 'RecoveryCodes' as const, codes: made };
    },

    check: async ({ tx, actor, body, now, market, request }) => {
      const factor = await findFactor(tx, actor.id);
      const step = factor?.confirmedAt ? codes.stepOf(factor.secret, body.code, now, factor.lastStep) : null;
      if (step !== null) {
        await tx.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, actor.id));
      } else if (
        !factor?.confirmedAt ||
        !(await takeRecoveryCode(tx, actor.id, codes.hashRecoveryCode(body.code), now))
      ) {
        market.security('second-factor-refused', { account: actor.id, address: request.ip });
        throw wrongCode();
      } else {
        await recordAction(tx, { by: actor, now }, { action: 'recovery-code-used', title: '' });
      }
      market.security('second-factor', { account: actor.id, address: request.ip });
      await openSession(tx, actor.session, now);
      return { '@type': 'SecondFactorCheck' as const, recoveryCodes: await countUnused(tx, actor.id) };
    },
  };
}

/** Locked, so that parallel requests use a code one after the other. */
async function findFactor(tx: Tx, userId: string) {
  const [found] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update');
  return found;
}

const openSession = (tx: Tx, session: string, now: Date) =>
  tx.update(refreshFamilies).set({ secondFactorAt: now }).where(eq(refreshFamilies.id, session));

const unused = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

async function takeRecoveryCode(tx: Tx, userId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(unused(userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

async function countUnused(tx: Tx, userId: string): Promise<number> {
  const [counted] = await tx.select({ left: count() }).from(recoveryCodes).where(unused(userId));
  return counted?.left ?? 0;
}

const wrongCode = (): Refusal =>
  invalid([
    {
      propertyPath: 'code',
      message: 'Ce code ne convient pas\u00a0: attendez le suivant, et vérifiez l’heure de votre appareil.',
    },
  ]);
const enrolled = () => conflict('enrolled', 'La double authentification est déjà en place sur ce compte.');
const notInDemo = () =>
  conflict('demo', 'Le marché de démonstration n’en demande pas\u00a0: ses mots de passe sont publics.');
