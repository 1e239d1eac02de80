// A setting of the shop that only the server refuses, and only after it had waited: it comes back into its form, as it was
// typed, with the message at its field.
import type { FieldPath, FieldValues } from 'react-hook-form';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { StoreFormPart } from '#features/merchant/settings/store-form.ts';
import { images } from '#server/db/schema/pictures.ts';
import { type FormScene, openFormScene, type ShownForm } from '../support/form-scene.ts';
import { until } from '../support/page.ts';

let scene: FormScene;
beforeAll(async () => {
  scene = await openFormScene();
});
afterAll(() => scene.close());
afterEach(async () => {
  await scene.clear();
});

const ownStore = async () => (await scene.elsewhere<MerchantStore>('GET', `/stores/${scene.storeId}`)).body;

/** A part of the shop, as its page gives it. */
function shownPart<V extends FieldValues>(part: () => Promise<StoreFormPart<V>>): ShownForm<V> {
  const shop = async () => {
    const { shownStore } = await import('#state/merchant/own-store.ts');
    const views = scene.modules.pageStore.get(scene.modules.pending.storeViewsAtom);
    return shownStore(await ownStore(), { views, rows: scene.rows() });
  };
  return {
    definition: async () =>
      (await import('#features/merchant/settings/store-form.ts')).storeForm(await part(), await shop()),
    async refusal() {
      const { storeRefusal } = await import('#features/merchant/settings/store-form.ts');
      const refused = scene.decisions().find(({ tone }) => tone === 'refused');
      return refused ? storeRefusal(await part(), await shop(), refused) : null;
    },
  };
}
const hours = shownPart(async () => (await import('#features/merchant/settings/hours/hours-page.tsx')).hoursPart);
const pictures = shownPart(async () => (await import('#features/merchant/settings/medias-page.tsx')).picturesPart);

/** The browser takes it, and it waits; @param meanwhile what happens before it is sent */
async function saveElsewhere<V extends FieldValues>(
  shown: ShownForm<V>,
  typed: Partial<V>,
  meanwhile?: () => Promise<unknown>,
): Promise<void> {
  const form = await scene.open(shown);
  for (const [name, value] of Object.entries(typed)) form.type(name as FieldPath<V>, value);
  scene.network.up = false;
  expect(await form.life.save()).toMatchObject({ outcome: 'queued' });
  form.leave();
  await meanwhile?.();
  scene.network.up = true;
  await scene.sendAll();
}
const isRefused = async () => {
  await until(() => scene.decisions().length > 0, 'the refusal is listed');
  expect(scene.decisions()).toMatchObject([{ tone: 'refused', type: 'stores.save' }]);
};

it('a day that no calendar has is marked at its row, with all that was typed', async () => {
  const before = await ownStore();
  const closedDays = [
    { from: '2099-08-01', to: '2099-08-15' },
    { from: '2099-02-30', to: '' },
  ];
  await saveElsewhere(hours, { closedDays, preparationTime: '60' });
  await isRefused();

  const form = await scene.open(hours);
  expect(form.values()).toMatchObject({ closedDays, preparationTime: '60' });
  const wrong = ['closedDays.1.from', 'closedDays.0.from', 'preparationTime'] as const;
  expect(wrong.map(form.errorOf)).toEqual(['Date incorrecte.', undefined, undefined]);
  expect(scene.decisions()).toHaveLength(1);
  expect(await ownStore()).toEqual(before);
  form.leave();

  // After a reload the draft is there first, and is the very change.
  await scene.reload();
  const again = await scene.open(hours);
  expect([again.values().preparationTime, again.errorOf('closedDays.1.from')]).toEqual(['60', 'Date incorrecte.']);
  again.life.revert();
  again.leave();
});

it('text typed before the refusal was loaded has priority: the refusal stays in the list', async () => {
  const form = await scene.open(hours);
  form.type('preparationTime', '60');
  form.type('closedDays', [{ from: '2099-02-30', to: '' }]);
  scene.network.up = false;
  await form.life.save();
  form.type('preparationTime', '120');
  scene.network.up = true;
  await scene.sendAll();
  await isRefused();
  await form.draw();
  expect([form.values().preparationTime, form.errorOf('closedDays.0.from')]).toEqual(['120', undefined]);
  expect(scene.decisions()).toHaveLength(1);
  form.life.revert();
  form.leave();
});

it('a picture that another device has deleted meanwhile is marked at its field, and stays chosen beside the others', async () => {
  const before = await ownStore();
  const rows = ['comptoir', 'etal', 'enseigne'].map((stem) => ({ stem, storeId: scene.storeId }));
  const [counter = '', stall = '', sign = ''] = (await scene.market.db.insert(images).values(rows).returning()).map(
    ({ id }) => `/images/${id}`,
  );
  const typed = { logo: [sign], images: [counter, stall] };
  await saveElsewhere(pictures, typed, () => scene.elsewhere('DELETE', stall));
  await isRefused();

  const form = await scene.open(pictures);
  expect(form.values()).toEqual(typed);
  expect([form.errorOf('images'), form.errorOf('logo')]).toEqual(['Cette image n’existe plus.', undefined]);
  expect(await ownStore()).toEqual(before);
  form.life.revert();
  form.leave();
});

it('a change accepted after waiting needs no decision', async () => {
  await saveElsewhere(hours, { closedDays: [{ from: '2099-08-01', to: '2099-08-15' }], preparationTime: '60' });
  await until(async () => (await ownStore()).preparationTime === 60, 'the change is sent');
  await until(() => scene.rows().length === 0, 'nothing waits');
  expect((await ownStore()).closedDays).toMatchObject([{ from: '2099-08-01', to: '2099-08-15' }]);
  expect(scene.decisions()).toEqual([]);
});
