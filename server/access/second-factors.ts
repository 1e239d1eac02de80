// Second factors in the database: one-time codes of an account, set up with an app and asked for by each login.
// Guarantees: nothing is asked for until a first code has proven that the app has the secret; a code and a recovery code are
// accepted once, even by requests at the same time; one in place is removed, never replaced.
import { and, count, eq, isNull } from 'drizzle-orm';
import type { NewSecondFactor } from '#contract/account/second-factor.ts';
import { SECOND_FACTOR_CODE } from '#contract/account/users.ts';
import type { Tx } from '../db/client.ts';
import { recoveryCodes, refreshFamilies, secondFactors } from '../db/schema/accounts.ts';
import { conflict, invalid, Refusal } from '../runtime/errors.ts';
import { oneTimeCodes } from './one-time-codes.ts';

/** 'none': the account has no second factor; 'needed': it has, and no code was given. */
export type CheckedCode = 'none' | 'needed' | 'wrong' | 'code' | 'recovery-code';

export interface SecondFactors {
  /**
   * Makes a secret for an app, in place of an unconfirmed one.
   * @throws Refusal 409 `enrolled`
   */
  begin(tx: Tx, account: { id: string; email: string }, siteName: string, now: Date): Promise<NewSecondFactor>;
  /**
   * @returns recovery codes, in place of all earlier ones
   * @throws Refusal 409 `enrolled`, 422 on `code`
   */
  confirm(tx: Tx, userId: string, code: string, now: Date): Promise<string[]>;
  /** Uses the code up. */
  check(tx: Tx, userId: string, code: string | undefined, now: Date): Promise<CheckedCode>;
}

/** @param secret the market's secret, never stored in the database */
export function secondFactorsOf(secret: Buffer): SecondFactors {
  const codes = oneTimeCodes(secret);
  return {
    begin: async (tx, { id, email }, siteName, now) => {
      if ((await lockFactor(tx, id))?.confirmedAt) throw enrolledError();
      const sealed = codes.newSecret();
      await tx
        .insert(secondFactors)
        .values({ userId: id, secret: sealed, createdAt: now })
        .onConflictDoUpdate({ target: secondFactors.userId, set: { secret: sealed, createdAt: now, lastStep: 0 } });
      return { '@type': 'SecondFactor', ...codes.describe(sealed, { siteName, email }) };
    },

    confirm: async (tx, userId, code, now) => {
      const factor = await lockFactor(tx, userId);
      if (factor?.confirmedAt) throw enrolledError();
      const step = factor ? codes.stepOf(factor.secret, code, now, factor.lastStep) : null;
      if (step === null) throw wrongCodeError();
      await tx.update(secondFactors).set({ confirmedAt: now, lastStep: step }).where(eq(secondFactors.userId, userId));
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      const made = codes.newRecoveryCodes();
      await tx.insert(recoveryCodes).values(made.map((one) => ({ userId, codeHash: codes.hashRecoveryCode(one) })));
      return made;
    },

    check: async (tx, userId, code, now) => {
      const factor = await lockFactor(tx, userId);
      if (!factor?.confirmedAt) return 'none';
      if (code === undefined) return 'needed';
      const step = codes.stepOf(factor.secret, code, now, factor.lastStep);
      if (step === null)
        return (await takeRecoveryCode(tx, userId, codes.hashRecoveryCode(code), now)) ? 'recovery-code' : 'wrong';
      await tx.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, userId));
      return 'code';
    },
  };
}

/** Locked, so that parallel requests use a code one after the other. */
async function lockFactor(tx: Tx, userId: string) {
  const [found] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update');
  return found;
}

const unusedOf = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

async function takeRecoveryCode(tx: Tx, userId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(unusedOf(userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

export async function hasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const [found] = await tx
    .select({ confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return (found?.confirmedAt ?? null) !== null;
}

export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const [counted] = await tx.select({ left: count() }).from(recoveryCodes).where(unusedOf(userId));
  return counted?.left ?? 0;
}

/** The session has given a one-time code: it may make calls of the administration for some hours. */
export async function openAdministration(tx: Tx, session: string, now: Date): Promise<void> {
  await tx.update(refreshFamilies).set({ secondFactorAt: now }).where(eq(refreshFamilies.id, session));
}

/**
 * Its sessions go on; in the administration they must set up a new one.
 * @returns false if there was none
 */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const removed = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
  await tx.update(refreshFamilies).set({ secondFactorAt: null }).where(eq(refreshFamilies.userId, userId));
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}

export const secondFactorError = (): Refusal =>
  new Refusal({
    status: 403,
    code: SECOND_FACTOR_CODE,
    message: 'Donnez d’abord le code à six chiffres de votre application.',
  });
export const wrongCodeError = (): Refusal =>
  invalid([
    {
      propertyPath: 'code',
      message: 'Ce code ne convient pas\u00a0: attendez le suivant, et vérifiez l’heure de votre appareil.',
    },
  ]);
const enrolledError = () => conflict('enrolled', 'La double authentification est déjà en place sur ce compte.');
/** The passwords of a demo are public: whoever set one up first would lock out all others. */
export const noFactorInDemoError = (): Refusal =>
  conflict('demo', 'Le marché de démonstration n’en demande pas\u00a0: ses mots de passe sont publics.');
