// What an operator asks about mails that did not go out, and how those that were given up are tried anew.
import { and, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { mails } from '../db/schema/mails.ts';

/** 'n° 12, new-order, à boutique@etal.test, 3 essais : Connection timeout' of each, those given up first. */
export async function unsentMails(db: Db): Promise<string[]> {
  const found = await db.select().from(mails).where(isNull(mails.sentAt)).orderBy(mails.id);
  const line = ({ id, kind, recipient, attempts, error }: (typeof found)[number]) =>
    `  n° ${id}, ${kind}, à ${recipient}, ${attempts} essai${attempts > 1 ? 's' : ''}${error ? ` : ${error}` : ''}`;
  const held = found.filter((one) => one.heldForUser !== null);
  const waiting = found.filter((one) => !one.failedAt && one.heldForUser === null);
  const givenUp = found.filter((one) => one.failedAt);
  if (found.length === 0) return ['Tous les courriels sont partis.'];
  return [
    ...(givenUp.length > 0 ? [`Abandonnés : ${givenUp.length}`, ...givenUp.map(line)] : []),
    ...(waiting.length > 0 ? [`En attente : ${waiting.length}`, ...waiting.map(line)] : []),
    ...(held.length > 0 ? [`Retenus jusqu’à la confirmation de l’adresse : ${held.length}`, ...held.map(line)] : []),
  ];
}

/** @returns how many are tried anew, by the server that runs or the next start */
export async function retryGivenUp(db: Db, now: Date): Promise<number> {
  const again = await db
    .update(mails)
    .set({ failedAt: null, attempts: 0, dueAt: now })
    .where(and(isNotNull(mails.failedAt), isNull(mails.sentAt)))
    .returning({ id: mails.id });
  return again.length;
}
