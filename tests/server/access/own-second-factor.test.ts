// The second factor of a merchant's account: set up in the account, asked for by each login, switched off, and lost.
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TokenPair } from '#contract/account/users.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { recoveryCodes, refreshFamilies, secondFactors } from '#server/db/schema/accounts.ts';
import { operatorActions } from '#server/db/schema/administration.ts';
import { resetSecondFactor } from '#server/market/accounts/operators.ts';
import { readImpersonation } from '#state/session/impersonation.ts';
import { makeMember, makeStore, makeUser } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

const START = new Date('2026-05-04T10:00:00Z');
let now = START;
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
  market.setClock(now);
};
let market: TestMarket;
let person: { id: string; email: string };
let token: string;
beforeEach(async () => {
  now = START;
  market = await startTestMarket({ now: START, env: { demo: false } });
  person = await makeUser(market.db);
  await makeStore(market.db, { ownerId: person.id });
  token = await market.login(person.email);
});
afterEach(() => market.close());

const call = <T = ErrorBody>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', body?: unknown, by = token) =>
  market.inject<T & ErrorBody>(method, `/api/users/${person.id}/second_factor`, {
    token: by,
    ...(body !== undefined && { body }),
  });
const state = async (by = token) => {
  const { state: now, recoveryCodes: left } = (
    await call<{ state: string; recoveryCodes: number }>('GET', undefined, by)
  ).body;
  return [now, left];
};
const begin = (password = DEMO_PASSWORD) => call<{ secret: string; uri: string }>('POST', { password });
const remove = (password = DEMO_PASSWORD, by = token) => call('DELETE', { password }, by);
const logIn = (code?: string, password = DEMO_PASSWORD) =>
  market.inject<TokenPair & ErrorBody>('POST', '/api/login_check', { body: { login: person.email, password, code } });

/** @returns codes of the app, and the recovery codes */
async function setUp(): Promise<{ code: () => string; codes: string[] }> {
  const app = new TOTP({ secret: (await begin()).body.secret });
  const code = () => app.generate({ timestamp: now.getTime() });
  const { status, body } = await call<{ codes: string[] }>('PUT', { code: code() });
  expect(status).toBe(200);
  pass(60);
  return { code, codes: body.codes };
}
const mailsToPerson = async () =>
  (await market.sentMails()).map(decodeMail).filter((mail) => mail.includes(`To: ${person.email}`));
const sessions = async () =>
  (await market.db.select().from(refreshFamilies).where(eq(refreshFamilies.userId, person.id))).length;

describe('setting it up', () => {
  test('gives a secret for the password, and after a first code ten recovery codes and a mail', async () => {
    expect(await state()).toEqual(['off', 0]);
    const { body } = await begin();
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(await state()).toEqual(['off', 0]);
    const { codes } = await setUp();
    expect(new Set(codes).size).toBe(10);
    expect(await state()).toEqual(['on', 10]);
    expect(await mailsToPerson()).toEqual([expect.stringContaining('vient d’être mise en place')]);
  });

  test('needs the right password and the right code, and else changes nothing', async () => {
    expect(await begin('Un autre mot')).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'password' }] },
    });
    expect(await market.db.select().from(secondFactors)).toEqual([]);
    await begin();
    expect(await call('PUT', { code: '000000' })).toMatchObject({ body: { violations: [{ propertyPath: 'code' }] } });
    expect(await state()).toEqual(['off', 0]);
    expect((await logIn()).status).toBe(200);
    expect(await mailsToPerson()).toEqual([]);
  });

  test('once done it is not done again', async () => {
    const { code } = await setUp();
    expect(await begin()).toMatchObject({ status: 409, body: { code: 'enrolled' } });
    expect(await call('PUT', { code: code() })).toMatchObject({ status: 409, body: { code: 'enrolled' } });
    expect((await logIn(code())).status).toBe(200);
  });

  test.each(['seller', 'picker'] as const)('is open to a %s, for the own account alone', async (role) => {
    const member = await makeUser(market.db);
    const store = await makeStore(market.db);
    await makeMember(market.db, { storeId: store.id, userId: member.id, role });
    const by = await market.login(member.email);
    expect((await call('GET', undefined, by)).status).toBe(404);
    expect((await call('POST', { password: DEMO_PASSWORD }, by)).status).toBe(404);
    [person, token] = [member, by];
    await setUp();
    expect(await state()).toEqual(['on', 10]);
  });

  test('is not possible in a demo market', async () => {
    market.env.demo = true;
    expect(await state()).toEqual(['demo', 0]);
    expect(await begin()).toMatchObject({ status: 409, body: { code: 'demo' } });
    expect(await market.db.select().from(secondFactors)).toEqual([]);
  });
});

