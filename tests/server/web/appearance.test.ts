// One build, every market: name, colour and icons of the app come from the market's settings.
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configurations } from '#server/db/schema/content.ts';
import { images } from '#server/db/schema/pictures.ts';
import { originalName, uploadStem } from '#server/services/picture-names.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
});
afterAll(() => market.close());

/** Served by another process of the same market, which has cached nothing yet. */
let app: Awaited<ReturnType<TestMarket['another']>>;
async function set(settings: Record<string, string>, pictures: Record<string, Buffer> = {}): Promise<void> {
  await market.db.delete(configurations);
  for (const [key, value] of Object.entries(settings)) await market.db.insert(configurations).values({ key, value });
  for (const [key, bytes] of Object.entries(pictures)) {
    const stem = uploadStem(createHash('sha256').update(bytes).digest('hex'));
    await market.app.market.storage.files.put(originalName(stem), bytes);
    const [image] = await market.db.insert(images).values({ stem, caption: key }).returning({ id: images.id });
    await market.db.insert(configurations).values({ key, value: '', valueImageId: image?.id ?? null });
  }
  app = await market.another();
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
const manifest = async () => (await get('/manifest.webmanifest')).json();
const digest = (bytes: Buffer) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
const pixel = async (png: Buffer, left: number, top: number) =>
  (await sharp(png).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()).toString('hex');

const causse = {
  siteName: 'Marché du Causse',
  shortName: 'Causse',
  tagline: 'Du plateau à la table',
  brandColor: '#7a3e1d',
};

describe('a market with settings of its own', () => {
  beforeEach(() => set(causse));

  it('is installed under its names, in its colour', async () => {
    const answer = await get('/manifest.webmanifest');
    expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.json()).toMatchObject({
      ...{ id: '/', scope: '/', start_url: '/?source=pwa', display: 'standalone', lang: 'fr' },
      ...{ name: 'Marché du Causse', short_name: 'Causse', description: 'Du plateau à la table' },
      theme_color: '#7a3e1d',
    });
    expect(answer.json()).not.toHaveProperty('screenshots');
    const { etag } = answer.headers;
    expect((await get('/manifest.webmanifest', { 'if-none-match': String(etag) })).statusCode).toBe(304);
  });

  it('has icons of the sizes that the manifest names, drawn once and stored', async () => {
    const { icons } = await manifest();
    expect(icons).toHaveLength(3);
    for (const { src, sizes, type } of icons) {
      const answer = await get(src);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe(type);
      const { width, height } = await sharp(answer.rawPayload).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const stored = (await app.market.storage.files.list()).map(({ name }) => name);
    expect(stored.filter((name) => name.startsWith('letter-'))).toHaveLength(3);
    expect((await get('/icons/apple-touch-icon.png')).statusCode).toBe(200);
    for (const none of ['/icons/icon-64.png', '/icons/constructor']) expect((await get(none)).statusCode).toBe(404);
  });

  it('shows its first letter on its colour without a logo', async () => {
    const icon = (await get('/icons/icon-maskable-512.png')).rawPayload;
    expect(await pixel(icon, 5, 5)).toBe('7a3e1dff');
    const { channels } = await sharp(icon).stats();
    expect(channels[2]?.max, 'the letter is bright').toBeGreaterThan(200);
  });

  it('carries its short name and its colours in every page and in the shell', async () => {
    for (const url of ['/', '/shell', '/commande/panier', '/rien/de/tel']) {
      const { body, headers } = await get(url);
      expect(body, url).toContain('<meta name="apple-mobile-web-app-title" content="Causse" />');
      expect(body, url).toContain('--green:#7a3e1d;');
      const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
      expect(headers['content-security-policy'], url).toContain(`'${digest(Buffer.from(style))}'`);
    }
    expect((await get('/shell')).body).toContain('<title>Marché du Causse</title>');
  });

  it('has its colour on pages outside the app, too', async () => {
    const { body, headers } = await get('/desinscription/lettre');
    expect(body).toContain('--green:#7a3e1d');
    const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(`'${digest(Buffer.from(style))}'`);
  });
});

it('the API lists none of the settings that only the frame of the app needs', async () => {
  await set({ ...causse, senderEmail: 'bonjour@causse.example' });
  const { 'hydra:member': listed } = (await get('/api/configurations')).json<{ 'hydra:member': { key: string }[] }>();
  const keys = listed.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(['siteName', 'tagline']));
  for (const key of ['shortName', 'brandColor', 'senderEmail']) expect(keys).not.toContain(key);
});

