// Operator commands for the people who run the market: their roles, and a lost second factor.
// Guarantee: each command is in the log of operators.
import { eq } from 'drizzle-orm';
import { ACCOUNT_ROLES, operatorRolesOf } from '#contract/administration/operator-roles.ts';
import { recordAction } from '../../access/operator-actions.ts';
import { revokeFamiliesOfUser } from '../../access/refresh-tokens.ts';
import { removeSecondFactor } from '../../access/second-factors.ts';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { findAccount } from './accounts.ts';
import type { ChangedAccount } from './operator-roles.ts';
import { OperatorError, parseEmail } from './roles.ts';

/** Takes all roles in the administration; the account stays, its sessions end. */
export async function dismissOperator(db: Db, address: string, now: Date): Promise<string> {
  return changeOperator(db, address, async (tx, { id, roles, email }) => {
    const operator = operatorRolesOf(roles).map((role) => ACCOUNT_ROLES[role]);
    const left = roles.filter((role) => !operator.includes(role));
    await tx.update(users).set({ roles: left }).where(eq(users.id, id));
    await removeSecondFactor(tx, id);
    await revokeFamiliesOfUser(tx, id, now);
    const subject = `/administration/accounts/${id}`;
    await recordAction(tx, { by: null, now }, { action: 'roles-taken', subject, title: email });
    return `${email} n’administre plus le marché\u00a0: ses sessions sont closes.`;
  });
}

/** The next login to the administration sets up a new one. */
export async function resetSecondFactor(db: Db, address: string, now: Date): Promise<string> {
  return changeOperator(db, address, async (tx, { id, email }) => {
    await removeSecondFactor(tx, id);
    const subject = `/administration/accounts/${id}`;
    await recordAction(tx, { by: null, now }, { action: 'factor-removed', subject, title: email });
    return `Double authentification retirée\u00a0: ${email} en met une nouvelle en place à sa prochaine connexion.`;
  });
}

async function changeOperator(
  db: Db,
  address: string,
  change: (tx: Tx, account: ChangedAccount) => Promise<string>,
): Promise<string> {
  const email = parseEmail(address);
  return db.transaction(async (tx) => {
    const account = await findAccount(tx as Tx, email);
    if (!account) throw new OperatorError(`Aucun compte à l’adresse ${email}.`);
    if (operatorRolesOf(account.roles).length === 0) throw new OperatorError(`${email} n’administre pas le marché.`);
    return change(tx as Tx, { ...account, email });
  });
}
