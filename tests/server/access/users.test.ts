import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { makeUser } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

describe('signing up', () => {
  const signUp = (body: Record<string, unknown>) =>
    market.inject<{ id: string; email: string; violations: unknown }>('POST', '/api/users', { body });

  test('creates a shopper account and stores no password', async () => {
    const plainPassword = 'Une belle tomme 2026';
    const { status, body } = await signUp({ email: ' Nadia@Etal.TEST ', plainPassword, newsletterRegistered: true });
    expect(status).toBe(201);
    expect(body).toEqual({
      '@context': '/api/contexts/User',
      '@id': `/users/${body.id}`,
      '@type': 'User',
      id: body.id,
      email: 'nadia@etal.test',
    });
    expect(await market.login('nadia@etal.test', plainPassword)).toMatch(/^eyJ/);
    const [row] = await market.db.select().from(users).where(eq(users.id, body.id));
    expect(row).toMatchObject({ username: 'nadia', newsletterRegistered: true, roles: ['ROLE_USER'] });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test.each([' une phrase', 'une phrase ', '\u00a0une phrase\u00a0'])(
    'with the password %j opens the account to that password only',
    async (plainPassword) => {
      const email = `blanc-${randomUUID()}@etal.test`;
      expect((await signUp({ email, plainPassword })).status).toBe(201);
      expect(await market.login(email, plainPassword)).toMatch(/^eyJ/);
      await expect(market.login(email, plainPassword.trim())).rejects.toThrow('401');
    },
  );

  test.each(['        ', '\u00a0'.repeat(8), '\u200b'.repeat(8)])(
    'refuses a password of blanks: %j',
    async (plainPassword) => {
      const { status, body } = await signUp({ email: 'blancs@etal.test', plainPassword });
      expect([status, body.violations]).toEqual([
        422,
        [{ propertyPath: 'plainPassword', message: 'Le mot de passe ne peut pas être fait d’espaces seulement.' }],
      ]);
    },
  );

  test('ignores a requested role or store', async () => {
    const { body } = await signUp({
      email: 'rusee@etal.test',
      plainPassword: 'un mot de passe',
      roles: ['ROLE_STORE_ADMIN'],
      ownedStore: randomUUID(),
    });
    const [row] = await market.db.select().from(users).where(eq(users.id, body.id));
    expect(row?.roles).toEqual(['ROLE_USER']);
  });

  test('refuses a used e-mail address in any notation', async () => {
    await makeUser(market.db, { email: 'prise@etal.test' });
    const { status, body } = await signUp({ email: 'Prise@etal.test', plainPassword: 'un mot de passe' });
    expect(status).toBe(422);
    expect(body.violations).toEqual([{ propertyPath: 'email', message: 'Cette adresse e-mail est déjà utilisée.' }]);
  });

  test('with a refused password reveals nothing about its address', async () => {
    await makeUser(market.db, { email: 'connue@etal.test' });
    const answers = [];
    for (const email of ['connue@etal.test', 'inconnue@etal.test']) {
      const { status, body } = await signUp({ email, plainPassword: 'court' });
      answers.push([status, body]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([422, { violations: [{ propertyPath: 'plainPassword' }] }]);
    expect(await market.db.select().from(users).where(eq(users.email, 'inconnue@etal.test'))).toEqual([]);
  });

  test('makes one account of two attempts at the same time', async () => {
    const attempt = () => signUp({ email: 'deux@etal.test', plainPassword: 'un mot de passe' });
    const statuses = (await Promise.all([attempt(), attempt()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 422]);
  });
});
