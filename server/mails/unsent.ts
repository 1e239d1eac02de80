// Unsent mails: an operator's list, and a retry of failed ones.
import { and, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { mails } from '../db/schema/mails.ts';

/**
 * One line per mail: 'n° 12, « Nouvelle commande n° 45 », à boutique@etal.test, 3 essais : Connection timeout'. Failed ones come first.
 */
export async function listUnsentMails(db: Db): Promise<string[]> {
  const found = await db.select().from(mails).where(isNull(mails.sentAt)).orderBy(mails.id);
  const line = ({ id, subject, recipient, attempts, error }: (typeof found)[number]) =>
    `  n° ${id}, «\u00a0${subject}\u00a0», à ${recipient}, ${attempts} essai${attempts > 1 ? 's' : ''}${error ? ` : ${error}` : ''}`;
  const withheld = found.filter((one) => one.withheldForUser !== null);
  const waiting = found.filter((one) => !one.failedAt && one.withheldForUser === null);
  const givenUp = found.filter((one) => one.failedAt);
  if (found.length === 0) return ['Tous les courriels sont partis.'];
  return [
    ...(givenUp.length > 0 ? [`Abandonnés : ${givenUp.length}`, ...givenUp.map(line)] : []),
    ...(waiting.length > 0 ? [`En attente : ${waiting.length}`, ...waiting.map(line)] : []),
    ...(withheld.length > 0
      ? [`Retenus jusqu’à la confirmation de l’adresse : ${withheld.length}`, ...withheld.map(line)]
      : []),
  ];
}

/** @returns the number of mails to retry, by the running server or at the next start */
export async function retryFailedMails(db: Db, now: Date): Promise<number> {
  return retryMails(db, and(isNotNull(mails.failedAt), isNull(mails.sentAt)), now);
}

/** @returns their number */
export async function retryMails(tx: Tx, which: SQL | undefined, now: Date): Promise<number> {
  const retried = await tx
    .update(mails)
    .set({ failedAt: null, attempts: 0, dueAt: now })
    .where(which)
    .returning({ id: mails.id });
  return retried.length;
}
