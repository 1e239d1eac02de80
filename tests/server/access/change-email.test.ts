// A new address for an account, and the way back from one that somebody else has set.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TokenPair } from '#contract/account/users.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { deleteExpiredUndos, UNDO_LIFETIME } from '#server/accounts/change-email.ts';
import { emailUndos, users } from '#server/db/schema/accounts.ts';
import { makeUser } from '../../support/builders.ts';
import { decodeMail, linkOfMail } from '../../support/mails.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';
import { contentOf } from '../../support/tokens.ts';

const start = new Date('2026-05-04T10:00:00Z');

let market: TestMarket;
let user: { id: string; email: string };
let token: string;
beforeAll(async () => {
  market = await startTestMarket({ now: start });
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(start);
  user = await makeUser(market.db);
  token = await market.login(user.email);
});

type Link = ReturnType<typeof linkOfMail>;
const emailOf = async (id = user.id) => (await market.db.select().from(users).where(eq(users.id, id)))[0]?.email;
const change = (email: string, password: unknown = DEMO_PASSWORD, by = token, id = user.id) =>
  market.inject<ErrorBody & { email: string }>('PUT', `/api/users/${id}`, {
    token: by,
    body: { email, ...(password !== null && { password }) },
  });
const undo = ({ uuid, token: key }: Link, body: unknown = { token: key }) =>
  market.inject<ErrorBody & { email: string }>('POST', `/api/users/${uuid}/email/undo`, { body });
const linkTo = (email: string) => linkOfMail(market.mails(), email, '/retablir-adresse');
const confirm = (email: string) => {
  const { uuid, token: key } = linkOfMail(market.mails(), email, '/confirmer-adresse');
  return market.inject('POST', `/api/users/${uuid}/email/confirm`, { body: { token: key } });
};
const logIn = async (login: string) =>
  (await market.inject<TokenPair>('POST', '/api/login_check', { body: { login, password: DEMO_PASSWORD } })).body;
const refresh = (refresh_token: string) =>
  market.inject<TokenPair>('POST', '/api/token/refresh', { form: { refresh_token } });
const newAddress = () => `nouvelle-${user.id.slice(0, 8)}@etal.test`;

describe('changing one’s e-mail', () => {
  test('applies at once, is in the next token, keeps the sessions, and mails the old address an undo link', async () => {
    const [here, there] = [await logIn(user.email), await logIn(user.email)];
    const { status, body } = await change(newAddress(), DEMO_PASSWORD, here.token);
    expect([status, body.email]).toEqual([200, newAddress()]);
    expect(await emailOf()).toBe(newAddress());
    for (const { refresh_token } of [here, there]) {
      expect(contentOf((await refresh(refresh_token)).body.token).email).toBe(newAddress());
    }
    const [mail = '', toConfirm] = market.mails().slice(-2).map(decodeMail);
    expect(toConfirm).toContain(`To: ${newAddress()}`);
    expect(toConfirm).toContain('/confirmer-adresse?');
    expect(mail).toContain(`To: ${user.email}`);
    expect(mail).toContain(newAddress());
    expect(mail).toContain('pendant sept jours');
    expect(await market.login(newAddress())).toMatch(/^eyJ/);
  });

  test.each([
    ['without a password', null, 'Champ obligatoire'],
    ['with another password', 'Faux-mot-de-passe', 'Mot de passe incorrect'],
    ['with nothing', '', 'Champ obligatoire'],
  ])('%s is refused on that field', async (_how, password, message) => {
    const { status, body } = await change(newAddress(), password);
    expect(status).toBe(422);
    expect(body.violations).toEqual([{ propertyPath: 'password', message }]);
    expect(await emailOf()).toBe(user.email);
  });

  test('does not reveal who has an address before the password is correct', async () => {
    const other = await makeUser(market.db);
    const { body } = await change(other.email, 'Faux-mot-de-passe');
    expect(body.violations?.map(({ propertyPath }) => propertyPath)).toEqual(['password']);
  });

  test('to the same one changes nothing and sends nothing', async () => {
    const mails = market.mails().length;
    expect((await change(user.email)).status).toBe(200);
    expect(market.mails()).toHaveLength(mails);
    expect(await market.db.select().from(emailUndos).where(eq(emailUndos.userId, user.id))).toEqual([]);
  });

  test('to a used address is refused and changes neither account', async () => {
    const other = await makeUser(market.db);
    const { status, body } = await change(other.email);
    expect(status).toBe(422);
    expect(body.violations).toEqual([{ propertyPath: 'email', message: 'Cette adresse e-mail est déjà utilisée.' }]);
    expect(await emailOf()).toBe(user.email);
  });

  test('of another account is refused as not found, with either password', async () => {
    const other = await makeUser(market.db);
    expect((await change('volee@etal.test', DEMO_PASSWORD, token, other.id)).status).toBe(404);
    expect(await emailOf(other.id)).toBe(other.email);
  });
});

