// Recipients of mails to the platform: the configured `contactEmail`, else all administrators.
import { and, arrayContains, isNull } from 'drizzle-orm';
import { ACCOUNT_ROLES } from '#contract/administration/operator-roles.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import type { MailSite } from './site.ts';

export async function platformTeam(tx: Tx, { contactEmail }: Pick<MailSite, 'contactEmail'>): Promise<string[]> {
  if (contactEmail !== null) return [contactEmail];
  const found = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(arrayContains(users.roles, [ACCOUNT_ROLES.administrator]), isNull(users.blockedAt)));
  return found.map(({ email }) => email);
}
