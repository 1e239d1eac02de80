// Pages, events, relay points, pictures and settings as operators edit them, and what an import does afterwards.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MarketEvent, MarketPage } from '#contract/administration/content.ts';
import type { MarketSetting } from '#contract/administration/settings.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { type EditedMarket, startEditedMarket } from './edited-market.ts';

let edited: EditedMarket;
let market: EditedMarket['market'];
let call: EditedMarket['call'];
let runFolder: EditedMarket['runFolder'];
beforeEach(async () => {
  edited = await startEditedMarket();
  ({ market, call, runFolder } = edited);
});
afterEach(() => edited.close());

const actions = () => edited.list<{ action: string; title: string }>('/actions');
const pageNamed = async (slug: string) =>
  (await call<Collection<MarketPage>>('GET', '/pages')).body['hydra:member'].find((page) => page.slug === slug);
const published = async (slug: string) =>
  (await market.inject<Collection<{ slug: string; description: string }>>('GET', '/api/pages')).body[
    'hydra:member'
  ].find((page) => page.slug === slug);
const TEXT = { name: 'À propos', place: 'plateforme', position: 3, description: 'Qui **nous** sommes.' };

describe('a page', () => {
  test('is written, changed and deleted, each time in the log, and the market shows it', async () => {
    const made = await call<MarketPage>('POST', '/pages', { slug: 'a-propos', ...TEXT });
    expect(made).toMatchObject({ status: 201, body: { slug: 'a-propos', ...TEXT } });
    expect(await published('a-propos')).toMatchObject({ description: TEXT.description });
    const { id } = made.body;
    expect((await call('PUT', `/pages/${id}`, { ...TEXT, description: 'Autre.' })).status).toBe(200);
    expect(await published('a-propos')).toMatchObject({ description: 'Autre.' });
    expect((await call('DELETE', `/pages/${id}`)).status).toBe(204);
    expect(await published('a-propos')).toBeUndefined();
    const title = 'la page «\u00a0À propos\u00a0»';
    expect(await actions()).toMatchObject([
      { action: 'content-deleted', title },
      { action: 'content-changed', title },
      { action: 'content-created', title },
    ]);
  });

  test('has an address of its own, and the terms of sale stay', async () => {
    await runFolder();
    const terms = await pageNamed('conditions-generales-de-vente');
    const again = await call('POST', '/pages', { slug: 'conditions-generales-de-vente', ...TEXT });
    expect(again).toMatchObject({ status: 422, body: { violations: [{ propertyPath: 'slug' }] } });
    expect(await call('DELETE', `/pages/${terms?.id}`)).toMatchObject({ status: 409, body: { code: 'needed' } });
    expect(await actions()).toEqual([]);
  });
});

test('a picture is uploaded, shown by an event, and no store’s picture is taken for one', async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#264' } })
    .png()
    .toBuffer();
  const sent = await market.inject<{ '@id': string }>('POST', '/api/administration/pictures', {
    token: edited.token,
    upload: { bytes },
  });
  expect(sent.status, sent.text).toBe(201);
  expect(await actions()).toMatchObject([{ action: 'content-created', title: 'une image du marché' }]);
  const event = { slug: 'fete', name: 'Fête', description: '' };
  const stranger = await call('POST', '/events', { ...event, picture: '/images/00000000-0000-4000-8000-000000000001' });
  expect(stranger).toMatchObject({ status: 422, body: { violations: [{ propertyPath: 'picture' }] } });
  const made = await call<MarketEvent>('POST', '/events', { ...event, picture: sent.body['@id'] });
  expect(made.body.picture).toMatchObject({ '@id': sent.body['@id'] });
  await call('PUT', '/settings/homeEvent', { value: 'fete', picture: null });
  expect(await call('DELETE', `/events/${made.body.id}`)).toMatchObject({ status: 409, body: { code: 'needed' } });
  await call('PUT', '/settings/homeEvent', { value: '', picture: null });
  expect((await call('DELETE', `/events/${made.body.id}`)).status).toBe(204);
});