describe('the link in the mail', () => {
  test('restores the address, ends every session, and is good once', async () => {
    const thief = await logIn(user.email);
    await change(newAddress(), DEMO_PASSWORD, thief.token);
    const link = linkTo(user.email);
    expect(await undo(link)).toMatchObject({ status: 200, body: { email: user.email } });
    expect(await emailOf()).toBe(user.email);
    expect((await refresh(thief.refresh_token)).status).toBe(401);
    expect(decodeMail(market.mails().at(-1) ?? '')).toContain(`To: ${newAddress()}`);
    expect(await change(newAddress())).toMatchObject({ status: 401 });

    token = await market.login(user.email);
    await change(newAddress());
    expect(await undo(link)).toMatchObject({ status: 404, body: { code: 'undo-link-over' } });
    expect(await emailOf()).toBe(newAddress());
  });

  test('works without a login, for its account and its token only', async () => {
    await change(newAddress());
    const link = linkTo(user.email);
    const other = await makeUser(market.db);
    for (const wrong of [
      { ...link, uuid: other.id },
      { ...link, token: `${link.token}x` },
    ])
      expect((await undo(wrong)).status).toBe(404);
    for (const body of [{}, { token: '' }, { token: 'x'.repeat(101) }, { token: { $ne: '' } }])
      expect((await undo(link, body)).status).toBe(422);
    expect(await emailOf()).toBe(newAddress());
    expect((await undo({ ...link, uuid: link.uuid.toUpperCase() })).status).toBe(200);
  });

  test('expires after seven days and is then deleted', async () => {
    await change(newAddress());
    const link = linkTo(user.email);
    market.setClock(new Date(start.getTime() + UNDO_LIFETIME));
    expect(await undo(link)).toMatchObject({ status: 404, body: { code: 'undo-link-over' } });
    const undos = () => market.db.select().from(emailUndos).where(eq(emailUndos.userId, user.id));
    await deleteExpiredUndos(market.db, new Date(start.getTime() + UNDO_LIFETIME - 1));
    expect(await undos()).toHaveLength(1);
    await deleteExpiredUndos(market.db, new Date(start.getTime() + UNDO_LIFETIME + 1));
    expect(await undos()).toEqual([]);
  });

  test('is stored as a hash and appears in no log, export or answer', async () => {
    const { text } = await change(newAddress());
    const { token: key } = linkTo(user.email);
    const [row] = await market.db.select().from(emailUndos).where(eq(emailUndos.userId, user.id));
    expect(row?.tokenHash.toString('utf8')).not.toContain(key);
    expect(row?.tokenHash.toString('base64url')).not.toBe(key);
    const exported = await market.inject<{ emailChanges: unknown[] }>('GET', `/api/users/${user.id}/export`, { token });
    expect(exported.body.emailChanges).toMatchObject([{ email: user.email }]);
    for (const content of [text, exported.text]) expect(content).not.toContain(key);
  });

  test('of two changes restores the address of its own time: the later one leaves the earlier one good', async () => {
    const last = `derniere-${newAddress()}`;
    await change(newAddress());
    await confirm(newAddress());
    await change(last);
    const [first, second] = [linkTo(user.email), linkTo(newAddress())];
    expect((await undo(second)).body.email).toBe(newAddress());
    expect((await undo(first)).body.email).toBe(user.email);
    expect(await emailOf()).toBe(user.email);
  });

  test('of two changes the earlier one ends the later one', async () => {
    const last = `derniere-${newAddress()}`;
    await change(newAddress());
    await confirm(newAddress());
    await change(last);
    const [first, second] = [linkTo(user.email), linkTo(newAddress())];
    expect((await undo(first)).body.email).toBe(user.email);
    expect((await undo(second)).status).toBe(404);
    expect(await emailOf()).toBe(user.email);
  });

  test('clicked twice at once restores once', async () => {
    await change(newAddress());
    const link = linkTo(user.email);
    const statuses = (await Promise.all([undo(link), undo(link)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404]);
  });

  test('invalidates password links sent to the changed address', async () => {
    await change(newAddress());
    await market.inject('POST', '/api/users/reset_password', { body: { identifier: newAddress() } });
    const reset = await expect
      .poll(() => market.mails().filter((mail) => mail.includes('reset_password')).length)
      .toBeGreaterThan(0)
      .then(() => linkOfMail(market.mails(), newAddress(), '/reset_password'));
    await undo(linkTo(user.email));
    const path = `/api/users/${reset.uuid}/update_password?resetToken=${reset.token}`;
    expect((await market.inject('PUT', path, { body: { plainPassword: 'Le mien maintenant' } })).status).toBe(404);
  });

  test('reserves its address while it is valid', async () => {
    await change(newAddress());
    const signUp = () =>
      market.inject('POST', '/api/users', { body: { email: user.email, plainPassword: 'un mot de passe' } });
    expect((await signUp()).status).toBe(422);
    const thief = await makeUser(market.db);
    const byThief = await market.login(thief.email);
    expect((await change(user.email, DEMO_PASSWORD, byThief, thief.id)).status).toBe(422);
    // Whose it was may come back to it without the link.
    expect((await change(user.email)).status).toBe(200);
    await change(newAddress());
    market.setClock(new Date(start.getTime() + UNDO_LIFETIME));
    expect((await signUp()).status).toBe(201);
  });

  test('reports that the address belongs to another account by now, and changes nothing', async () => {
    const mine = await logIn(user.email);
    await change(newAddress());
    await makeUser(market.db, { email: user.email });
    expect(await undo(linkTo(user.email))).toMatchObject({ status: 409, body: { code: 'email-taken' } });
    expect(await emailOf()).toBe(newAddress());
    expect((await refresh(mine.refresh_token)).status).toBe(200);
  });

  test('ends with the account', async () => {
    await change(newAddress());
    const link = linkTo(user.email);
    await market.inject('DELETE', `/api/users/${user.id}`, { token, body: { password: DEMO_PASSWORD } });
    expect((await undo(link)).status).toBe(404);
    expect(await market.db.select().from(emailUndos).where(eq(emailUndos.userId, user.id))).toEqual([]);
  });
});

test('a password that is guessed there is guessed as slowly as at the login', async () => {
  const strict = await startTestMarket({ now: start, rateLimits: 'strict' });
  const person = await makeUser(strict.db);
  const by = await strict.login(person.email);
  const guess = () =>
    strict.inject('PUT', `/api/users/${person.id}`, { token: by, body: { email: 'a@etal.test', password: 'Faux' } });
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  await strict.close();
});
