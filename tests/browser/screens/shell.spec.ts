// What stands around every page: header, menus, messages, footer, addresses, and what happens when a page breaks.
import { chromium, type Page } from '@playwright/test';
import { expect, follow, phone, test, visit } from './ground.ts';

const header = (page: Page) => page.locator('body header').first();
const categories = (page: Page) => page.getByRole('navigation', { name: 'Catégories' });

test('the header floats after scrolling, and its logo leads home, to the top', async ({ page }) => {
  await visit(page, '/categorie/fromages');
  await expect(header(page)).not.toHaveAttribute('data-stuck');
  await page.mouse.wheel(0, 900);
  await expect(header(page)).toHaveAttribute('data-stuck');
  expect((await header(page).boundingBox())?.y).toBe(0);
  await page.getByRole('link', { name: 'Étal Meuse, accueil' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page).toHaveTitle('Le shopping autrement — Étal Meuse');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(header(page)).not.toHaveAttribute('data-stuck');
});

test('the category menu opens by hover, click and keyboard, one category at a time, with a product beside level 3', async ({
  page,
}) => {
  await visit(page, '/contact');
  const drinks = categories(page).getByRole('button', { name: 'Boissons' });
  const building = categories(page).getByRole('button', { name: 'Maison' });
  const wines = categories(page).getByRole('link', { name: 'Vins et spiritueux' });
  const brandies = categories(page).getByRole('link', { name: 'Eaux-de-vie et liqueurs' });
  for (const name of ['Nouveautés', 'Promotions', 'Galerie Marchande']) {
    await expect(categories(page).getByRole('link', { name, exact: true })).toBeVisible();
  }

  await drinks.hover();
  await expect(drinks).toHaveAttribute('aria-expanded', 'true');
  await expect(brandies).toBeHidden();
  await wines.hover();
  await expect(brandies).toBeVisible();
  await expect(categories(page).getByRole('article')).toBeVisible();
  await building.hover();
  await expect(building).toHaveAttribute('aria-expanded', 'true');
  await expect(drinks).toHaveAttribute('aria-expanded', 'false');
  await page.mouse.move(600, 700);
  await expect(building).toHaveAttribute('aria-expanded', 'false');

  // A click on what the hover has opened keeps it; another one closes it.
  await building.hover();
  await expect(building).toHaveAttribute('aria-expanded', 'true');
  await building.click();
  await expect(building).toHaveAttribute('aria-expanded', 'true');
  await building.click();
  await expect(building).toHaveAttribute('aria-expanded', 'false');
  await page.mouse.move(600, 700);

  await drinks.focus();
  await page.keyboard.press('Enter');
  await expect(drinks).toHaveAttribute('aria-expanded', 'true');
  await wines.focus();
  await expect(brandies).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drinks).toHaveAttribute('aria-expanded', 'false');
  await expect(drinks).toBeFocused();
  await page.keyboard.press('Enter');
  await wines.focus();
  await brandies.press('Enter');
  await expect(page).toHaveURL(/\/categorie\/eaux-de-vie-et-liqueurs$/);
  await expect(drinks).toHaveAttribute('aria-expanded', 'false');
});

test('keyboard focus in the category bar remains when the subcategories load', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  let bring = () => {};
  const asked = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route(/\/api\/categories\?/, async (route) => {
    await asked;
    await route.continue();
  });
  await visit(page, '/nouveautes');
  const entries = categories(page).locator('li > :first-child');
  await expect(entries.first()).toHaveAttribute('href', /categorie/);
  await entries.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(entries.nth(1)).toBeFocused();
  bring();
  await expect(entries.nth(1)).toHaveAttribute('aria-expanded', 'false');
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(entries.nth(2)).toBeFocused();
});

