// Notices of illegal content: received from anybody, listed and answered by operators.
// Guarantees: the content is stored as it was reported; author and operator are mailed at once; an answer reaches both
// sides, once, in the transaction that hides the content.
import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { type NoticeDecision, type NoticeReason, noticeReasons } from '#contract/account/notices.ts';
import type { Notice } from '#contract/administration/moderation.ts';
import { type ActionAuthor, recordAction } from '../access/operator-actions.ts';
import type { Tx } from '../db/client.ts';
import { notices } from '../db/schema/notices.ts';
import type { Call } from '../http/call.ts';
import { deliverMails } from '../mails/deliver.ts';
import { queueMail, writeMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { platformTeam } from '../mails/team.ts';
import {
  contentKeptLetter,
  newNoticeLetter,
  noticeAnsweredLetter,
  noticeReceivedLetter,
} from '../mails/templates/notices.ts';
import { presentPage, requestedPage } from '../presenters/collection.ts';
import { conflict, invalid, notFound } from '../runtime/errors.ts';
import { type ModerationContext, setVisibility } from './content-visibility.ts';
import { findContent } from './reported-content.ts';

const NOTICES_PER_PAGE = 30;

export async function createNotice({ tx, body, now, market, after }: Call<'notices.create'>) {
  const { subject, reason, explanation, name, email } = body;
  const content = await findContent(tx, subject);
  if (!content?.isVisible) throw invalid([{ propertyPath: 'subject', message: 'Ce contenu n’est plus en ligne.' }]);
  const [row] = await tx
    .insert(notices)
    .values({ subject, reason, explanation, name, email, page: content.page, content: content.content, createdAt: now })
    .returning({ number: notices.number });
  const number = row?.number ?? 0;
  const notice = { number, reason: noticeReasons[reason], explanation, name, email };
  const posting = { market, now, after };
  const site = await mailSite(tx, market);
  for (const to of await platformTeam(tx, site)) {
    const letter = newNoticeLetter(site, content, notice);
    await queueMail(tx, posting, { kind: 'notice', to, ...(email !== '' && { replyTo: email }), letter });
  }
  if (email !== '') {
    const letter = noticeReceivedLetter(site, content, notice);
    await queueMail(tx, posting, { kind: 'notice-received', to: email, letter });
  }
  return { '@type': 'NoticeReceipt' as const, number };
}

export async function listNotices({ tx, query, request }: Call<'administration.notices'>) {
  const page = requestedPage(request.url, query, NOTICES_PER_PAGE);
  const { answeredAt } = notices;
  const asked = query.isOpen ? isNull(answeredAt) : isNotNull(answeredAt);
  const where = query.isOpen === undefined ? undefined : asked;
  const rows = await tx
    .select()
    .from(notices)
    .where(where)
    .orderBy(
      desc(sql`${notices.answeredAt} is null`),
      sql`case when ${notices.answeredAt} is null then ${notices.createdAt} end`,
      desc(notices.answeredAt),
      notices.number,
    )
    .limit(page.itemsPerPage)
    .offset((page.page - 1) * page.itemsPerPage);
  const [counted] = await tx.select({ total: count() }).from(notices).where(where);
  const members: Notice[] = [];
  for (const row of rows) members.push(await present(tx, row));
  return presentPage(members, counted?.total ?? 0, page);
}

export async function readNotice({ tx, params }: Call<'administration.notice'>) {
  const [row] = await tx.select().from(notices).where(eq(notices.number, params.id));
  if (!row) throw notFound();
  return present(tx, row);
}

/** The open ones about one content. */
export async function openNoticesOf(tx: Tx, subject: string): Promise<Notice[]> {
  const rows = await tx
    .select()
    .from(notices)
    .where(and(eq(notices.subject, subject), isNull(notices.answeredAt)))
    .orderBy(notices.number);
  return Promise.all(rows.map((row) => present(tx, row)));
}

type NoticeRow = typeof notices.$inferSelect;

async function present(tx: Tx, row: NoticeRow): Promise<Notice> {
  const content = await findContent(tx, row.subject);
  const { number, subject, page, explanation, name, email, reasons } = row;
  return {
    '@type': 'Notice',
    ...{ number, subject, page, content: row.content, explanation, name, email, reasons },
    isVisible: content?.isVisible ?? false,
    reason: row.reason as NoticeReason,
    createdAt: row.createdAt.toISOString(),
    decision: row.decision as NoticeDecision | null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}

export function answerNotice({ tx, params, body, actor, now, market, after }: Call<'administration.answerNotice'>) {
  after(() => deliverMails(market));
  return decideNotice(tx, { market, now }, params.id, { ...body, by: actor });
}

/** @throws 404 without such a notice, 409 `answered` */
export async function decideNotice(
  tx: Tx,
  posting: ModerationContext,
  number: number,
  { decision, reasons, by }: { decision: NoticeDecision; reasons: string; by: ActionAuthor },
): Promise<Notice> {
  const [notice] = await tx.select().from(notices).where(eq(notices.number, number)).for('update');
  if (!notice) throw notFound();
  if (notice.answeredAt) throw conflict('answered', 'Ce signalement a déjà sa réponse.');
  const [answered = notice] = await tx
    .update(notices)
    .set({ decision, reasons, answeredAt: posting.now })
    .where(eq(notices.number, number))
    .returning();
  const content = await findContent(tx, notice.subject);
  const isHidden = decision === 'hidden';
  if (content && isHidden)
    await setVisibility(tx, posting, content, { isVisible: false, reasons, isNoticed: true, by });
  else {
    const title = content?.title ?? `«\u00a0${notice.content}\u00a0»`;
    const kept = { action: 'notice-kept', subject: notice.subject, title, reasons } as const;
    await recordAction(tx, { by, now: posting.now }, kept);
  }
  const site = await mailSite(tx, posting.market);
  const replies = site.contactEmail === null ? {} : { replyTo: site.contactEmail };
  if (content?.publisher && !isHidden) {
    const { email: to, ...account } = content.publisher;
    const letter = contentKeptLetter(site, content, reasons);
    await writeMail(tx, posting, { kind: 'content-kept', to, ...account, ...replies, letter });
  }
  if (notice.email !== '') {
    const title = content?.title ?? `«\u00a0${notice.content}\u00a0»`;
    const letter = noticeAnsweredLetter(site, { number, title, isHidden, reasons });
    await writeMail(tx, posting, { kind: 'notice-answered', to: notice.email, ...replies, letter });
  }
  return present(tx, answered);
}

export async function changeVisibility(call: Call<'administration.setVisibility'>) {
  const { tx, body, actor, now, market, after } = call;
  const content = await findContent(tx, body.subject);
  if (!content) throw notFound();
  after(() => deliverMails(market));
  await setVisibility(tx, { market, now }, content, { ...body, isNoticed: false, by: actor });
  const changed = await findContent(tx, body.subject);
  return { '@type': 'Visibility' as const, subject: body.subject, isVisible: changed?.isVisible ?? false };
}
