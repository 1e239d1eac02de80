// What is said of a thing that is taken along: never that it is here while part of it is not.
import { describe, expect, it } from 'vitest';
import { type BundleProgress, bundleState, bundleStatusText, pictureWidths, townSlug } from '#domain/offline-bundle.ts';

const at = Date.parse('2026-11-24T09:00:00Z');
const thing = (more: Partial<BundleProgress>): BundleProgress => ({
  at: null,
  underway: false,
  done: 12,
  total: 48,
  trouble: null,
  ...more,
});

describe('a requested bundle', () => {
  it.each<[string, Partial<BundleProgress>, string, string]>([
    ['that waits behind another', { underway: true, total: 0 }, 'waiting', 'En attente de son tour'],
    ['on its way', { underway: true }, 'taking', 'Téléchargement\u00a0: 12 sur 48'],
    ['on its way again', { underway: true, at }, 'taking', 'Mise à jour\u00a0: 12 sur 48'],
    ['that broke off', { trouble: 'network' }, 'broken', 'Interrompu\u00a0: 12 sur 48'],
    ['of which something was taken away', {}, 'broken', 'Interrompu\u00a0: 12 sur 48'],
    ['that broke off before it began', { total: 0, done: 0 }, 'broken', 'Interrompu avant le début'],
    [
      'that broke off before it began, for lack of a network',
      { total: 0, done: 0, trouble: 'network' },
      'broken',
      'Interrompu avant le début',
    ],
    ['for which there is no room', { trouble: 'full' }, 'full', 'La place manque sur cet appareil'],
    ['that is all here', { at, done: 48 }, 'whole', 'Gardé le 24/11 à 10:00'],
    ['that is all here, and could not be renewed', { at, trouble: 'network' }, 'whole', 'Gardé le 24/11 à 10:00'],
  ])('%s', (_, more, state, words) => {
    expect([bundleState(thing(more)), bundleStatusText(thing(more))]).toEqual([state, words]);
  });
});

it.each([
  ['a phone', 360, 3, { card: '480', large: '1080' }],
  ['a phone of two pixels to one', 412, 2, { card: '480', large: '720' }],
  ['a tablet', 820, 1, { card: '240', large: '480' }],
  ['a desk', 1440, 1, { card: '240', large: '720' }],
])('%s loads its pictures in their displayed size', (_, width, density, widths) => {
  expect(pictureWidths({ width, density, sparing: false })).toEqual(widths);
});

it('data saving loads them at half the size', () => {
  expect(pictureWidths({ width: 412, density: 2, sparing: true })).toEqual({ card: '240', large: '480' });
});

it('a town is in the address without accents', () => {
  expect(['Verdun', 'Montmédy', 'Dun-sur-Meuse', 'Étain'].map(townSlug)).toEqual([
    'verdun',
    'montmedy',
    'dun-sur-meuse',
    'etain',
  ]);
});
