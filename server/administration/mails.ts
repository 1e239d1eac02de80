// Mails that did not go out, for operators: the list, and another attempt.
import { and, asc, count, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { MailState, UnsentMail } from '#contract/administration/operation.ts';
import { recordAction } from '../access/operator-actions.ts';
import { mails } from '../db/schema/mails.ts';
import type { Call } from '../http/call.ts';
import { deliverMails } from '../mails/deliver.ts';
import { retryMails } from '../mails/unsent.ts';
import { presentPage, requestedPage } from '../presenters/collection.ts';
import { conflict, notFound } from '../runtime/errors.ts';

const MAILS_PER_PAGE = 25;
const isWithheld = isNotNull(mails.withheldForUser);
const inState: Record<MailState, SQL | undefined> = {
  failed: isNotNull(mails.failedAt),
  waiting: and(isNull(mails.failedAt), isNull(mails.withheldForUser)),
  withheld: and(isNull(mails.failedAt), isWithheld),
};

/** Without their texts. */
const columns = {
  id: mails.id,
  kind: mails.kind,
  recipient: mails.recipient,
  subject: mails.subject,
  withheldForUser: mails.withheldForUser,
  failedAt: mails.failedAt,
  attempts: mails.attempts,
  error: mails.error,
  createdAt: mails.createdAt,
};

export async function listMails({ tx, query, request }: Call<'administration.mails'>) {
  const page = requestedPage(request.url, query, MAILS_PER_PAGE);
  const where = and(isNull(mails.sentAt), query.state ? inState[query.state] : isNull(mails.withheldForUser));
  const rows = await tx
    .select(columns)
    .from(mails)
    .where(where)
    .orderBy(asc(mails.id))
    .limit(page.itemsPerPage)
    .offset((page.page - 1) * page.itemsPerPage);
  const [counted] = await tx.select({ total: count() }).from(mails).where(where);
  return presentPage(rows.map(present), counted?.total ?? 0, page);
}

type Row = Pick<typeof mails.$inferSelect, keyof typeof columns>;

const stateOf = ({ failedAt, withheldForUser }: Row): MailState => {
  if (failedAt !== null) return 'failed';
  return withheldForUser === null ? 'waiting' : 'withheld';
};

const present = (row: Row): UnsentMail => ({
  '@type': 'UnsentMail',
  number: row.id,
  ...{ kind: row.kind, recipient: row.recipient, subject: row.subject, attempts: row.attempts, error: row.error },
  state: stateOf(row),
  createdAt: row.createdAt.toISOString(),
});

export async function retryMail({ tx, params, actor, now, market, after }: Call<'administration.retryMail'>) {
  const which = eq(mails.id, params.id);
  const [found] = await tx
    .select({ ...columns, sentAt: mails.sentAt })
    .from(mails)
    .where(which)
    .for('update');
  if (!found) throw notFound();
  const { sentAt, ...mail } = found;
  if (sentAt !== null) throw conflict('sent', 'Ce courriel est déjà parti.');
  if (stateOf(mail) === 'withheld') {
    throw conflict('withheld', 'Il attend que cette personne confirme son adresse.');
  }
  await retryMails(tx, which, now);
  const title = `le courriel «\u00a0${mail.subject}\u00a0» à ${mail.recipient}`;
  await recordAction(tx, { by: actor, now }, { action: 'mail-retried', title });
  after(() => deliverMails(market));
  return present({ ...mail, failedAt: null, attempts: 0 });
}