it('a market without settings has the colours of the style sheet and the letter of its name', async () => {
  await set({});
  expect(await manifest()).toMatchObject({ name: 'Étal', short_name: 'Étal', theme_color: '#1f5a41' });
  expect((await get('/')).body).not.toContain('<style>:root{--green');
  expect(await pixel((await get('/icons/icon-maskable-512.png')).rawPayload, 5, 5)).toBe('1f5a41ff');
});

describe('a logo', () => {
  const blue = { width: 300, height: 200, channels: 4 as const, background: '#1d3f8f' };

  it('becomes the icons, on its own colour, or on paper where it is transparent', async () => {
    const opaque = await sharp({ create: blue }).png().toBuffer();
    await set(causse, { logo: opaque });
    const icon = (await get('/icons/icon-maskable-512.png')).rawPayload;
    expect([await pixel(icon, 5, 5), await pixel(icon, 256, 256)]).toEqual(['1d3f8fff', '1d3f8fff']);

    const clear = { ...blue, width: 1000, background: { r: 0, g: 0, b: 0, alpha: 0 } };
    const ring = await sharp({ create: clear })
      .composite([
        {
          input: await sharp({ create: { ...blue, width: 100, height: 100 } })
            .png()
            .toBuffer(),
        },
      ])
      .png()
      .toBuffer();
    await set(causse, { logo: ring });
    const onPaper = (await get('/icons/icon-maskable-512.png')).rawPayload;
    expect(await pixel(onPaper, 5, 5)).toBe('fbf6ecff');
  });

  it('is another address of the icons, so that devices fetch them again', async () => {
    await set(causse);
    const letter = (await manifest()).icons[0].src;
    await set(causse, { logo: await sharp({ create: blue }).png().toBuffer() });
    const logo = (await manifest()).icons[0].src;
    expect(logo).not.toBe(letter);
    await set({ ...causse, tagline: 'Autrement' }, { logo: await sharp({ create: blue }).png().toBuffer() });
    expect((await manifest()).icons[0].src).toBe(logo);
  });

  it('whose file is lost leaves the letter', async () => {
    const bytes = await sharp({ create: { ...blue, width: 301 } })
      .png()
      .toBuffer();
    await set(causse, { logo: bytes });
    await market.db.delete(configurations).where(eq(configurations.key, 'tagline'));
    await app.market.storage.files.remove(originalName(uploadStem(createHash('sha256').update(bytes).digest('hex'))));
    expect((await get('/icons/icon-512.png')).statusCode).toBe(200);
  });
});

it('screenshots of the market are in its manifest, in the sizes that are served', async () => {
  const picture = { width: 720, height: 1480, channels: 3 as const, background: '#fbf6ec' };
  await set(causse, { phoneScreenshot: await sharp({ create: picture }).webp().toBuffer() });
  const [shown, ...more] = (await manifest()).screenshots;
  expect(more).toEqual([]);
  expect(shown).toMatchObject({ form_factor: 'narrow', type: 'image/webp', sizes: '525x1080' });
  const { width, height } = await sharp((await get(shown.src)).rawPayload).metadata();
  expect(`${width}x${height}`).toBe(shown.sizes);
});

describe('the precache list of the service worker', () => {
  const listOf = async () => {
    const { body } = await get('/service-worker.js');
    expect(body).not.toContain('state-of:');
    const entry = (path: string) => new RegExp(`\\{[^{}]*"url":"${path}"\\}`).exec(body)?.[0] ?? expect.fail(path);
    return { body, entry };
  };

  it('has the digests of manifest and icon as they are served', async () => {
    await set(causse);
    const { entry } = await listOf();
    for (const path of ['/manifest.webmanifest', '/icons/icon-192.png']) {
      expect(entry(path)).toContain(digest((await get(path)).rawPayload));
    }
  });

  it('changes with the name, the colour and the logo, and with nothing else', async () => {
    await set(causse);
    const { body: before, entry } = await listOf();
    const shell = entry('/shell');
    await set({ ...causse, homeTitle: 'Autre chose' });
    expect((await listOf()).body).toBe(before);
    for (const change of [{ siteName: 'Marché du Larzac' }, { brandColor: '#1d3f8f' }, { shortName: 'Larzac' }]) {
      await set({ ...causse, ...change });
      const { entry: later } = await listOf();
      expect(later('/shell'), JSON.stringify(change)).not.toBe(shell);
      expect(later('/manifest.webmanifest')).not.toBe(entry('/manifest.webmanifest'));
    }
  });

  it('is not sent again while it is the same', async () => {
    await set(causse);
    const { etag, 'content-encoding': encoding } = (await get('/service-worker.js', { 'accept-encoding': 'br' }))
      .headers;
    expect(encoding).toBe('br');
    expect((await get('/service-worker.js', { 'if-none-match': String(etag) })).statusCode).toBe(304);
  });
});
