// Answer to a contest: the market restores the content, or leaves it hidden, with reasons that are mailed.
import { eq } from 'drizzle-orm';
import { recordAction } from '../access/operator-actions.ts';
import { contentDecisions } from '../db/schema/notices.ts';
import type { Call } from '../http/call.ts';
import { deliverMails } from '../mails/deliver.ts';
import { writeMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { decisionUpheldLetter } from '../mails/templates/notices.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { setVisibility } from './content-visibility.ts';
import { findDecision, presentDecision } from './contests.ts';
import { findContent } from './reported-content.ts';

/** @throws 404 without such a decision, 409 `decided` */
export async function answerContest(call: Call<'administration.answerContest'>) {
  const { tx, params, body, actor, now, market, after } = call;
  const [decision] = await tx
    .select()
    .from(contentDecisions)
    .where(eq(contentDecisions.number, params.id))
    .for('update');
  if (!decision) throw notFound();
  if (decision.outcome !== null) throw conflict('decided', 'Cette décision a déjà sa suite.');
  after(() => deliverMails(market));
  const { outcome, reasons } = body;
  const { subject, title, number } = decision;
  const content = await findContent(tx, subject);
  const change = { isVisible: true, reasons, isNoticed: false, by: actor };
  if (outcome === 'restored' && content) await setVisibility(tx, { market, now }, content, change);
  const outcomes = { outcome, outcomeReasons: reasons, decidedAt: now };
  await tx.update(contentDecisions).set(outcomes).where(eq(contentDecisions.number, number));
  if (outcome === 'upheld') {
    await recordAction(tx, { by: actor, now }, { action: 'contest-upheld', subject, title, reasons });
    const site = await mailSite(tx, market);
    const replies = site.contactEmail === null ? {} : { replyTo: site.contactEmail };
    if (content?.publisher) {
      const { email: to, ...account } = content.publisher;
      const letter = decisionUpheldLetter(site, title, reasons);
      await writeMail(tx, { market, now }, { kind: 'decision-upheld', to, ...account, ...replies, letter });
    }
  }
  const decided = await findDecision(tx, number);
  return presentDecision(decided ?? decision);
}