test('the hours of a relay point are lines as in the folder, and a wrong line is named', async () => {
  const point = {
    ...{ name: 'Tabac', latitude: 49.1, longitude: 5.3, address1: '1 rue du Pont', postalCode: '55100' },
    ...{ city: 'Verdun', hours: ['lun-ven 09:00-12:00 14:00-18:30', 'sam 09:00-12:00'] },
  };
  const made = await call<{ hours: string[] }>('POST', '/relay_points', { newId: 'R9', ...point });
  expect(made).toMatchObject({ status: 201, body: { id: 'R9', hours: point.hours } });
  const wrong = await call('PUT', '/relay_points/R9', { ...point, hours: ['lundi matin'] });
  expect(wrong.body.violations).toMatchObject([
    { propertyPath: 'hours', message: expect.stringContaining('lundi matin') },
  ]);
  expect((await call('POST', '/relay_points', { newId: 'R9', ...point })).status).toBe(422);
  expect((await call('DELETE', '/relay_points/R9')).status).toBe(204);
});

describe('a setting', () => {
  test('is checked as in the folder, and an empty one is unset', async () => {
    const light = await call('PUT', '/settings/brandColor', { value: '#ffffff', picture: null });
    expect(light.body.violations?.[0]).toMatchObject({
      propertyPath: 'value',
      message: expect.stringContaining('WCAG'),
    });
    expect((await call('PUT', '/settings/nothing', { value: 'x', picture: null })).status).toBe(404);
    expect((await call('PUT', '/settings/siteName', { value: 'Causse', picture: null })).status).toBe(200);
    const settings = () => market.inject<Collection<MarketSetting>>('GET', '/api/configurations');
    const named = async () => (await settings()).text.includes('"Causse"');
    expect(await named()).toBe(true);
    await call('PUT', '/settings/siteName', { value: '', picture: null });
    expect(await named()).toBe(false);
  });

  test('names an event that exists', async () => {
    const unknown = await call('PUT', '/settings/homeEvent', { value: 'rien', picture: null });
    expect(unknown).toMatchObject({ status: 422 });
  });
});

describe('an import after that', () => {
  const change = (slug: string, text: string) =>
    edited.write(`pages/${slug}.md`, (file) => file.replace(/---\n\n[\s\S]*$/, `---\n\n${text}\n`));
  const SLUG = 'conditions-generales-de-vente';
  const edit = async (description: string) => {
    const page = await pageNamed(SLUG);
    await call('PUT', `/pages/${page?.id}`, { ...TEXT, description });
  };

  test('leaves what was edited in the browser, says so, and overwrites it when told to', async () => {
    await runFolder();
    await edit('Du navigateur.');
    change(SLUG, 'Du dossier.');
    const left = await runFolder();
    expect(left.edited.map(({ key }) => key)).toEqual([SLUG]);
    expect(left.changes).toEqual([]);
    expect((await published(SLUG))?.description).toBe('Du navigateur.');
    await runFolder({ overwrite: true });
    expect((await published(SLUG))?.description).toBe('Du dossier.');
    // It is the folder's again.
    change(SLUG, 'Du dossier, encore.');
    expect((await runFolder()).edited).toEqual([]);
    expect((await published(SLUG))?.description).toBe('Du dossier, encore.');
  });

  test('neither removes a page made in the browser nor brings a deleted one back', async () => {
    await runFolder();
    writeFileSync(join(edited.folder, 'pages/aide.md'), '---\nname: Aide\nplace: aide\n---\n\nTexte.\n');
    await runFolder();
    await call('POST', '/pages', { slug: 'a-propos', ...TEXT });
    await call('DELETE', `/pages/${(await pageNamed('aide'))?.id}`);
    await runFolder({ prune: true });
    expect([await pageNamed('a-propos'), await pageNamed('aide')]).toEqual([expect.anything(), undefined]);
    await runFolder({ prune: true, overwrite: true });
    expect([await pageNamed('a-propos'), await pageNamed('aide')]).toEqual([undefined, expect.anything()]);
  });

  test('of an export changes nothing: the folder has caught up', async () => {
    await runFolder();
    await edit('Du navigateur.');
    await call('PUT', '/settings/tagline', { value: 'Du navigateur', picture: null });
    const plan = await edited.runExport();
    expect([plan.changes, plan.edited]).toEqual([[], []]);
  });
});