test('a skip link leads to the content, and the category bar is one tab stop with arrow keys', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, '/nouveautes');
  // The bar is taken over after the content: one that is drawn anew under the focus would be two stops.
  const hydrated = () => categories(page).evaluate((bar) => Object.keys(bar).some((key) => key.startsWith('__react')));
  await expect.poll(hydrated).toBe(true);
  const stops: string[] = [];
  const here = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.closest('main')
        ? 'main'
        : (at?.getAttribute('aria-label') ?? (at?.textContent || at?.outerHTML.slice(0, 200)) ?? '');
    });
  for (let count = 0; count < 20 && stops.at(-1) !== 'main'; count += 1) {
    await page.keyboard.press('Tab');
    stops.push(await here());
  }
  expect(stops[0]).toBe('Aller au contenu');
  expect(stops.at(-1)).toBe('main');
  expect(stops.length, stops.join(' › ')).toBeLessThanOrEqual(9);

  const entries = categories(page).locator('li > :first-child');
  await entries.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(entries.nth(1)).toBeFocused();
  // One comes back to where one was.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(entries.nth(1)).toBeFocused();

  await page.getByRole('link', { name: 'Aller au contenu' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('on a phone search, cart and account are reached from one place each', async ({ page }) => {
  await page.setViewportSize(phone);
  for (const at of ['/', '/boutiques', '/commande/panier', '/produit/tomme-de-meuse']) {
    await visit(page, at);
    const frame = page.locator('body :is(header, nav[aria-label="Raccourcis"]):not(main *)');
    for (const name of [/^Rechercher/, /^Panier/, /^(Se connecter|Compte)/]) {
      await expect(frame.getByRole('link', { name }), `${name} on ${at}`).toHaveCount(1);
    }
  }
});

test('the mobile menu opens and closes level by level, locks the page, and restores the focus', async ({ page }) => {
  await page.setViewportSize(phone);
  await visit(page, '/contact');
  const burger = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await burger.press('Enter');
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Galerie Marchande' })).toBeVisible();
  await menu.getByRole('button', { name: 'Boissons' }).press('Enter');
  await expect(menu.getByRole('button', { name: 'Retour à Menu' })).toBeFocused();
  await expect(menu.getByRole('link', { name: 'Tout voir dans Boissons' })).toBeVisible();
  await menu.getByRole('button', { name: 'Bières' }).press('Enter');
  const back = menu.getByRole('button', { name: 'Retour à Boissons' });
  await expect(back).toBeFocused();
  await expect(menu.getByRole('link', { name: 'Coffrets de bières' })).toBeVisible();
  await back.press('Enter');
  await expect(menu.getByRole('button', { name: 'Bières' })).toBeFocused();

  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(350, 400);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press('End');
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(burger).toBeFocused();
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);

  // Closed by its own button, and by a tap beside it.
  await burger.click();
  await menu.getByRole('button', { name: 'Fermer le menu' }).click();
  await expect(menu).toBeHidden();
  await burger.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(332, 400);
  await expect(menu).toBeHidden();
});

/** Runs in the page before its own code: where its way home stands in the moment in which a dialog opens, before it is drawn. */
function recordPosition(): void {
  const show = HTMLDialogElement.prototype.showModal;
  HTMLDialogElement.prototype.showModal = function showModal() {
    show.call(this);
    const home = document.querySelector('header a[href="/"]');
    document.documentElement.dataset.homeAt = String(home?.getBoundingClientRect().x);
  };
}

test('a dialog causes no layout shift with visible scroll bars, and its backdrop covers the page', async ({
  launchOptions,
  market,
}) => {
  // Scroll bars that lie over the page, as here otherwise and on phones, take none.
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    const page = await browser.newPage({
      baseURL: market.url,
      viewport,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    await page.addInitScript(recordPosition);
    await visit(page, '/produit/tomme-de-meuse');
    const places = () =>
      Promise.all(
        [/^Étal Meuse, accueil/, /^Panier/].map(
          async (name) => (await header(page).getByRole('link', { name, includeHidden: true }).boundingBox())?.x,
        ),
      );
    const before = await places();
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Ajouter au panier' }).click();
    await expect(page.getByRole('dialog', { name: 'Article ajouté au panier' })).toBeVisible();
    expect(await places()).toEqual(before);
    // Nor for the time of a frame: who wants no motion gets no change that is on its way, either.
    expect(await page.evaluate(() => Number(document.documentElement.dataset.homeAt))).toBe(before[0]);
    const dot = (x: number) => page.screenshot({ clip: { x, y: 180, width: 1, height: 1 } });
    // Once it is drawn.
    await expect.poll(async () => (await dot(viewport.width - 1)).equals(await dot(viewport.width - 18))).toBe(true);
    await page.close();
  }
  await browser.close();
});

test('the footer groups the pages by their place, with the contact, the networks and the partners', async ({
  page,
}) => {
  await visit(page, '/nouveautes');
  const foot = page.getByRole('contentinfo');
  const block = (name: string) => foot.getByRole('navigation', { name });
  await expect(block('La plateforme').getByRole('link')).toHaveText([
    /^Qui sommes-nous/,
    'Vendre sur Étal',
    'Nos engagements',
  ]);
  await expect(block('Aide').getByRole('link')).toHaveCount(4);
  await expect(block('Informations légales').getByRole('link')).toHaveCount(6);
  await expect(block('Nous contacter').getByRole('link')).toHaveCount(3);
  await expect(block('Nous contacter').getByRole('link', { name: 'Contact', exact: true })).toHaveAttribute(
    'href',
    '/contact',
  );
  await expect(foot.getByRole('link', { name: 'Renoncer au contrat ici' })).toBeVisible();
  await expect(foot.getByRole('list', { name: 'Paiement et livraison' }).getByRole('listitem')).toHaveCount(4);
  await expect(foot.getByRole('list', { name: 'Nous suivre' }).getByRole('link')).toHaveCount(2);
  const slugs = await foot.locator('a[href^="/page/"]').count();
  expect(slugs).toBe(15);
});

/** What it took before its parts were folded, at 360 px. */
const FOOT_WHOLE = 1146;

test('on a phone the foot of the page is half as high as it was, and each of its parts opens at a tap', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, '/nouveautes');
  const foot = page.getByRole('contentinfo');
  const height = async () => Math.round((await foot.boundingBox())?.height ?? 0);
  const folded = await height();
  // The law wants it at hand.
  await expect(foot.getByRole('link', { name: 'Renoncer au contrat ici' })).toBeVisible();
  const unfold = async (name: string) => {
    await expect(foot.getByRole('navigation', { name }).getByRole('link')).toHaveCount(0);
    await foot.getByRole('button', { name }).click();
    await expect(foot.getByRole('navigation', { name }).getByRole('link').first()).toBeVisible();
  };
  for (const name of ['La plateforme', 'Nous contacter', 'Aide']) await unfold(name);
  const open = await height();
  process.stdout.write(`    foot of the page at 360 px: ${folded} px, ${open} px with its parts open\n`);
  expect(folded).toBeLessThanOrEqual(FOOT_WHOLE / 2);
  expect(open).toBeLessThan(FOOT_WHOLE);
  await unfold('Informations légales');
});

