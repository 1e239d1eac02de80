// The second factor of operators: set up, asked for, good once, and what a session may do without it.
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TokenPair } from '#contract/account/users.ts';
import { type AdministrationCall, administrationRegistry } from '#contract/administration/administration-registry.ts';
import { withoutSecondFactor } from '#contract/administration/call-roles.ts';
import type { Operator } from '#contract/administration/session.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { SECOND_FACTOR_LIFETIME } from '#server/access/refresh-tokens.ts';
import { secondFactors } from '#server/db/schema/administration.ts';
import { dismissOperator, resetSecondFactor } from '#server/market/accounts/operators.ts';
import { makeUser } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

const START = new Date('2026-05-04T10:00:00Z');
let now = START;
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
  market.setClock(now);
};
let market: TestMarket;
let email: string;
let token: string;
beforeEach(async () => {
  now = START;
  market = await startTestMarket({ now: START, env: { demo: false } });
  ({ email } = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] }));
  token = await market.login(email);
});
afterEach(() => market.close());

const call = <T = ErrorBody>(name: AdministrationCall, body?: unknown, by = token) => {
  const { method, path, bodyType }: Endpoint = administrationRegistry[name];
  return market.inject<T>(method, `/api${path.replace(':id', '00000000-0000-4000-8000-000000000000')}`, {
    token: by,
    ...(method !== 'GET' && bodyType !== 'multipart' && { body: body ?? {} }),
    ...(bodyType === 'multipart' && { upload: { bytes: Buffer.from('no picture') } }),
  });
};
const state = async (by = token) => (await call<Operator>('administration.me', undefined, by)).body.secondFactor;
const check = (code: string, by = token) =>
  call<ErrorBody & { recoveryCodes: number }>('administration.checkSecondFactor', { code }, by);

/** @returns codes of the app, and the recovery codes */
async function enrol(): Promise<{ code: () => string; codes: string[] }> {
  const { body } = await call<{ secret: string; uri: string }>('administration.beginSecondFactor');
  const app = new TOTP({ secret: body.secret });
  const code = () => app.generate({ timestamp: now.getTime() });
  const { body: made } = await call<{ codes: string[] }>('administration.confirmSecondFactor', { code: code() });
  return { code, codes: made.codes };
}

describe('without a second factor', () => {
  const guarded = (Object.keys(administrationRegistry) as AdministrationCall[]).filter(
    (name) => !withoutSecondFactor.has(name),
  );
  test.each(guarded)('an administrator is refused %s', async (name) => {
    expect(await call(name)).toMatchObject({ status: 403, body: { code: 'second-factor' } });
  });

  test('in the shop an administrator is a shopper like everybody', async () => {
    expect((await market.inject('GET', '/api/products', { token })).status).toBe(200);
  });

  test('in a demo market none is asked for, and none can be set up', async () => {
    market.env.demo = true;
    expect(await state()).toBe('demo');
    expect((await call('administration.actions')).status).toBe(200);
    expect(await call('administration.beginSecondFactor')).toMatchObject({ status: 409, body: { code: 'demo' } });
  });
});

describe('setting it up', () => {
  test('gives a secret for an app; its first code opens this session, and answers ten recovery codes', async () => {
    expect(await state()).toBe('missing');
    const { body } = await call<{ secret: string; uri: string }>('administration.beginSecondFactor');
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(decodeURIComponent(body.uri)).toContain(email);
    const { codes } = await enrol();
    expect(new Set(codes).size).toBe(10);
    expect(await state()).toBe('given');
    expect((await call('administration.actions')).status).toBe(200);
  });

  test('with a wrong code changes nothing', async () => {
    await call('administration.beginSecondFactor');
    const refused = await call('administration.confirmSecondFactor', { code: '000000' });
    expect(refused).toMatchObject({ status: 422, body: { violations: [{ propertyPath: 'code' }] } });
    expect(await state()).toBe('missing');
  });

  test('once done it is not done again, in this session or another one', async () => {
    const { code } = await enrol();
    const other = await market.login(email);
    for (const by of [token, other]) {
      expect(await call('administration.beginSecondFactor', {}, by)).toMatchObject({ body: { code: 'enrolled' } });
      pass(30);
      const again = await call('administration.confirmSecondFactor', { code: code() }, by);
      expect(again).toMatchObject({ status: 409, body: { code: 'enrolled' } });
    }
    expect(await state(other)).toBe('asked');
  });

  test('a copy of the database does not contain the secret', async () => {
    const { body } = await call<{ secret: string }>('administration.beginSecondFactor');
    const [row] = await market.db.select().from(secondFactors);
    const { secret } = new TOTP({ secret: body.secret });
    expect(row?.secret.includes(Buffer.from(secret.bytes))).toBe(false);
  });
});