describe('a login', () => {
  test('opens nothing without a code, which only who has the password is asked for', async () => {
    const { code } = await setUp();
    const before = await sessions();
    expect(await logIn(undefined, 'Un autre mot')).toMatchObject({ status: 401 });
    expect(await logIn(code(), 'Un autre mot')).toMatchObject({ status: 401 });
    expect(await logIn()).toMatchObject({ status: 403, body: { code: 'second-factor' } });
    expect(await logIn('123456')).toMatchObject({ status: 422, body: { violations: [{ propertyPath: 'code' }] } });
    expect(await sessions()).toBe(before);
    expect((await logIn(code())).status).toBe(200);
    expect(await sessions()).toBe(before + 1);
  });

  test('accepts a code once, also from two devices at the same time', async () => {
    const { code } = await setUp();
    const answers = await Promise.all([logIn(code()), logIn(code())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await logIn(code())).status).toBe(422);
  });

  test('accepts each recovery code once, also at the same time, and the account says how many are left', async () => {
    const { codes } = await setUp();
    const [first = '', second = ''] = codes;
    const answers = await Promise.all([logIn(first), logIn(first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await logIn(second.toLowerCase().replace('-', ''))).status).toBe(200);
    expect(await state()).toEqual(['on', 8]);
  });

  test('leaves the sessions that were open before, and their renewal', async () => {
    const earlier = (await logIn()).body;
    await setUp();
    const renewed = await market.inject<TokenPair>('POST', '/api/token/refresh', {
      form: { refresh_token: earlier.refresh_token },
    });
    expect(await state(renewed.body.token)).toEqual(['on', 10]);
  });

  test('with a new password of a mailed link asks for the code as well', async () => {
    const { code } = await setUp();
    await market.inject('POST', '/api/users/reset_password', { body: { identifier: person.email } });
    const link = (await market.sentMails())
      .map(decodeMail)
      .join('')
      .match(/reset_password\?uuid=\S+?token=([\w-]+)/);
    const chosen = 'Bien-choisi-2030';
    const url = `/api/users/${person.id}/update_password?resetToken=${link?.[1]}`;
    expect((await market.inject('PUT', url, { body: { plainPassword: chosen } })).status).toBe(204);
    expect(await logIn(undefined, chosen)).toMatchObject({ status: 403, body: { code: 'second-factor' } });
    expect((await logIn(code(), chosen)).status).toBe(200);
  });

  test('of an account without one ignores a code', async () => {
    expect((await logIn('123456')).status).toBe(200);
  });
});

describe('switching it off', () => {
  test('needs the password; then the password alone opens a session, and a mail says so', async () => {
    const { codes } = await setUp();
    expect(await remove('Un autre mot')).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'password' }] },
    });
    expect(await state()).toEqual(['on', 10]);
    expect((await remove()).status).toBe(204);
    expect(await state()).toEqual(['off', 0]);
    expect((await logIn()).status).toBe(200);
    expect((await mailsToPerson()).at(-1)).toContain('vient d’être retirée');
    // The codes of the former one are void.
    await setUp();
    expect((await logIn(codes[0])).status).toBe(422);
  });

  test('again after a lost answer does nothing', async () => {
    await setUp();
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect(await mailsToPerson()).toHaveLength(2);
  });

  test('goes with the account', async () => {
    await setUp();
    const other = await makeUser(market.db);
    [person, token] = [other, await market.login(other.email)];
    await setUp();
    const end = { token, body: { password: DEMO_PASSWORD } };
    expect((await market.inject('DELETE', `/api/users/${person.id}`, end)).status).toBe(204);
    expect(await market.db.select().from(secondFactors)).toHaveLength(1);
    expect(await market.db.select().from(recoveryCodes)).toHaveLength(10);
  });
});

describe('who acts for somebody', () => {
  test('neither sets it up nor switches it off', async () => {
    await setUp();
    const admin = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
    market.env.demo = true;
    const started = await market.inject('POST', `/api/administration/accounts/${person.id}/impersonation`, {
      token: await market.login(admin.email),
    });
    market.env.demo = false;
    const pair = readImpersonation(String(started.headers['set-cookie']).split(';')[0] ?? '', 'http:')?.pair;
    const acting = pair?.token ?? '';
    for (const answer of [
      await call('POST', { password: DEMO_PASSWORD }, acting),
      await call('PUT', { code: '123456' }, acting),
      await remove(DEMO_PASSWORD, acting),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'acting' } });
    expect(await state()).toEqual(['on', 10]);
  });
});

describe('a lost one', () => {
  test('is removed by an administrator, who sees it; the log and a mail say so', async () => {
    const admin = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
    const by = await market.login(admin.email);
    await market.db.update(refreshFamilies).set({ secondFactorAt: now }).where(eq(refreshFamilies.userId, admin.id));
    const path = `/api/administration/accounts/${person.id}`;
    const isShown = async () =>
      (await market.inject<{ hasSecondFactor: boolean }>('GET', path, { token: by })).body.hasSecondFactor;
    const reset = () =>
      market.inject<ErrorBody>('POST', `${path}/second_factor/removal`, {
        token: by,
        body: { reasons: 'Téléphone perdu.' },
      });
    expect(await reset()).toMatchObject({ status: 409, body: { code: 'no-factor' } });
    expect(await isShown()).toBe(false);
    await setUp();
    expect(await isShown()).toBe(true);
    expect((await reset()).status).toBe(204);
    expect(await isShown()).toBe(false);
    expect((await logIn()).status).toBe(200);
    const [action] = await market.db.select().from(operatorActions).where(eq(operatorActions.action, 'factor-removed'));
    expect(action?.reasons).toBe('Téléphone perdu.');
    expect((await mailsToPerson()).at(-1)).toContain('Téléphone perdu.');
  });

  test('is removed in a terminal, and a mail says so', async () => {
    const reset = () =>
      resetSecondFactor(market.db, person.email, { market: { env: market.env, now: () => now }, now });
    await expect(reset()).rejects.toThrow('n’a pas de double authentification');
    await setUp();
    await expect(reset()).resolves.toContain('mot de passe seul');
    expect((await logIn()).status).toBe(200);
    expect((await mailsToPerson()).at(-1)).toContain('vient d’être retirée');
  });
});
