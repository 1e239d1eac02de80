// Site data of mails: the market's name and addresses.
import { inArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { configurations } from '../db/schema/content.ts';
import type { Market } from '../http/call.ts';

export interface MailSiteInfo {
  siteName: string;
  publicUrl: string;
}

export interface MailSite extends MailSiteInfo {
  /** Recipient of messages to the platform; null if not configured. */
  contactEmail: string | null;
  /** Name, address and site of the consumer mediator; null if not configured. */
  mediator: string | null;
}

export async function mailSite(tx: Tx, { env }: Pick<Market, 'env'>): Promise<MailSite> {
  const entries = await tx
    .select({ key: configurations.key, value: configurations.value })
    .from(configurations)
    .where(inArray(configurations.key, ['siteName', 'contactEmail', 'mediator']));
  const valueAt = (wanted: string) => entries.find(({ key }) => key === wanted)?.value;
  return {
    siteName: valueAt('siteName') || 'Étal',
    publicUrl: env.publicUrl,
    contactEmail: valueAt('contactEmail') || null,
    mediator: valueAt('mediator') || null,
  };
}
