// Writes the mails that tell a shop or the platform what somebody asks, and whoever asked what the shop answers.
import { inArray } from 'drizzle-orm';
import { formatLongDay } from '#domain/dates.ts';
import type { Actor } from '../access/authentication.ts';
import type { Tx } from '../db/client.ts';
import { configurations } from '../db/schema/content.ts';
import type { Market } from '../http/call.ts';
import type { AddressedStore } from './addressed-store.ts';

interface Letter {
  subject: string;
  /** What was written and asked, paragraph by paragraph. */
  paragraphs: readonly string[];
  /** Page where it is answered or seen. */
  page: string;
}

/** Tells a shop what a customer asks; its answer goes to the customer. Sent after the commit. */
export function mailToStore(
  { mail, env }: Pick<Market, 'mail' | 'env'>,
  store: AddressedStore,
  actor: Actor,
  { subject, paragraphs, page }: Letter,
): () => Promise<void> {
  return async () => {
    if (store.email === null) return;
    await mail.send({
      to: store.email,
      replyTo: actor.email,
      subject: `${store.siteName}\u00a0: ${subject}`,
      text: [
        'Bonjour,',
        ...paragraphs.filter((paragraph) => paragraph !== ''),
        `De\u00a0: ${actor.username} (${actor.email})`,
        `À retrouver ici\u00a0: ${env.publicUrl}${page}`,
        `À bientôt,\n${store.siteName}`,
      ].join('\n\n'),
    });
  };
}

interface Slot {
  date: string;
  beginHour: string;
  endHour: string;
}

/** 'le 1 décembre 2026 de 10:00 à 11:30' */
export const slotSentence = ({ date, beginHour, endHour }: Slot) =>
  `le ${formatLongDay(date)} de ${beginHour} à ${endHour}`;

export const slotLine = (slot: Slot) => `- ${slotSentence(slot)}`;

/** Tells a customer what a shop has answered; what they write back goes to the shop. Sent after the commit. */
export function mailToCustomer(
  { mail, env }: Pick<Market, 'mail' | 'env'>,
  store: { name: string; replyTo: string; siteName: string },
  customer: { email: string; username: string },
  { subject, paragraphs, page }: Letter,
): () => Promise<void> {
  return () =>
    mail.send({
      to: customer.email,
      replyTo: store.replyTo,
      subject: `${store.siteName}\u00a0: ${subject}, ${store.name}`,
      text: [
        `Bonjour ${customer.username},`,
        ...paragraphs.filter((paragraph) => paragraph !== ''),
        `Vos rendez-vous\u00a0: ${env.publicUrl}${page}`,
        `À bientôt,\n${store.name}`,
      ].join('\n\n'),
    });
}

interface PlatformMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** To the team of the platform, at the address of the configuration entry `contactEmail`; without one it is only kept. */
export async function mailToPlatform(
  tx: Tx,
  { mail }: Pick<Market, 'mail'>,
  { name, email, subject, message }: PlatformMessage,
): Promise<() => Promise<void>> {
  const entries = await tx
    .select({ key: configurations.key, value: configurations.value })
    .from(configurations)
    .where(inArray(configurations.key, ['contactEmail', 'siteName']));
  const valueAt = (wanted: string) => entries.find(({ key }) => key === wanted)?.value;
  const to = valueAt('contactEmail');
  return async () => {
    if (!to) return;
    await mail.send({
      to,
      replyTo: email,
      subject: `${valueAt('siteName') ?? 'Étal'}\u00a0: ${subject}`,
      text: [message, `De\u00a0: ${name} (${email})`].join('\n\n'),
    });
  };
}
