// What a shop or the platform is asked, and what a shop answers, by mail: written in the transaction of what they tell.
import { formatLongDay } from '#domain/dates.ts';
import type { Actor } from '../access/authentication.ts';
import type { Tx } from '../db/client.ts';
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

/** 'le 1 décembre 2026 de 10:00 à 11:30' */
export const slotSentence = ({ date, beginHour, endHour }: Slot) =>
  `le ${formatLongDay(date)} de ${beginHour} à ${endHour}`;

export const slotLine = (slot: Slot) => `- ${slotSentence(slot)}`;

/** Tells a customer what a shop has answered; what they write back goes to the shop. */
export async function mailToCustomer(
  { tx, ...posting }: Writing,
  store: { name: string; replyTo: string },
  customer: { email: string; username: string },
  { kind, ...answered }: Asked,
): Promise<void> {
  const letter = answeredByStore(await mailSite(tx, posting.market), store.name, customer, answered);
  await post(tx, posting, { kind, to: customer.email, replyTo: store.replyTo, letter });
}

/** To the team of the platform, at the address of the configuration entry `contactEmail`; without one it is only kept. */
export async function mailToPlatform(
  { tx, ...posting }: Writing,
  message: Parameters<typeof writtenToPlatform>[1],
): Promise<void> {
  const site = await mailSite(tx, posting.market);
  if (site.contactEmail === null) return;
  await post(tx, posting, {
    kind: 'platform-message',
    to: site.contactEmail,
    replyTo: message.email,
    letter: writtenToPlatform(site, message),
  });
}
