// A forgotten password, up to the new one: as its owner, and as whoever would like to be them.

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteExpiredResets, passwordReset } from '#server/accounts/password-reset.ts';
import { passwordResets, users } from '#server/db/schema/accounts.ts';
import { makeUser } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let now: number;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(() => {
  now = Date.now();
  market.setClock(new Date(now));
});
const later = (minutes: number) => market.setClock(new Date(now + minutes * 60_000));

const NEW = 'Un nouveau mot de passe 2026';
const ask = (identifier: unknown) => market.inject('POST', '/api/users/reset_password', { body: { identifier } });
const mailsTo = (email: string) =>
  market
    .mails()
    .map(decodeMail)
    .filter((mail) => mail.includes(`To: ${email}`));
const sentTo = async (email: string, number = 1) => {
  await expect.poll(() => mailsTo(email).length).toBe(number);
  return mailsTo(email).at(-1) ?? '';
};
const linkIn = (mail: string) => {
  const [, uuid = '', token = ''] = /\/reset_password\?uuid=([\w-]+)&token=([\w-]+)/.exec(mail) ?? [];
  return { uuid, token };
};
const set = ({ uuid, token }: { uuid: string; token: string }, plainPassword: unknown = NEW) =>
  market.inject('PUT', `/api/users/${uuid}/update_password?resetToken=${encodeURIComponent(token)}`, {
    body: { plainPassword },
  });
async function linkFor(values: { email?: string } = {}) {
  const user = await makeUser(market.db, values);
  expect((await ask(user.email)).status).toBe(204);
  return { user, link: linkIn(await sentTo(user.email)) };
}

test('a new password keeps its spaces', async () => {
  const { user, link } = await linkFor();
  const spaced = ' Un nouveau mot de passe ';
  expect((await set(link, spaced)).status).toBe(204);
  expect(await market.login(user.email, spaced)).toMatch(/^eyJ/);
  await expect(market.login(user.email, spaced.trim())).rejects.toThrow('401');
});

test('the mailed link sets a new password: the old one and every session end', async () => {
  const { user, link } = await linkFor();
  const before = await market.inject<{ refresh_token: string }>('POST', '/api/login_check', {
    body: { login: user.email, password: DEMO_PASSWORD },
  });
  expect(link.uuid).toBe(user.id);
  expect((await set(link)).status).toBe(204);
  await expect(market.login(user.email, DEMO_PASSWORD)).rejects.toThrow('401');
  expect(await market.login(user.email, NEW)).toMatch(/^eyJ/);
  const refresh = await market.inject('POST', '/api/token/refresh', {
    form: { refresh_token: before.body.refresh_token },
  });
  expect(refresh.status).toBe(401);
  expect(await sentTo(user.email, 2)).toContain('Le mot de passe de votre compte vient d’être changé.');
});

test('an address is recognised however it is spelled; one without an account gets the same answer, and no mail', async () => {
  const { email } = await makeUser(market.db);
  const [known, unknown] = [await ask(` ${email.toUpperCase()} `), await ask('personne@etal.test')];
  expect(unknown).toMatchObject({ status: known.status, text: known.text });
  expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort());
  await sentTo(email);
  expect(mailsTo('personne@etal.test')).toEqual([]);
});

test('nothing is looked up before the answer: its time reveals nothing about the address', async () => {
  const touched: PropertyKey[] = [];
  const tx = new Proxy({}, { get: (_, key) => touched.push(key) });
  const afterwards: (() => Promise<void>)[] = [];
  const { requestLink } = passwordReset(market.app);
  const { email } = await makeUser(market.db);
  await requestLink({
    ...{ body: { identifier: email }, tx, now: new Date(), market: market.app.market, request: { ip: '203.0.113.1' } },
    after: (task: () => Promise<void>) => afterwards.push(task),
  } as never);
  expect(touched).toEqual([]);
  expect(mailsTo(email)).toEqual([]);
  await Promise.all(afterwards.map((task) => task()));
  await sentTo(email);
});

test.each(['', 'pas une adresse', null, 12, 'x'.repeat(500_000)])(
  'an invalid address (%#) is refused on its field',
  async (identifier) => {
    const answer = await ask(identifier);
    expect([413, 422]).toContain(answer.status);
  },
);

