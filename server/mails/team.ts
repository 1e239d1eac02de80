// Recipients of mails to the platform: the configured `contactEmail`, else all administrators.
import { arrayContains } from 'drizzle-orm';
import { ADMINISTRATOR_ROLE } from '../access/callers.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import type { MailSite } from './site.ts';

export async function platformTeam(tx: Tx, { contactEmail }: Pick<MailSite, 'contactEmail'>): Promise<string[]> {
  if (contactEmail !== null) return [contactEmail];
  const found = await tx
    .select({ email: users.email })
    .from(users)
    .where(arrayContains(users.roles, [ADMINISTRATOR_ROLE]));
  return found.map(({ email }) => email);
}
