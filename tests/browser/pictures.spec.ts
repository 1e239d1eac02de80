// Pictures: large ones that turn and grow, sizes that fit the screen, and what the data saver spares.
import type { Locator, Page } from '@playwright/test';
import { expect, installed, test } from './journey.ts';
import { looksWell } from './looks.ts';

test.use({ installs: false });

const desk = { width: 1280, height: 800 };
const product = '/produit/tomme-de-meuse';

const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Tomme de Meuse' });
const photo = (page: Page, number: number) =>
  page.getByRole('button', { name: `Agrandir la photo ${number} de Tomme de Meuse` });
/** What turns the pictures has come: before it, a plain strip stands there. */
const turning = (limitMs: Locator) => expect(limitMs.getByRole('button', { name: 'Agrandir la photo' })).toBeVisible();
const shownNumber = (limitMs: Locator, text: string) => expect(limitMs.getByText(text, { exact: true })).toBeVisible();

test('large pictures turn round and round with keys and buttons, grow, and give the focus back', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto(product);
  await photo(page, 1).press('Enter');
  const box = lightbox(page);
  await turning(box);
  await shownNumber(box, '1 / 2');
  await page.keyboard.press('ArrowRight');
  await shownNumber(box, '2 / 2');
  await page.keyboard.press('ArrowRight');
  await shownNumber(box, '1 / 2');
  await page.keyboard.press('ArrowLeft');
  await shownNumber(box, '2 / 2');
  await box.getByRole('button', { name: 'Photo suivante' }).click();
  await shownNumber(box, '1 / 2');
  // Only the one that is shown is there for the keyboard and for those who listen.
  await expect(box.locator('[role="group"]:not([inert])')).toHaveCount(1);

  const picture = box.getByRole('group', { name: '1 sur 2' }).getByRole('img');
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const before = await width();
  await box.getByRole('button', { name: 'Agrandir la photo' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.5);
  await box.getByRole('button', { name: 'Revenir à la photo entière' }).click();
  await expect.poll(width).toBeCloseTo(before, 0);

  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    const current = await page.evaluate(
      () => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
    );
    expect(current).toBe(true);
  }
  await looksWell(page);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(photo(page, 1)).toBeFocused();

  // The second time its code is there at once, and it begins with the picture that was tapped.
  await page.getByRole('button', { name: 'Suivant', exact: true }).click();
  await photo(page, 2).click();
  await turning(box);
  await shownNumber(box, '2 / 2');
});

test('a key in the moment in which the large pictures appear turns them', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto(product);
  // Its code is there, so that the slides are mounted together with their dialog.
  await expect(page.locator('.swiper-initialized')).toBeVisible();
  await page.evaluate(() => {
    const key = () => document.dispatchEvent(new KeyboardEvent('keydown', { keyCode: 39, key: 'ArrowRight' }));
    new MutationObserver((_, observer) => {
      if (!document.querySelector('dialog[open] .swiper-initialized')) return;
      observer.disconnect();
      key();
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await photo(page, 1).press('Enter');
  await shownNumber(lightbox(page), '2 / 2');
});

test('a key right after a resize of the lightbox turns the pictures, and is not reverted', async ({ device }) => {
  const page = await (await device()).open({ size: desk });
  await page.goto(product);
  await photo(page, 1).press('Enter');
  const box = lightbox(page);
  await turning(box);
  await shownNumber(box, '1 / 2');
  // In the frame in which they hear of it, before the next.
  await page.evaluate(async () => {
    const { swiper } = document.querySelector('dialog .swiper') as unknown as {
      swiper: { once(what: string, then: () => void): void; el: HTMLElement };
    };
    await new Promise<void>((resolve) => {
      swiper.once('resize', () => {
        queueMicrotask(() => {
          document.dispatchEvent(new KeyboardEvent('keydown', { keyCode: 39, key: 'ArrowRight' }));
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        });
      });
      swiper.el.style.width = '80%';
    });
  });
  await shownNumber(box, '2 / 2');
});

test('the focused element before the gallery code loads, or below the lightbox, has the focus afterwards', async ({
  device,
}) => {
  const page = await (await device()).open({ size: desk, workers: false });
  let come = () => {};
  const current = async () => {
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.unrouteAll();
    await page.route(/swiper-slides[^/]*\.js/, (route) => coming.then(() => route.continue()));
    await page.goto(product);
  };
  const turned = (inside: Locator) => expect(inside.locator('.swiper')).toBeVisible();
  const strip = page.getByRole('region', { name: 'Photos de Tomme de Meuse', exact: true });

  await current();
  await strip.getByRole('button', { name: 'Suivant' }).focus();
  come();
  await turned(strip);
  await expect(strip.getByRole('button', { name: 'Suivant' })).toBeFocused();

  await current();
  await photo(page, 1).focus();
  await page.keyboard.press('Enter');
  await expect(lightbox(page)).toBeVisible();
  come();
  await turned(strip);
  await turned(lightbox(page));
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toBeHidden();
  await expect(photo(page, 1)).toBeFocused();
});

test('two fingers zoom a picture, one turns to the next', async ({ device }) => {
  const phone = await device();
  const page = await phone.open({ touch: true });
  await page.goto(product);
  await photo(page, 1).tap();
  const box = lightbox(page);
  await turning(box);
  // A sheet that still rises takes no finger, and is not yet where it will be.
  const still = () => expect.poll(() => box.evaluate((sheet) => sheet.getAnimations({ subtree: true }).length)).toBe(0);
  await still();
  const touch = await phone.context().newCDPSession(page);
  const frame = await box.getByRole('group', { name: '1 sur 2' }).boundingBox();
  if (!frame) throw new Error('The picture is not drawn.');
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: number[][]) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([px = 0, py = 0], id) => ({ x: px, y: py, id })),
    });

  const picture = box.getByRole('group', { name: '1 sur 2' }).getByRole('img');
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const before = await width();
  await fingers('touchStart', [
    [x - 20, y],
    [x + 20, y],
  ]);
  for (let spread = 30; spread <= 80; spread += 10)
    await fingers('touchMove', [
      [x - spread, y],
      [x + spread, y],
    ]);
  await fingers('touchEnd', []);
  await expect.poll(width).toBeGreaterThan(before * 1.4);
  await shownNumber(box, '1 / 2');
  await box.getByRole('button', { name: 'Revenir à la photo entière' }).tap();
  await expect.poll(width).toBeCloseTo(before, 0);
  await still();

  // Over more than half of the picture: a slow finger that goes less far leaves it where it is.
  await fingers('touchStart', [[x + 120, y]]);
  for (let left = 100; left >= -140; left -= 20) await fingers('touchMove', [[x + left, y]]);
  await fingers('touchEnd', []);
  await shownNumber(box, '2 / 2');
});

