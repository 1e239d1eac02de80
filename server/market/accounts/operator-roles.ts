// Roles in the administration, given in a terminal. Guarantee: each is in the log of operators.
import { eq } from 'drizzle-orm';
import { ACCOUNT_ROLES, type OperatorRole } from '#contract/administration/operator-roles.ts';
import { recordAction } from '../../access/operator-actions.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';

export interface ChangedAccount {
  id: string;
  roles: string[];
  email: string;
}

export async function giveOperatorRole(
  tx: Tx,
  { id, roles, email }: ChangedAccount,
  role: OperatorRole,
  now: Date,
): Promise<void> {
  const all = [...new Set([...roles, ACCOUNT_ROLES[role]])];
  await tx.update(users).set({ roles: all }).where(eq(users.id, id));
  const subject = `/administration/accounts/${id}`;
  await recordAction(tx, { by: null, now }, { action: 'role-given', subject, title: `${email} (${role})` });
}
