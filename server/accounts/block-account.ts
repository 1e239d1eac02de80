// Blocking of an account by an administrator. Guarantees: its sessions end at once, and no password opens another one; the
// reasons are mailed, and are in the log of operators.
import { eq } from 'drizzle-orm';
import { recordAction } from '../access/operator-actions.ts';
import { revokeFamiliesOfUser } from '../access/refresh-tokens.ts';
import { users } from '../db/schema/accounts.ts';
import type { Call } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { accountBlockedLetter, accountUnblockedLetter } from '../mails/templates/accounts.ts';
import { accountIri, findAccount } from './find-accounts.ts';
import { lockAccount } from './lock-account.ts';

export async function setBlocked(call: Call<'administration.setBlocked'>) {
  const { tx, body, actor, now, market, after } = call;
  const { isBlocked, reasons } = body;
  const user = await lockAccount(call);
  if ((user.blockedAt !== null) === isBlocked) return findAccount(tx, user.id);
  const blocked = isBlocked ? { blockedAt: now, blockedReason: reasons } : { blockedAt: null, blockedReason: null };
  await tx.update(users).set(blocked).where(eq(users.id, user.id));
  if (isBlocked) await revokeFamiliesOfUser(tx, user.id, now);
  const action = isBlocked ? 'account-blocked' : 'account-unblocked';
  const subject = accountIri(user.id);
  await recordAction(tx, { by: actor, now }, { action, subject, title: user.username, reasons });
  const site = await mailSite(tx, market);
  const letter = isBlocked ? accountBlockedLetter(site, reasons) : accountUnblockedLetter(site, reasons);
  const mail = { kind: action, to: user.email, account: user.id, letter };
  await queueMail(tx, { market, now, after }, { ...mail, ...(site.contactEmail && { replyTo: site.contactEmail }) });
  return findAccount(tx, user.id);
}
