// Site data of mails: the market's name and addresses.
import { inArray } from 'drizzle-orm';
import { siteNameOf } from '#domain/site-name.ts';
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

/** Name and address that mails come from; the address is null if not configured. */
export async function readSender(tx: Tx): Promise<{ name: string; address: string | null }> {
  const valueAt = await readValues(tx, ['siteName', 'senderEmail']);
  return { name: siteNameOf(valueAt('siteName')), address: valueAt('senderEmail') || null };
}

async function readValues(tx: Tx, keys: string[]): Promise<(key: string) => string | undefined> {
  const entries = await tx
    .select({ key: configurations.key, value: configurations.value })
    .from(configurations)
    .where(inArray(configurations.key, keys));
  return (wanted) => entries.find(({ key }) => key === wanted)?.value;
}

export async function mailSite(tx: Tx, { env }: Pick<Market, 'env'>): Promise<MailSite> {
  const valueAt = await readValues(tx, ['siteName', 'contactEmail', 'mediator']);
  return {
    siteName: siteNameOf(valueAt('siteName')),
    publicUrl: env.publicUrl,
    contactEmail: valueAt('contactEmail') || null,
    mediator: valueAt('mediator') || null,
  };
}
