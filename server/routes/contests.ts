// Contest routes: the page where the author of hidden content answers, by the link of a mail.
// Guarantee: GET changes nothing, since mail scanners open links.
import type { FastifyInstance } from 'fastify';
import { requiredTextLine } from '#contract/bounds.ts';
import { MAX_MESSAGE } from '#contract/limits.ts';
import { runTransaction } from '../http/after-commit.ts';
import { sendPlainPage } from '../plugins/send-plain-page.ts';
import { ANSWER, contestPage, unknownContest } from '../presenters/contest-page.ts';
import { answerDecision, CONTEST_PATH, findDecision, openContest } from '../requests/contests.ts';

/** Each character may be encoded in twelve bytes. */
const BODY_LIMIT = 12 * MAX_MESSAGE + 1000;
const answerShape = requiredTextLine(MAX_MESSAGE, 'Écrivez votre réponse.');

export async function contestRoutes(app: FastifyInstance): Promise<void> {
  const { market } = app;
  const options = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    options,
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
  const decisionOf = async (query: unknown) => {
    const number = openContest(market, String(Reflect.get(Object(query), 'lien')));
    return number === null ? undefined : findDecision(market.db, number);
  };

  app.get(CONTEST_PATH, async ({ query }, reply) => {
    const decision = await decisionOf(query);
    return sendPlainPage(reply, decision ? contestPage(decision) : unknownContest());
  });

  app.post(CONTEST_PATH, async ({ query, body }, reply) => {
    const decision = await decisionOf(query);
    if (!decision) return sendPlainPage(reply, unknownContest());
    const text = (body instanceof URLSearchParams && body.get(ANSWER)) || '';
    const answer = answerShape.safeParse(text.replaceAll('\r\n', '\n'));
    if (!answer.success) {
      const message = answer.error.issues[0]?.message ?? '';
      return sendPlainPage(reply, contestPage(decision, { text, message }));
    }
    await runTransaction(market, (tx, after) =>
      answerDecision(tx, { market, now: market.now(), after }, decision.number, answer.data),
    );
    return sendPlainPage(reply, contestPage((await findDecision(market.db, decision.number)) ?? decision));
  });
}
