// Whose market a mail is of, and where it is: the configuration's name, the address people use.
import { inArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { configurations } from '../db/schema/content.ts';
import type { Market } from '../http/call.ts';

export interface Site {
  siteName: string;
  publicUrl: string;
}

export interface MailSite extends Site {
  /** Who reads what is written to the platform; null: nobody was named. */
  contactEmail: string | null;
}

export async function mailSite(tx: Tx, { env }: Pick<Market, 'env'>): Promise<MailSite> {
  const entries = await tx
    .select({ key: configurations.key, value: configurations.value })
    .from(configurations)
    .where(inArray(configurations.key, ['siteName', 'contactEmail']));
  const valueAt = (wanted: string) => entries.find(({ key }) => key === wanted)?.value;
  return {
    siteName: valueAt('siteName') || 'Étal',
    publicUrl: env.publicUrl,
    contactEmail: valueAt('contactEmail') || null,
  };
}