describe('a code', () => {
  test('opens the session that gives it, and no other one', async () => {
    const { code } = await enrol();
    const [second, third] = [await market.login(email), await market.login(email)];
    pass(60);
    expect((await check(code(), second)).status).toBe(200);
    expect([await state(second), await state(third)]).toEqual(['given', 'asked']);
  });

  test('is good once: neither it nor an older one is accepted after it', async () => {
    const { code } = await enrol();
    const other = await market.login(email);
    const first = code();
    expect((await check(first, other)).status).toBe(422);
    pass(60);
    const older = code();
    pass(30);
    expect((await check(code(), other)).status).toBe(200);
    expect((await check(code(), other)).status).toBe(422);
    expect((await check(older, other)).status).toBe(422);
  });

  test('sent twice at the same time is accepted once', async () => {
    const { code } = await enrol();
    const sessions = [await market.login(email), await market.login(email)];
    pass(60);
    const answers = await Promise.all(sessions.map((by) => check(code(), by)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test.each([
    ['half a minute ago', -30, 200],
    ['in half a minute', 30, 200],
    ['two minutes ago', -120, 422],
  ])('of a clock that says %s', async (_when, seconds, status) => {
    const { code } = await enrol();
    const other = await market.login(email);
    pass(600 + seconds);
    const given = code();
    pass(-seconds);
    expect((await check(given, other)).status).toBe(status);
  });

  test('opens the session for twelve hours, through its renewals', async () => {
    const { code } = await enrol();
    const login = { login: email, password: DEMO_PASSWORD };
    const opened = (await market.inject<TokenPair>('POST', '/api/login_check', { body: login })).body;
    pass(60);
    await check(code(), opened.token);
    const renew = async (refresh_token: string) =>
      (await market.inject<TokenPair>('POST', '/api/token/refresh', { form: { refresh_token } })).body;
    pass(3600);
    const renewed = await renew(opened.refresh_token);
    expect(await state(renewed.token)).toBe('given');
    pass(SECOND_FACTOR_LIFETIME / 1000);
    expect(await state((await renew(renewed.refresh_token)).token)).toBe('asked');
  });

  test('cannot be guessed: after five wrong ones the account waits', async () => {
    const strict = await startTestMarket({ now: START, rateLimits: 'strict', env: { demo: false } });
    const admin = await makeUser(strict.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const by = await strict.login(admin.email);
      const body = { code: String(100_000 + n) };
      const url = '/api/administration/second_factor/check';
      statuses.push((await strict.inject('PUT', url, { token: by, body })).status);
    }
    await strict.close();
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('a recovery code', () => {
  test('opens a session once, in any notation, and the log says so', async () => {
    const { codes } = await enrol();
    const [code = ''] = codes;
    const [first, second] = [await market.login(email), await market.login(email)];
    const used = await check(code.toLowerCase().replace('-', ' '), first);
    expect([used.status, used.body.recoveryCodes]).toEqual([200, 9]);
    expect((await check(code, second)).status).toBe(422);
    const { body } = await call<{ 'hydra:member': { action: string }[] }>('administration.actions');
    expect(body['hydra:member'].map(({ action }) => action)).toEqual(['recovery-code-used', 'factor-enrolled']);
  });

  test('of somebody else opens nothing', async () => {
    const { codes } = await enrol();
    const other = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
    expect((await check(codes[0] ?? '', await market.login(other.email))).status).toBe(422);
  });
});

describe('a colleague’s lost one', () => {
  const remove = (id: string, by = token) =>
    market.inject<ErrorBody>('POST', `/api/administration/accounts/${id}/second_factor/removal`, {
      token: by,
      body: { reasons: 'Téléphone perdu.' },
    });

  test('is removed by an administrator, is in the log, and is told by mail', async () => {
    await enrol();
    const colleague = await makeUser(market.db, { username: 'Lucie', roles: ['ROLE_USER', 'ROLE_ADMIN'] });
    expect(await remove(colleague.id)).toMatchObject({ status: 409, body: { code: 'no-factor' } });
    const [mine, own] = [token, email];
    token = await market.login(colleague.email);
    await enrol();
    const opened = token;
    [token, email] = [mine, own];
    expect((await remove(colleague.id)).status).toBe(204);
    expect([await state(opened), await state()]).toEqual(['missing', 'given']);
    expect((await call('administration.actions', undefined, opened)).status).toBe(403);
    const { body } = await call<{ 'hydra:member': { action: string; title: string; reasons: string }[] }>(
      'administration.actions',
    );
    expect(body['hydra:member'][0]).toMatchObject({
      ...{ action: 'factor-removed', title: 'Lucie', reasons: 'Téléphone perdu.' },
    });
    const mails = (await market.sentMails()).map(decodeMail);
    expect(mails.findLast((mail) => mail.includes(`To: ${colleague.email}`))).toContain('Téléphone perdu.');
  });

  test('is no way to remove one’s own, or that of somebody who does not run the market', async () => {
    await enrol();
    const me = (await call<Operator>('administration.me')).body.id;
    const shopper = await makeUser(market.db);
    expect(await remove(me)).toMatchObject({ status: 409, body: { code: 'yourself' } });
    expect(await remove(shopper.id)).toMatchObject({ status: 409, body: { code: 'no-operator' } });
    expect(await state()).toBe('given');
  });
});

describe('in a terminal', () => {
  test('a lost second factor is removed: sessions are asked to set up a new one', async () => {
    await enrol();
    await expect(resetSecondFactor(market.db, email, now)).resolves.toContain('retirée');
    expect(await state()).toBe('missing');
    expect((await call('administration.actions')).status).toBe(403);
  });

  test('an operator is dismissed: their sessions end, the account stays', async () => {
    await enrol();
    await dismissOperator(market.db, email, now);
    expect((await call('administration.me')).status).toBe(401);
    expect((await call('administration.me', undefined, await market.login(email))).status).toBe(403);
    await expect(dismissOperator(market.db, email, now)).rejects.toThrow('n’administre pas');
  });
});
