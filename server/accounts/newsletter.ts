// Newsletter consent: read and changed by its person, in the account or by the link of a newsletter, and the list of
// subscribers for the operator's own tool.
import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { requireOwnAccount } from '../access/ownership.ts';
import type { Db, Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import type { Call } from '../http/call.ts';
import { type LinkServices, newsletterWayOut } from '../mails/way-out.ts';
import { notFound } from '../runtime/errors.ts';

export async function readConsent({ params, actor, tx }: Call<'users.newsletter'>) {
  requireOwnAccount(params.id, actor.id);
  return present(await isRegistered(tx, actor.id));
}

export async function changeConsent({ params, body, actor, tx, now }: Call<'users.setNewsletter'>) {
  requireOwnAccount(params.id, actor.id);
  return present(await setRegistered(tx, actor.id, body.registered, now));
}

function present(registered: boolean | null) {
  if (registered === null) throw notFound();
  return { '@type': 'NewsletterConsent' as const, registered };
}

/** @returns null for an account that has ended */
export async function isRegistered(tx: Db | Tx, userId: string): Promise<boolean | null> {
  const [user] = await tx.select({ registered: users.newsletterRegistered }).from(users).where(openAccount(userId));
  return user?.registered ?? null;
}

/**
 * Keeps the time of the first of equal changes.
 * @returns null for an account that has ended
 */
export async function setRegistered(tx: Db | Tx, userId: string, registered: boolean, now: Date) {
  await tx
    .update(users)
    .set({ newsletterRegistered: registered, newsletterChangedAt: now })
    .where(and(openAccount(userId), ne(users.newsletterRegistered, registered)));
  return isRegistered(tx, userId);
}

const openAccount = (userId: string) => and(eq(users.id, userId), ne(users.passwordHash, ''));

/**
 * Subscribers with a confirmed address: e-mail, time of consent, and their own way out, for the body of each newsletter
 * and its header `List-Unsubscribe`.
 */
export async function listSubscribers(db: Db, services: LinkServices): Promise<string[][]> {
  const found = await db
    .select()
    .from(users)
    .where(and(users.newsletterRegistered, isNotNull(users.emailConfirmedAt), ne(users.passwordHash, '')))
    .orderBy(users.email);
  return found.map(({ id, email, newsletterChangedAt, createdAt }) => [
    email,
    (newsletterChangedAt ?? createdAt).toISOString(),
    newsletterWayOut(services, id),
  ]);
}
