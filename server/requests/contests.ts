// Contests: what the author of hidden content answers to the market's decision, by the link in its mail (Digital Services Act,
// art. 20).
// Guarantees: a link names one decision and cannot be guessed; an answer is given once, and mailed to the operator.
import { and, asc, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { ContentDecision } from '#contract/administration/moderation.ts';
import type { Tx } from '../db/client.ts';
import { contentDecisions } from '../db/schema/notices.ts';
import type { Call, Market } from '../http/call.ts';
import { type MailContext, queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { platformTeam } from '../mails/team.ts';
import { decisionContestedLetter } from '../mails/templates/notices.ts';
import { presentPage, requestedPage } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';

export const CONTEST_PATH = '/contestation';
const signedText = (number: number) => `content-decision.${number}`;

/** Address of the page where the author answers. */
export const contestLink = ({ env, downloads }: Pick<Market, 'env' | 'downloads'>, number: number): string =>
  `${env.publicUrl}${CONTEST_PATH}?lien=${number}.${downloads.sign(signedText(number))}`;

/** @returns the decision's number; null for a link that this market has not made */
export function openContest({ downloads }: Pick<Market, 'downloads'>, link: string): number | null {
  const [, number = '', signature = ''] = /^([1-9]\d{0,8})\.([\w-]{43})$/.exec(link) ?? [];
  return downloads.verifies(signedText(Number(number)), signature) ? Number(number) : null;
}

type Row = typeof contentDecisions.$inferSelect;

export async function findDecision(tx: Tx, number: number): Promise<Row | undefined> {
  const [row] = await tx.select().from(contentDecisions).where(eq(contentDecisions.number, number));
  return row;
}

/** Does nothing if the author has answered already, or the content is back. */
export async function answerDecision(tx: Tx, posting: MailContext, number: number, answer: string): Promise<void> {
  const [row] = await tx
    .update(contentDecisions)
    .set({ answer, answeredAt: posting.now })
    .where(
      and(eq(contentDecisions.number, number), isNull(contentDecisions.answeredAt), isNull(contentDecisions.outcome)),
    )
    .returning();
  if (!row) return;
  const site = await mailSite(tx, posting.market);
  const letter = decisionContestedLetter(site, row);
  for (const to of await platformTeam(tx, site))
    await queueMail(tx, posting, { kind: 'decision-contested', to, letter });
}

const DECISIONS_PER_PAGE = 30;
const isContested = and(isNotNull(contentDecisions.answeredAt), isNull(contentDecisions.outcome));

export async function listDecisions({ tx, query, request }: Call<'administration.decisions'>) {
  const page = requestedPage(request.url, query, DECISIONS_PER_PAGE);
  const where = query.isContested ? isContested : undefined;
  const rows = await tx
    .select()
    .from(contentDecisions)
    .where(where)
    .orderBy(query.isContested ? asc(contentDecisions.answeredAt) : desc(contentDecisions.number))
    .limit(page.itemsPerPage)
    .offset((page.page - 1) * page.itemsPerPage);
  const [counted] = await tx.select({ total: count() }).from(contentDecisions).where(where);
  return presentPage(rows.map(presentDecision), counted?.total ?? 0, page);
}

export async function readDecision({ tx, params }: Call<'administration.decision'>) {
  const row = await findDecision(tx, params.id);
  if (!row) throw notFound();
  return presentDecision(row);
}

/** All decisions about one content, the newest first. */
export async function decisionsOf(tx: Tx, subject: string): Promise<ContentDecision[]> {
  const rows = await tx
    .select()
    .from(contentDecisions)
    .where(eq(contentDecisions.subject, subject))
    .orderBy(desc(contentDecisions.number));
  return rows.map(presentDecision);
}

export const presentDecision = (row: Row): ContentDecision => ({
  '@type': 'ContentDecision',
  ...{ number: row.number, subject: row.subject, title: row.title, content: row.content, reasons: row.reasons },
  createdAt: row.createdAt.toISOString(),
  ...{ answer: row.answer, answeredAt: row.answeredAt?.toISOString() ?? null },
  outcome: row.outcome as ContentDecision['outcome'],
  ...{ outcomeReasons: row.outcomeReasons, decidedAt: row.decidedAt?.toISOString() ?? null },
});
