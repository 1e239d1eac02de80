// Errors of browsers in the log: enough to find them, nothing of the person, and no flood.
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { send, startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let app: FastifyInstance;
let written = '';
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    written += chunk;
    done();
  },
});
beforeAll(async () => {
  market = await startTestMarket();
});
beforeEach(async () => {
  await app?.close();
  const { database, env } = market;
  app = await buildApp({ database, env, log: { level: 'warn', stream }, rateLimits: 'strict' });
  written = '';
});
afterAll(async () => {
  await app.close();
  await market.close();
});

const report = {
  message: "TypeError: Cannot read properties of undefined (reading 'price')",
  stack: `TypeError: x\n    at f (https://marche.example/assets/main-Bz1.js:1:2034)\n    at https://marche.example/assets/parts-9.js:2:5`,
  page: 'panier',
  build: 'a1b2c3',
};
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A.230803.041) Chrome/131.0.6778.39 Mobile Safari/537.36';
/** As `sendBeacon` sends it. */
const sent = (body: object) =>
  send(app, 'POST', '/api/browser_errors', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: '*/*', 'user-agent': phone },
  });
const lines = () =>
  written
    .split('\n')
    .filter((line) => line.includes('browser-error'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('an error is one line with its message, places in our files, page, build and browser', async () => {
  const { status, headers } = await sent(report);
  expect(status).toBe(204);
  expect(lines()).toEqual([
    expect.objectContaining({
      level: 40,
      event: 'browser-error',
      requestId: headers['x-request-id'],
      error: report.message,
      places: ['/assets/main-Bz1.js:1:2034', '/assets/parts-9.js:2:5'],
      page: 'panier',
      build: 'a1b2c3',
      browser: 'Linux Android Chrome/131',
    }),
  ]);
});

test('what a person typed, their address, their codes and foreign places are not logged', async () => {
  const messages = [
    [`SyntaxError: Unexpected token 'M', "Madame Dupont" is not JSON`, "SyntaxError: Unexpected token 'M', …"],
    ["Error: can't read 'un mot' of «\u00a0Rue\u00a0»", "Error: can't read …"],
    ['Error: “Lys”', 'Error: …'],
    [`Error: marie@dupont.fr 0612345678 ${'x'.repeat(41)} https://marche.example/commande/5a4f`, 'Error: … … … …'],
    ['Error: https://marche.example/assets/main-Bz1.js?v=secret', 'Error: /assets/main-Bz1.js'],
  ] as const;
  for (const [message] of messages) {
    await sent({
      message,
      stack: 'Error: Dupont\n at dupont (https://marche.example/commande/5a4f?jeton=secret:1:2)',
      page: 'Dupont/5',
      build: 'un secret',
    });
  }
  expect(lines()).toEqual(
    messages.map(([, error]) => expect.objectContaining({ error, places: [], page: '…', build: '…' })),
  );
  for (const part of ['dupont', 'marie', '0612', 'xxx', '5a4f', 'secret', 'mot', 'rue', 'lys', 'Pixel'])
    expect(JSON.stringify(lines()).toLowerCase()).not.toContain(part.toLowerCase());
});

test('twenty a minute are logged of an address, and larger ones are refused', async () => {
  expect((await sent({ ...report, message: 'x'.repeat(301) })).status).toBe(422);
  for (let n = 0; n < 19; n += 1) expect((await sent(report)).status).toBe(204);
  expect((await sent(report)).status).toBe(429);
  expect(lines()).toHaveLength(19);
});
