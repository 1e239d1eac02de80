// What a shop or the platform is asked, and what a shop answers, by mail: written in the transaction of what they tell.
import { arrayContains } from 'drizzle-orm';
import { formatLongDay } from '#domain/time/dates.ts';
import type { Actor } from '../access/authentication.ts';
import { ADMINISTRATOR_ROLE } from '../access/callers.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { type Posting, post } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { answeredByStore, askedOfStore, writtenToPlatform } from '../mails/templates/requests.ts';
import type { AddressedStore } from './addressed-store.ts';

type Writing = Posting & { tx: Tx };
type Asked = Parameters<typeof askedOfStore>[2] & { kind: string };

/** Tells a shop what a customer asks; its answer goes to the customer. */
export async function mailToStore(
  { tx, ...posting }: Writing,
  { email }: Pick<AddressedStore, 'email'>,
  actor: Actor,
  { kind, ...asked }: Asked,
): Promise<void> {
  if (email === null) return;
  const letter = askedOfStore(await mailSite(tx, posting.market), actor, asked);
  await post(tx, posting, { kind, to: email, replyTo: actor.email, letter });
}

interface Slot {
  date: string;
  beginHour: string;
  endHour: string;
}

/** 'le 1er décembre 2026 de 10:00 à 11:30' */
export const slotSentence = ({ date, beginHour, endHour }: Slot) =>
  `le ${formatLongDay(date)} de ${beginHour} à ${endHour}`;

export const slotLine = (slot: Slot) => `- ${slotSentence(slot)}`;

/** Tells a customer what a shop has answered; what they write back goes to the shop. */
export async function mailToCustomer(
  { tx, ...posting }: Writing,
  store: { name: string; replyTo: string },
  customer: { id: string; email: string; username: string },
  { kind, ...answered }: Asked,
): Promise<void> {
  const letter = answeredByStore(await mailSite(tx, posting.market), store.name, customer, answered);
  await post(tx, posting, { kind, to: customer.email, account: customer.id, replyTo: store.replyTo, letter });
}

/** To the team of the platform: at the address of the configuration entry `contactEmail`, else to those who run the market. */
export async function mailToPlatform(
  { tx, ...posting }: Writing,
  message: Parameters<typeof writtenToPlatform>[1],
): Promise<void> {
  const site = await mailSite(tx, posting.market);
  const team = site.contactEmail === null ? await administrators(tx) : [site.contactEmail];
  for (const to of team) {
    await post(tx, posting, {
      kind: 'platform-message',
      to,
      replyTo: message.email,
      letter: writtenToPlatform(site, message),
    });
  }
}

async function administrators(tx: Tx): Promise<string[]> {
  const found = await tx
    .select({ email: users.email })
    .from(users)
    .where(arrayContains(users.roles, [ADMINISTRATOR_ROLE]));
  return found.map(({ email }) => email);
}
