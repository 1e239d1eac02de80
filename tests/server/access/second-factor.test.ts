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
import { refreshFamilies, secondFactors } from '#server/db/schema/accounts.ts';
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
/** Into the administration. */
const logIn = (code?: string, who = email) =>
  market.inject<TokenPair & ErrorBody>('POST', '/api/login_check', {
    body: { login: who, password: DEMO_PASSWORD, code, administration: true },
  });

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
    const other = await market.login(email);
    const { code } = await enrol();
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
  test('is asked for by each login, which opens nothing without it', async () => {
    const { code } = await enrol();
    pass(60);
    expect(await logIn()).toMatchObject({ status: 403, body: { code: 'second-factor' } });
    expect(await logIn('123456')).toMatchObject({ status: 422, body: { violations: [{ propertyPath: 'code' }] } });
    expect(await market.db.select().from(refreshFamilies)).toHaveLength(1);
    expect((await logIn(code())).status).toBe(200);
    expect(await market.db.select().from(refreshFamilies)).toHaveLength(2);
  });

  test('opens the session that gives it, and no other one', async () => {
    const earlier = await market.login(email);
    const { code } = await enrol();
    pass(60);
    const { body } = await logIn(code());
    expect([await state(body.token), await state(earlier)]).toEqual(['given', 'asked']);
  });

  test('of a login in the shop leaves the administration closed', async () => {
    const { code } = await enrol();
    pass(60);
    const body = { login: email, password: DEMO_PASSWORD, code: code() };
    const opened = await market.inject<TokenPair>('POST', '/api/login_check', { body });
    expect(await state(opened.body.token)).toBe('asked');
    expect((await call('administration.actions', undefined, opened.body.token)).status).toBe(403);
  });

  test('is good once: neither it nor an older one is accepted after it', async () => {
    const { code } = await enrol();
    expect((await logIn(code())).status).toBe(422);
    pass(60);
    const older = code();
    pass(30);
    expect((await logIn(code())).status).toBe(200);
    expect((await logIn(code())).status).toBe(422);
    expect((await logIn(older)).status).toBe(422);
  });

  test('sent twice at the same time is accepted once', async () => {
    const { code } = await enrol();
    pass(60);
    const answers = await Promise.all([logIn(code()), logIn(code())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test.each([
    ['half a minute ago', -30, 200],
    ['in half a minute', 30, 200],
    ['two minutes ago', -120, 422],
  ])('of a clock that says %s', async (_when, seconds, status) => {
    const { code } = await enrol();
    pass(600 + seconds);
    const given = code();
    pass(-seconds);
    expect((await logIn(given)).status).toBe(status);
  });

  test('opens the session for twelve hours, through its renewals', async () => {
    const { code } = await enrol();
    pass(60);
    const opened = (await logIn(code())).body;
    const renew = async (refresh_token: string) =>
      (await market.inject<TokenPair>('POST', '/api/token/refresh', { form: { refresh_token } })).body;
    pass(3600);
    const renewed = await renew(opened.refresh_token);
    expect(await state(renewed.token)).toBe('given');
    pass(SECOND_FACTOR_LIFETIME / 1000);
    expect(await state((await renew(renewed.refresh_token)).token)).toBe('asked');
  });

  test('cannot be guessed: after five wrong ones the account waits, at every address', async () => {
    await market.close();
    market = await startTestMarket({ now: START, rateLimits: 'strict', env: { demo: false } });
    ({ email } = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] }));
    token = await market.login(email);
    const { code } = await enrol();
    pass(600);
    const guess = async (given: string, remoteAddress: string) => {
      const payload = { login: email, password: DEMO_PASSWORD, code: given };
      return (await market.app.inject({ method: 'POST', url: '/api/login_check', payload, remoteAddress })).statusCode;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push(await guess(String(100_000 + n), `192.0.2.${n}`));
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect(await guess(code(), '192.0.2.77')).toBe(429);
    pass(60);
    expect(await guess(code(), '192.0.2.77')).toBe(200);
  });
});

describe('a recovery code', () => {
  test('opens a session once, in any notation, and the log says so', async () => {
    const { codes } = await enrol();
    const [code = ''] = codes;
    const used = await logIn(code.toLowerCase().replace('-', ' '));
    expect([used.status, await state(used.body.token)]).toEqual([200, 'given']);
    expect((await logIn(code)).status).toBe(422);
    const { body } = await call<{ 'hydra:member': { action: string }[] }>('administration.actions');
    expect(body['hydra:member'].map(({ action }) => action)).toEqual(['recovery-code-used', 'factor-enrolled']);
  });

  test('of somebody else opens nothing', async () => {
    const { codes } = await enrol();
    const other = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
    [email, token] = [other.email, await market.login(other.email)];
    await enrol();
    expect((await logIn(codes[0])).status).toBe(422);
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

  test('is no way to remove one’s own, neither here nor as that of one’s account', async () => {
    await enrol();
    const me = (await call<Operator>('administration.me')).body.id;
    expect(await remove(me)).toMatchObject({ status: 409, body: { code: 'yourself' } });
    const own = { token, body: { password: DEMO_PASSWORD } };
    const asAccount = await market.inject<ErrorBody>('DELETE', `/api/users/${me}/second_factor`, own);
    expect(asAccount).toMatchObject({ status: 409, body: { code: 'operator' } });
    expect(await state()).toBe('given');
  });
});

describe('in a terminal', () => {
  test('a lost second factor is removed: sessions are asked to set up a new one', async () => {
    await enrol();
    const posting = { market: { env: market.env, now: () => now }, now };
    await expect(resetSecondFactor(market.db, email, posting)).resolves.toContain('retirée');
    expect(await state()).toBe('missing');
    expect((await call('administration.actions')).status).toBe(403);
  });

  test('an operator is dismissed: their sessions end, the account stays, with its second factor', async () => {
    const { code } = await enrol();
    await dismissOperator(market.db, email, now);
    expect((await call('administration.me')).status).toBe(401);
    pass(60);
    expect((await logIn()).status).toBe(403);
    expect((await call('administration.me', undefined, (await logIn(code())).body.token)).status).toBe(403);
    await expect(dismissOperator(market.db, email, now)).rejects.toThrow('n’administre pas');
  });
});
