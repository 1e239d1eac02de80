// Request mails: requests to a store or the platform, and a store's answers; written in the transaction of the event.
import { formatLongDay } from '#domain/time/dates.ts';
import type { Actor } from '../access/authentication.ts';
import type { Tx } from '../db/client.ts';
import { type MailContext, queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { platformTeam } from '../mails/team.ts';
import { platformMessageLetter, storeAnswerLetter, storeRequestLetter } from '../mails/templates/requests.ts';
import type { AddressedStore } from './addressed-store.ts';

type RequestMailContext = MailContext & { tx: Tx };
type RequestMail = Parameters<typeof storeRequestLetter>[2] & { kind: string };

/** To a store; replies go to the customer. */
export async function mailToStore(
  { tx, ...posting }: RequestMailContext,
  { email }: Pick<AddressedStore, 'email'>,
  actor: Actor,
  { kind, ...asked }: RequestMail,
): Promise<void> {
  if (email === null) return;
  const letter = storeRequestLetter(await mailSite(tx, posting.market), actor, asked);
  await queueMail(tx, posting, { kind, to: email, replyTo: actor.email, letter });
}

interface SlotText {
  date: string;
  beginHour: string;
  endHour: string;
}

/** 'le 1er décembre 2026 de 10:00 à 11:30' */
export const formatSlot = ({ date, beginHour, endHour }: SlotText) =>
  `le ${formatLongDay(date)} de ${beginHour} à ${endHour}`;

export const formatSlotLine = (slot: SlotText) => `- ${formatSlot(slot)}`;

/** To a customer; replies go to the store. */
export async function mailToCustomer(
  { tx, ...posting }: RequestMailContext,
  store: { name: string; replyTo: string },
  customer: { id: string; email: string; username: string },
  { kind, ...answered }: RequestMail,
): Promise<void> {
  const letter = storeAnswerLetter(await mailSite(tx, posting.market), store.name, customer, answered);
  await queueMail(tx, posting, { kind, to: customer.email, account: customer.id, replyTo: store.replyTo, letter });
}

/** To the platform. */
export async function mailToPlatform(
  { tx, ...posting }: RequestMailContext,
  message: Parameters<typeof platformMessageLetter>[1],
): Promise<void> {
  const site = await mailSite(tx, posting.market);
  for (const to of await platformTeam(tx, site)) {
    await queueMail(tx, posting, {
      kind: 'platform-message',
      to,
      replyTo: message.email,
      letter: platformMessageLetter(site, message),
    });
  }
}
