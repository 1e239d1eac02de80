// A shop's pictures, as its screens show them while this device's changes wait.
import { expect, it } from 'vitest';
import type { Image } from '#contract/fields/values.ts';
import { type StoreChanges, storeChanges } from '#contract/merchant/store-changes.ts';
import { asIfNamed, imagesToSend, shownImage } from '#state/merchant/media.ts';
import { picturesIn, shownStore, storeChangeCommand } from '#state/merchant/own-store.ts';
import { findRecord, type ReadCommand } from '#sync/commands/registry.ts';

const image = { '@id': '/images/a', caption: 'Le comptoir', '480_outbound_path': '/media/a.webp' } as Image;
const row = (
  type: string,
  args: object,
  id = 'row',
  lane = type.startsWith('images.') ? findRecord(type)?.lane(args, id) : '',
) => ({ id, type, v: 1, args, lane }) as never as ReadCommand;
const temp = 'temp:0b5ff2a2-5f0e-4cc0-9d0e-0a4c0e1f2a3b';

it('without pending writes equals the server’s', () => {
  const ofOthers = [row('images.delete', { id: '/images/b' }), row('images.caption', { id: 'b', caption: 'Autre' })];
  expect(shownImage(image, ofOthers)).toEqual({
    ref: '/images/a',
    caption: 'Le comptoir',
    image,
    upload: null,
    waiting: null,
    refused: null,
  });
});

it('the latest pending caption is shown, and a pending removal is marked', () => {
  const rows = [
    row('images.caption', { id: '/images/a', caption: 'Un' }),
    row('images.caption', { id: 'a', caption: 'Deux' }),
    row('images.delete', { id: '/images/a' }),
  ];
  expect(shownImage(image, rows)).toMatchObject({ caption: 'Deux', waiting: 'delete' });
});

it('pending uploads are newest first, each with the write of its bytes', () => {
  const rows = [
    row('images.upload', { tempId: temp, caption: 'Un' }, 'first'),
    row('stores.save', { changes: {} }),
    { ...row('images.upload', { tempId: 'temp:2', caption: '' }, 'second'), state: 'inflight' } as ReadCommand,
  ];
  expect(imagesToSend(rows)).toMatchObject([
    { ref: 'temp:2', upload: 'second', waiting: 'sending', image: null },
    { ref: temp, upload: 'first', waiting: 'upload', caption: 'Un' },
  ]);
});

it('a temporary name passes the rules of its field, and nothing else does that would not', () => {
  const changes: StoreChanges = { logo: temp, images: ['/images/a', temp] };
  expect(storeChanges.safeParse(changes).success).toBe(false);
  expect(storeChanges.safeParse(asIfNamed(changes)).success).toBe(true);
  expect(storeChanges.safeParse(asIfNamed({ images: ['temp:no-uuid'] })).success).toBe(false);
  expect(asIfNamed(changes).images?.[0]).toBe('/images/a');
});

it('pending pictures of the store are known by name, and a further change refers to their values', () => {
  const store = { id: 's', version: 3, name: 'Le Fournil', logo: null, images: [image] } as never;
  const save = (changes: StoreChanges) => row('stores.save', { id: 's', changes }, 'row', 'store:s');
  const seen = shownStore(store, {
    views: [],
    rows: [save({ images: [temp] }), save({ name: 'Un' }), save({ logo: temp })],
  });
  expect(picturesIn(seen.waiting)).toEqual({ images: [temp], logo: temp });
  expect(picturesIn([{ logo: null }])).toEqual({ logo: null });
  expect(picturesIn([{ name: 'Un' }])).toEqual({});
  expect(storeChangeCommand(seen, { images: [] }).base).toEqual({ version: 3, values: { images: [temp] } });
});
