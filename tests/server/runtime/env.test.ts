import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnv, SettingsError } from '#server/runtime/env.ts';

const problemsOf = (source: Record<string, string>): string[] => {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};

describe('the settings', () => {
  test('have defaults that serve this machine', () => {
    expect(readEnv({})).toEqual({
      mode: 'production',
      logLevel: null,
      port: 4173,
      host: '127.0.0.1',
      metrics: null,
      dataDir: resolve('data'),
      databaseUrl: null,
      directUrl: null,
      storage: null,
      publicUrl: 'http://127.0.0.1:4173',
      paymentMinutes: 30,
      stopGraceSeconds: 5,
      smtpUrl: null,
      tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      demo: true,
      payment: 'sandbox',
      stripe: null,
      trustedProxies: [],
      pushHosts: [],
    });
  });

  test('are all read from the environment', () => {
    const given = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      PORT: '8080',
      HOST: '::',
      METRICS_PORT: '9464',
      METRICS_HOST: '0.0.0.0',
      DATA_DIR: '/srv/etal',
      DATABASE_URL: 'postgres://etal:secret@pooler:6432/etal',
      DATABASE_DIRECT_URL: 'postgres://etal:secret@db:5432/etal',
      STORAGE_URL: 's3://key:secret@s3.example/marche?region=fr-par',
      PUBLIC_URL: 'https://marche.example/',
      SMTP_URL: 'smtps://user:secret@mail.example:465',
      TILE_URL: 'https://tiles.example/{z}/{x}/{y}.webp',
      PAYMENT_MINUTES: '45',
      STOP_GRACE_SECONDS: '0',
      DEMO: '0',
      PAYMENT: 'none',
      TRUSTED_PROXIES: '10.0.0.1, 10.0.1.0/24',
      PUSH_HOSTS: 'push.example.org, http://localhost:9000',
    };
    expect(readEnv(given)).toEqual({
      mode: 'test',
      logLevel: 'info',
      port: 8080,
      host: '::',
      metrics: { port: 9464, host: '0.0.0.0' },
      dataDir: '/srv/etal',
      databaseUrl: given.DATABASE_URL,
      directUrl: given.DATABASE_DIRECT_URL,
      storage: {
        endpoint: 'https://s3.example',
        region: 'fr-par',
        bucket: 'marche',
        prefix: '',
        credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      },
      publicUrl: 'https://marche.example',
      paymentMinutes: 45,
      stopGraceSeconds: 0,
      smtpUrl: given.SMTP_URL,
      tileUrl: given.TILE_URL,
      demo: false,
      payment: 'none',
      stripe: null,
      trustedProxies: ['10.0.0.1', '10.0.1.0/24'],
      pushHosts: ['push.example.org', 'http://localhost:9000'],
    });
  });

  test('without the demo need PAYMENT=sandbox for trial payments', () => {
    expect(readEnv({ DEMO: '0' }).payment).toBe('none');
    expect(readEnv({ DEMO: '0', PAYMENT: 'sandbox' }).payment).toBe('sandbox');
    expect(readEnv({ DEMO: '1' }).payment).toBe('sandbox');
    expect(readEnv({ PAYMENT: 'none' }).payment).toBe('none');
  });

  test('given empty count as not given', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', DEMO: '' })).toEqual(readEnv({}));
  });

  test.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', 'on'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://db/etal'],
    ['DATABASE_URL', 'etal'],
    ['DATABASE_DIRECT_URL', 'db'],
    ['PUBLIC_URL', 'marche.example'],
    ['PUBLIC_URL', 'ftp://marche.example'],
    ['SMTP_URL', 'mail.example'],
    ['TILE_URL', 'https://tiles.example/tiles.png'],
    ['PAYMENT_MINUTES', '0'],
    ['PAYMENT_MINUTES', '1e9'],
    ['STOP_GRACE_SECONDS', '601'],
    ['STOP_GRACE_SECONDS', '-1'],
    ['DEMO', 'yes'],
    ['PAYMENT', 'card'],
    ['NODE_ENV', 'prod'],
    ['TRUSTED_PROXIES', 'everyone!'],
    ['PUSH_HOSTS', '*'],
    ['PUSH_HOSTS', 'ftp://push.example.org'],
  ])('refuse %s=%s, by name', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} attend `));
  });

  test('name each bad one at once, and never repeat a password', () => {
    const problems = problemsOf({ PORT: 'x', DEMO: '2', DATABASE_URL: 'mysql://root:secret@db' });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('secret');
  });
});

describe('payments by Stripe', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
  const live = { ...keys, STRIPE_SECRET_KEY: 'rk_live_abc', PAYMENT: 'stripe' };
  const open = { DEMO: '0', PUBLIC_URL: 'https://marche.example' };

  test('are accepted with both keys only', () => {
    expect(readEnv({ ...keys, PAYMENT: 'stripe' })).toMatchObject({
      payment: 'stripe',
      stripe: { secretKey: 'sk_test_abc', webhookSecret: 'whsec_abc' },
    });
    expect(readEnv({ ...live, ...open }).payment).toBe('stripe');
  });

  test.each([
    ['no key', { PAYMENT: 'stripe' }, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
    ['no secret for its calls', { ...keys, PAYMENT: 'stripe', STRIPE_WEBHOOK_SECRET: '' }, ['STRIPE_WEBHOOK_SECRET']],
    ['keys that nobody uses', keys, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
    ['keys beside the sandbox', { ...keys, PAYMENT: 'sandbox' }, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
    ['a publishable key', { ...keys, PAYMENT: 'stripe', STRIPE_SECRET_KEY: 'pk_live_abc' }, ['STRIPE_SECRET_KEY']],
    ['more than a day', { ...keys, PAYMENT: 'stripe', PAYMENT_MINUTES: '1440' }, ['PAYMENT_MINUTES']],
    ['real money without https', { ...live, DEMO: '0' }, ['PUBLIC_URL']],
    ['real money in the demo', { ...live, PUBLIC_URL: 'https://marche.example' }, ['DEMO']],
  ])('are refused when incomplete: %s', (_, given, named) => {
    const problems = problemsOf(given);
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(named);
    expect(problems.join()).not.toMatch(/_abc/);
  });
});
