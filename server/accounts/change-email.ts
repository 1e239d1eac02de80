// Changes the e-mail address of an account, and tells the old address.
import { and, eq } from 'drizzle-orm';
import { ownAccount } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import type { Call } from '../http/call.ts';
import { post } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { emailChanged } from '../mails/templates/accounts.ts';
import { isDuplicate, notFound } from '../runtime/errors.ts';
import { alreadyUsed, presentUser } from './user.ts';

export async function updateUser({ params, body, actor, tx, now, market, after }: Call<'users.update'>) {
  const [before] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, params.id), ownAccount(actor.id)));
  // Of an account that has ended only its number is left.
  if (!before || before.passwordHash === '') throw notFound();
  if (before.email === body.email) return presentUser(before);
  const user = await changeEmail(tx, before.id, body.email);
  const letter = emailChanged(await mailSite(tx, market), body.email);
  await post(tx, { market, now, after }, { kind: 'email-changed', to: before.email, letter });
  return presentUser(user);
}

/** In a savepoint: the refusal of the database leaves the rest of the transaction usable. */
async function changeEmail(tx: Tx, id: string, email: string) {
  try {
    const [user] = await tx.transaction((inner) =>
      inner.update(users).set({ email }).where(eq(users.id, id)).returning(),
    );
    if (!user) throw notFound();
    return user;
  } catch (error) {
    throw isDuplicate(error) ? alreadyUsed() : error;
  }
}
