import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TokenPair } from '#contract/account/users.ts';
import { makeUser } from '../../support/builders.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

const start = new Date('2026-05-04T10:00:00Z');
const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const at = (milliseconds: number) => new Date(start.getTime() + milliseconds);

let market: TestMarket;
let first: TokenPair;
beforeAll(async () => {
  market = await startTestMarket({ now: start });
  await makeUser(market.db, { email: 'claire@etal.test' });
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(start);
  const login = { login: 'claire@etal.test', password: DEMO_PASSWORD };
  first = (await market.inject<TokenPair>('POST', '/api/login_check', { body: login })).body;
});

const refresh = (refresh_token: string) =>
  market.inject<TokenPair>('POST', '/api/token/refresh', { form: { refresh_token } });
const logOut = (refresh_token: string) => market.inject('POST', '/api/token/revoke', { form: { refresh_token } });

describe('refreshing', () => {
  test('gives a new pair, and each token once', async () => {
    const { status, body } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });

  test('F41 · the answer was lost: within a minute the same token gets the same pair again', async () => {
    const lost = await refresh(first.refresh_token);
    market.setClock(at(59 * SECOND));
    const again = await refresh(first.refresh_token);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(lost.body);
    expect((await refresh(again.body.refresh_token)).status).toBe(200);
  });

  test('answers three tabs at once with one pair', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  test('treats a used token as stolen after that minute, and ends the session', async () => {
    const { body } = await refresh(first.refresh_token);
    market.setClock(at(61 * SECOND));
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(body.refresh_token)).status).toBe(401);
  });

  test('F43 · treats a used token as stolen at once when its successor was used, and ends the session', async () => {
    const second = (await refresh(first.refresh_token)).body;
    const third = (await refresh(second.refresh_token)).body;
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(third.refresh_token)).status).toBe(401);
  });

  test('ends the session it belongs to and no other one', async () => {
    const other = (
      await market.inject<TokenPair>('POST', '/api/login_check', {
        body: { login: 'claire@etal.test', password: DEMO_PASSWORD },
      })
    ).body;
    await logOut(first.refresh_token);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  test('is possible for 30 days after the last use, and no longer', async () => {
    market.setClock(at(30 * DAY - SECOND));
    const { status, body } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    market.setClock(at(60 * DAY - SECOND));
    expect((await refresh(body.refresh_token)).status).toBe(401);
  });

  test('is possible for 90 days in all, however often it is used', async () => {
    let token = first.refresh_token;
    for (const days of [25, 50, 75, 89]) {
      market.setClock(at(days * DAY));
      const { status, body } = await refresh(token);
      expect(status).toBe(200);
      token = body.refresh_token;
    }
    market.setClock(at(90 * DAY));
    expect((await refresh(token)).status).toBe(401);
  });

  test('refuses an unknown token without a reason', async () => {
    const { status, text } = await refresh('not-a-token');
    expect(status).toBe(401);
    await logOut(first.refresh_token);
    expect((await refresh(first.refresh_token)).text).toBe(text);
  });

  test('works after a restart of the server', async () => {
    const lost = await refresh(first.refresh_token);
    const restarted = await market.another();
    const { body } = await restarted
      .inject({
        method: 'POST',
        url: '/api/token/refresh',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `refresh_token=${first.refresh_token}`,
      })
      .then((answer) => ({ body: answer.json() as TokenPair }));
    expect(body).toEqual(lost.body);
  });
});

describe('logging out', () => {
  test('ends the session with whichever of its tokens is given, and answers 204', async () => {
    const { body } = await refresh(first.refresh_token);
    expect((await logOut(first.refresh_token)).status).toBe(204);
    expect((await refresh(body.refresh_token)).status).toBe(401);
  });

  test('is ended by the hash of any of its tokens, which never renews it', async () => {
    const handleOf = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;
    const { body } = await refresh(first.refresh_token);
    for (const { refresh_token } of [first, body]) {
      expect((await refresh(handleOf(refresh_token))).status).toBe(401);
      expect((await refresh(handleOf(refresh_token).slice('sha256:'.length))).status).toBe(401);
    }
    // The attempts have cost the session nothing.
    const third = (await refresh(body.refresh_token)).body;
    expect((await logOut(handleOf('another'))).status).toBe(204);
    expect((await logOut(`${handleOf(third.refresh_token)}0`)).status).toBe(204);
    const fourth = await refresh(third.refresh_token);
    expect(fourth.status).toBe(200);
    expect((await logOut(handleOf(first.refresh_token))).status).toBe(204);
    expect((await refresh(fourth.body.refresh_token)).status).toBe(401);
  });

  test('answers 204 for a token that is unknown, so that a late logout never fails', async () => {
    expect((await logOut('unknown')).status).toBe(204);
  });
});

test('the database holds no token, only hashes', async () => {
  const { body } = await refresh(first.refresh_token);
  const { rows } = await market.db.execute<Record<string, unknown>>(
    sql`select row_to_json(t)::text as row from refresh_tokens t union all select row_to_json(i)::text from idempotency i`,
  );
  const all = JSON.stringify(rows);
  expect(rows.length).toBeGreaterThan(0);
  for (const token of [first.refresh_token, body.refresh_token, body.token]) expect(all).not.toContain(token);
});