describe('a link', () => {
  test('works once, and only a hash of its token is stored', async () => {
    const { user, link } = await linkFor();
    const [row] = await market.db.select().from(passwordResets).where(eq(passwordResets.userId, user.id));
    expect(row?.tokenHash.toString('base64url')).not.toBe(link.token);
    expect(row?.tokenHash.toString('utf8')).not.toContain(link.token);
    const both = await Promise.all([set(link, 'Le premier des deux'), set(link, 'Le second des deux')]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 404]);
    const third = await set(link);
    expect(third.status).toBe(404);
    expect(third.text).toContain('Ce lien ne sert plus');
  });

  test('is good for one hour', async () => {
    const { user, link } = await linkFor();
    later(60);
    expect((await set(link)).status).toBe(404);
    later(59);
    expect((await set(link)).status).toBe(204);
    expect(await market.login(user.email, NEW)).toMatch(/^eyJ/);
  });

  test('is of one account: with the id of another it opens nothing, and stays good for its own', async () => {
    const { link } = await linkFor();
    const other = await makeUser(market.db);
    expect((await set({ ...link, uuid: other.id })).status).toBe(404);
    expect(await market.login(other.email)).toMatch(/^eyJ/);
    expect((await set({ ...link, token: `${link.token}x` })).status).toBe(404);
    expect((await set({ ...link, token: '' })).status).not.toBe(204);
    expect((await set(link)).status).toBe(204);
  });

  test('survives a password that is refused on its field', async () => {
    const { link } = await linkFor();
    for (const [password, words] of [
      ['', 'Ce champ ne doit pas être vide !'],
      ['court', 'au moins 8 caractères'],
      [' '.repeat(8), 'd’espaces seulement'],
      ['x'.repeat(201), 'trop long'],
    ]) {
      const { status, text } = await set(link, password);
      expect([status, text.includes(words ?? '')]).toEqual([422, true]);
    }
    expect((await set(link)).status).toBe(204);
  });

  test('ends with the others once a new password is set', async () => {
    const { user, link } = await linkFor();
    await ask(user.email);
    const second = linkIn(await sentTo(user.email, 2));
    expect((await set(second)).status).toBe(204);
    expect((await set(link, 'Celui du voleur')).status).toBe(404);
    expect(await market.login(user.email, NEW)).toMatch(/^eyJ/);
  });

  test('is deleted once expired, not before', async () => {
    const { user } = await linkFor();
    const left = async () =>
      (await market.db.select().from(passwordResets).where(eq(passwordResets.userId, user.id))).length;
    await deleteExpiredResets(market.db, new Date(now + 119 * 60_000));
    expect(await left()).toBe(1);
    await deleteExpiredResets(market.db, new Date(now + 121 * 60_000));
    expect(await left()).toBe(0);
  });
});

test('an account gets three mails an hour, however often it is asked for; the answer does not say so', async () => {
  const { email } = await makeUser(market.db);
  for (let n = 0; n < 6; n++) expect((await ask(email)).status).toBe(204);
  await sentTo(email, 3);
  later(61);
  expect((await ask(email)).status).toBe(204);
  await sentTo(email, 4);
});

test('nor does it get more of them by being asked for many times at once', async () => {
  const { email } = await makeUser(market.db);
  await Promise.all(Array.from({ length: 8 }, () => ask(email)));
  await sentTo(email, 3);
  await ask(email);
  expect(mailsTo(email)).toHaveLength(3);
});

test('a hanging mail server does not reveal who has an account', async () => {
  const { email } = await makeUser(market.db);
  const { mail } = market.app.market;
  const send = mail.send;
  let release: () => void = () => {};
  mail.send = (message) =>
    new Promise((resolve) => {
      release = () => void send(message).then(resolve);
    });
  // Answered before the mail server does.
  expect((await ask(email)).status).toBe(204);
  mail.send = send;
  release();
  await sentTo(email);
});

test('a new account gets a welcome mail', async () => {
  const email = 'nouvelle.venue@etal.test';
  await market.inject('POST', '/api/users', { body: { email, plainPassword: NEW } });
  expect(await sentTo(email)).toContain('Votre compte est ouvert');
  expect(await market.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});
