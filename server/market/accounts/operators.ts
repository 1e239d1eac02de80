// Operator commands for accounts: the end of the roles in the administration, and a lost second factor.
// Guarantee: each command is in the log of operators.
import { eq } from 'drizzle-orm';
import { ACCOUNT_ROLES, operatorRolesOf } from '#contract/administration/operator-roles.ts';
import { recordAction } from '../../access/operator-actions.ts';
import { revokeFamiliesOfUser } from '../../access/refresh-tokens.ts';
import { removeSecondFactor } from '../../access/second-factors.ts';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { type WriteContext, writeMail } from '../../mails/post.ts';
import { mailSite } from '../../mails/site.ts';
import { secondFactorRemovedLetter } from '../../mails/templates/accounts.ts';
import { findAccount } from './accounts.ts';
import type { ChangedAccount } from './operator-roles.ts';
import { OperatorError, parseEmail } from './roles.ts';

/** Takes all roles in the administration; the account stays, with its second factor; its sessions end. */
export async function dismissOperator(db: Db, address: string, now: Date): Promise<string> {
  return changeAccount(db, address, async (tx, { id, roles, email }) => {
    if (operatorRolesOf(roles).length === 0) throw new OperatorError(`${email} n’administre pas le marché.`);
    const operator = operatorRolesOf(roles).map((role) => ACCOUNT_ROLES[role]);
    const left = roles.filter((role) => !operator.includes(role));
    await tx.update(users).set({ roles: left }).where(eq(users.id, id));
    await revokeFamiliesOfUser(tx, id, now);
    const subject = `/administration/accounts/${id}`;
    await recordAction(tx, { by: null, now }, { action: 'roles-taken', subject, title: email });
    return `${email} n’administre plus le marché\u00a0: ses sessions sont closes.`;
  });
}

/** An operator sets up a new one at the next login to the administration; a merchant may. The person hears of it by mail. */
export async function resetSecondFactor(db: Db, address: string, { market, now }: WriteContext): Promise<string> {
  return changeAccount(db, address, async (tx, { id, roles, email }) => {
    if (!(await removeSecondFactor(tx, id))) throw new OperatorError(`${email} n’a pas de double authentification.`);
    const isOperator = operatorRolesOf(roles).length > 0;
    const letter = secondFactorRemovedLetter(await mailSite(tx, market), { isOperator });
    await writeMail(tx, { market, now }, { kind: 'factor-removed', to: email, account: id, letter });
    const subject = `/administration/accounts/${id}`;
    await recordAction(tx, { by: null, now }, { action: 'factor-removed', subject, title: email });
    return isOperator
      ? `Double authentification retirée\u00a0: ${email} en met une nouvelle en place à sa prochaine connexion.`
      : `Double authentification retirée\u00a0: ${email} se connecte avec son mot de passe seul.`;
  });
}

async function changeAccount(
  db: Db,
  address: string,
  change: (tx: Tx, account: ChangedAccount) => Promise<string>,
): Promise<string> {
  const email = parseEmail(address);
  return db.transaction(async (tx) => {
    const account = await findAccount(tx as Tx, email);
    if (!account) throw new OperatorError(`Aucun compte à l’adresse ${email}.`);
    return change(tx as Tx, { ...account, email });
  });
}