test('scroll position after a navigation: below the header, home at the top, a store tab unchanged, the next page at its start', async ({
  page,
}) => {
  /** How far under the header the page's content begins. */
  const gap = () =>
    page.evaluate(() => {
      const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return Math.round((edge('main')?.top ?? 0) - (edge('body header')?.bottom ?? 0));
    });
  await visit(page, '/');
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await page.getByRole('main').getByRole('link', { name: 'Nouveautés' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nouveautés' })).toBeVisible();
  await expect.poll(gap).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();

  for (const number of [2, 3]) {
    await page.getByRole('link', { name: 'Page suivante' }).click();
    await expect(page.getByText(new RegExp(`Page ${number} sur`))).toBeVisible();
    await expect.poll(gap).toBe(0);
  }

  await follow(page, '/boutique/fromagerie-du-chatel');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fromagerie du Châtel');
  await page.evaluate(() => scrollTo(0, 150));
  await page.getByRole('main').locator('a[href$="/a-propos"]').first().click();
  await expect(page).toHaveURL(/a-propos$/);
  await expect(page.getByRole('main').getByText(/Lundi/i).first()).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(150);

  await page.getByRole('link', { name: 'Étal Meuse, accueil' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('another order of a list leaves the page and the focus where they are', async ({ page }) => {
  await visit(page, '/categorie/epicerie-et-produits-frais?page=2');
  const sort = page.getByLabel('Trier par');
  await sort.focus();
  const before = await page.evaluate(() => scrollY);
  await sort.selectOption({ label: 'Prix croissant' });
  await expect(page.getByText('Page 1 sur 3')).toBeVisible();
  await expect(sort).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('pages have their titles, and an unknown address is a real 404', async ({ request }) => {
  const titleOf = async (address: string) => {
    const answer = await request.get(address, { headers: { Accept: 'text/html' } });
    const title = /<title>([^<]*)<\/title>/.exec(await answer.text())?.[1]?.replaceAll('&#x27;', "'");
    return `${answer.status()} ${title}`;
  };
  const titles = {
    '/': '200 Le shopping autrement — Étal Meuse',
    '/categorie/fromages': '200 Fromages — Étal Meuse',
    '/categorie/epicerie-et-produits-frais?page=2': '200 Épicerie et produits frais, page 2 — Étal Meuse',
    '/nouveautes': '200 Nouveautés — Étal Meuse',
    '/promotions': '200 Promotions — Étal Meuse',
    '/evenement/marche-de-noel': '200 Marché de Noël — Étal Meuse',
    '/produit/tomme-de-meuse': '200 Tomme de Meuse — Étal Meuse',
    '/boutiques': '200 Galerie Marchande — Étal Meuse',
    '/boutique/fromagerie-du-chatel': '200 Fromagerie du Châtel — Étal Meuse',
    '/boutique/fromagerie-du-chatel/produits': '200 Fromagerie du Châtel - produits — Étal Meuse',
    '/page/livraison-et-retrait': '200 Livraison et retrait — Étal Meuse',
    '/contact': '200 Contact Plateforme — Étal Meuse',
  };
  const found = await Promise.all(Object.keys(titles).map(async (at) => [at, await titleOf(at)] as const));
  expect(Object.fromEntries(found)).toEqual(titles);
  for (const at of [
    '/nulle-part',
    '/produit/jamais',
    '/categorie/jamais',
    '/evenement/jamais',
    '/page/jamais',
    '/boutique/jamais',
  ]) {
    expect(await titleOf(at), at).toMatch(/^404 /);
  }
});

test('the position is requested once, and a refusal has no effect', async ({ page }) => {
  await page.addInitScript(() => {
    const { geolocation } = navigator;
    const ask = geolocation.getCurrentPosition.bind(geolocation);
    geolocation.getCurrentPosition = (...given) => {
      document.documentElement.dataset.asked = String(Number(document.documentElement.dataset.asked ?? 0) + 1);
      ask(...given);
    };
  });
  await visit(page, '/');
  await expect(page.locator('html')).toHaveAttribute('data-asked', '1');
  for (const at of ['/boutiques', '/nouveautes', '/']) {
    await follow(page, at);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect(page.locator('html')).toHaveAttribute('data-asked', '1');
});

test('a crashing page is reloaded once, then shows an error with a way back', async ({ page }) => {
  await visit(page, '/contact');
  let loads = 0;
  // What the page carries is spoilt on its way: its code stumbles over it.
  await page.route('**/produit/tomme-de-meuse', async (route) => {
    loads += 1;
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"technicalAttributes":\[/, '"technicalAttributes":[null,');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/produit/tomme-de-meuse');
  await expect(page.getByText('Une erreur est survenue.')).toBeVisible();
  await expect(page.getByRole('main').getByText('Le shopping autrement')).toBeVisible();
  expect(loads).toBe(2);
  await page.getByRole('link', { name: 'revenir en arrière' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('heading', { name: 'Contact Plateforme' })).toBeVisible();
});

test('an uncaught error of a page arrives at the server, once', async ({ page }) => {
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/browser_errors')) statuses.push(answer.status());
  });
  await visit(page, '/contact');
  const fail = () =>
    page.evaluate(() => {
      const error = Object.assign(new Error('Planted'), { stack: `at ${location.origin}/assets/main.js:1:1` });
      dispatchEvent(new ErrorEvent('error', { error }));
    });
  // Reported once the page is idle.
  await expect(async () => {
    await fail();
    expect(statuses).toEqual([204]);
  }).toPass();
  await fail();
  expect(statuses).toEqual([204]);
});

test.describe('a demonstration', () => {
  const sign = (page: Page) => page.getByRole('complementary', { name: 'Démonstration' });

  test('shows its banner on every page, in one line on desktops and at most two on phones', async ({ page }) => {
    await visit(page, '/');
    for (const [at, lines] of [
      ['/boutiques', 1],
      ['/commande/panier', 1],
      ['/commande/panier', 2],
    ] as const) {
      if (lines === 2) await page.setViewportSize(phone);
      await follow(page, at);
      await expect(sign(page)).toHaveText(
        'Marché de démonstration : rien n’y est vendu, comptes d’essai en libre accès.',
      );
      const box = await sign(page).boundingBox();
      expect(box?.y).toBe(0);
      expect(box?.height).toBeLessThan(20 * lines + 12);
    }
  });

  test('turned into a real market shows no banner, also on older stored frames', async ({ page }) => {
    await page.route('**/api/configurations*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const members = body['hydra:member'].filter(({ key }: { key: string }) => key !== 'demo');
      await route.fulfill({ response: answer, json: { ...body, 'hydra:member': members } });
    });
    // A frame of before: the server drew it as a demonstration's.
    await page.goto('/commande/panier');
    expect(await (await page.request.get('/commande/panier')).text()).toContain('aria-label="Démonstration">');
    await expect(sign(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