test('without a network the large pictures are the small ones, and turn all the same', async ({ device }) => {
  const phone = await device();
  const page = await phone.open({ workers: true });
  await page.goto(product);
  await installed(page);
  await expect(photo(page, 1).getByRole('img')).toHaveJSProperty('complete', true);
  await page.reload();
  await expect(photo(page, 1).getByRole('img')).toHaveJSProperty('complete', true);
  await phone.context().setOffline(true);
  await photo(page, 1).click();
  const box = lightbox(page);
  const shown = box.getByRole('img').first();
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expect(box).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
});

test('the pictures of a store turn with keys while focused, without animation for reduced motion', async ({
  device,
}) => {
  const page = await (await device()).open({ size: desk });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/boutique/fromagerie-du-chatel');
  const pictures = page.getByRole('region', { name: 'Photos de Fromagerie du Châtel' });
  await expect(pictures.getByRole('group', { name: '1 sur 5' })).toBeVisible();
  await pictures.getByRole('button', { name: 'Précédent' }).focus();
  await page.keyboard.press('ArrowLeft');
  await shownNumber(pictures, '5 / 5');
  // The last is the video: nothing is asked of its site before the tap.
  await expect(pictures.getByRole('button', { name: /^Voir la vidéo/ })).toBeVisible();
  expect(asked.filter((url) => url.includes('youtube'))).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await shownNumber(pictures, '1 / 5');
  await page.getByRole('link', { name: 'Étal Meuse' }).first().focus();
  await page.keyboard.press('ArrowRight');
  await shownNumber(pictures, '1 / 5');
});

/** Widths of the files a picture exists in, by their names. */
const widthOf = (file: string) => Number(/-(\d+)_/.exec(file)?.[1]);
const WIDTHS = [240, 480, 720, 1080];

interface Drawn {
  file: string;
  /** Of the box, and as wide as the whole picture is when it covers the box; pixels of the page. */
  needs: number;
}

async function drawn(page: Page): Promise<Drawn[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth > 0 && image.currentSrc.includes('/media/images/'))
      .map((image) => {
        const box = image.getBoundingClientRect();
        const covers = getComputedStyle(image).objectFit === 'cover';
        const outbound = image.currentSrc.includes('outbound');
        const ratio = outbound ? 1 : image.naturalWidth / image.naturalHeight;
        return { file: image.currentSrc, needs: covers ? Math.max(box.width, box.height * ratio) : box.width };
      })
      .filter(({ needs }) => needs > 0),
  );
}

for (const [width, height] of [
  [360, 780],
  [820, 1180],
  [1440, 900],
] as const) {
  test(`no picture is larger than a screen of ${width} px with two pixels to one can show`, async ({ device }) => {
    const page = await (await device()).open({ workers: false, density: 2, size: { width, height } });
    const wasted: string[] = [];
    const there = new Set<string>();
    for (const at of [
      '/',
      '/categorie/fromages',
      '/boutique/fromagerie-du-chatel',
      '/boutiques',
      '/evenement/marche-de-noel',
      product,
    ]) {
      await page.goto(at);
      await page.evaluate(() => document.querySelector('footer')?.scrollIntoView());
      await page.waitForLoadState('networkidle');
      const pictures = await drawn(page);
      // A larger one that an earlier page has brought costs nothing.
      for (const { file, needs } of pictures.filter((each) => !there.has(each.file))) {
        // The smallest that shows every pixel, with a little grace.
        const enough = WIDTHS.find((each) => each >= needs * 2 * 0.97) ?? 1080;
        if (widthOf(file) > enough) wasted.push(`${at}: ${widthOf(file)} for ${Math.round(needs * 2)}`);
      }
      for (const { file } of pictures) there.add(file);
    }
    expect([...new Set(wasted)]).toEqual([]);
  });
}
