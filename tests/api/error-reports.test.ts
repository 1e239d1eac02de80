// A page sends its uncaught errors: each once, few, of its own files only, within the limits of the contract.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportErrors } from '#api/error-reports.ts';
import { browserErrorEndpoints } from '#contract/browser-errors.ts';

let sent: [string, Blob][];
let page: EventTarget;
beforeEach(() => {
  sent = [];
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { pathname: '/commande/12/detail' });
  vi.stubGlobal('navigator', { sendBeacon: (address: string, body: Blob) => sent.push([address, body]) });
  reportErrors('/api', 'build1');
});
afterEach(() => vi.unstubAllGlobals());

const failure = (message: string, stack = 'at https://marche.example/assets/main-1.js:1:2') =>
  Object.assign(new TypeError(message), { stack });
const throwIt = (error: unknown) => page.dispatchEvent(Object.assign(new Event('error'), { error }));
const reject = (reason: unknown) => page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
const bodies = () => Promise.all(sent.map(async ([, body]) => JSON.parse(await body.text())));

test('an error and a rejected promise are sent once each, as the contract accepts them', async () => {
  for (const report of [throwIt, throwIt, reject]) report(failure('x is undefined'));
  reject(failure('a'.repeat(10_000), `/assets/${'b'.repeat(10_000)}`));
  expect(sent.map(([address, { type }]) => [address, type])).toEqual([
    ['/api/browser_errors', 'application/json'],
    ['/api/browser_errors', 'application/json'],
  ]);
  const [first, long] = await bodies();
  expect(first).toEqual({
    message: 'TypeError: x is undefined',
    stack: 'at https://marche.example/assets/main-1.js:1:2',
    page: 'commande',
    build: 'build1',
  });
  const { body } = browserErrorEndpoints['browserErrors.create'];
  for (const one of [first, long]) expect(body.safeParse(one).success).toBe(true);
});

test('errors of other scripts, pictures and things that are no error are not sent', () => {
  throwIt(failure('of an extension', 'at chrome-extension://abc/content.js:1:2'));
  throwIt(undefined);
  reject('a text');
  expect(sent).toEqual([]);
});

test('a page sends five at most', () => {
  for (let n = 0; n < 8; n += 1) throwIt(failure(`error ${n}`));
  expect(sent).toHaveLength(5);
});
