// The life of a form that saves offline: what is typed while a save is on its way, what is left before the answer, what is
// refused late, what another device changes.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { CouponValues } from '#features/merchant/coupons/coupon-values.ts';
import { type FormScene, openFormScene, type ShownForm } from '../support/form-scene.ts';
import { until } from '../support/page.ts';

let scene: FormScene;
beforeAll(async () => {
  scene = await openFormScene();
});
afterAll(() => scene.close());
afterEach(async () => {
  scene.network.heal();
  await scene.network.release();
  await scene.clear();
});

const ownStore = async () => (await scene.elsewhere<MerchantStore>('GET', `/stores/${scene.storeId}`)).body;
/** The shop as the page last read it: without a network nothing newer is known. */
let lastRead: MerchantStore;
async function shownStore() {
  const { shownStore: shown } = await import('#state/merchant/own-store.ts');
  if (scene.network.up) lastRead = await ownStore();
  const views = scene.modules.pageStore.get(scene.modules.pending.storeViewsAtom);
  return shown(lastRead, { views, rows: scene.rows() });
}
const infos: ShownForm<Record<'name' | 'description' | 'aboutText', string>> = {
  async definition() {
    const { infosPart } = await import('#features/merchant/settings/infos-page.tsx');
    const { storeForm } = await import('#features/merchant/settings/store-form.ts');
    return storeForm(infosPart, await shownStore()) as never;
  },
  async refusal() {
    const { infosPart } = await import('#features/merchant/settings/infos-page.tsx');
    const { storeRefusal } = await import('#features/merchant/settings/store-form.ts');
    const refused = scene.decisions().find(({ tone, type }) => tone === 'refused' && type === 'stores.save');
    return refused ? (storeRefusal(infosPart, await shownStore(), refused) as never) : null;
  },
};
const isSave = ({ method, url }: { method: string; url: string }) => method === 'PUT' && url.includes('/stores/');
const saves = () => scene.network.log.filter(isSave).map(({ body }) => JSON.parse(body));
const changeElsewhere = async (body: object) =>
  scene.elsewhere('PUT', `/stores/${scene.storeId}`, { body, version: (await ownStore()).version });
const draft = () => scene.modules.drafts.loadDraft('boutique infos');

it('text typed during a save remains, and is part of the next save only', async () => {
  const form = await scene.open(infos);
  form.type('name', 'Le Fournil de Stenay');
  scene.network.fail(isSave, 'held', 1);
  const current = scene.network.nextHeldAnswer();
  const saving = form.life.save();
  await current;
  form.type('description', 'Au levain');
  await scene.network.release();
  expect(await saving).toMatchObject({ outcome: 'sent' });
  await form.draw();
  expect(form.values()).toMatchObject({ name: 'Le Fournil de Stenay', description: 'Au levain' });
  expect(form.life.state.isDirty).toBe(true);
  expect(await form.life.save()).toMatchObject({ outcome: 'sent' });
  expect(saves().slice(-2)).toEqual([{ name: 'Le Fournil de Stenay' }, { description: 'Au levain' }]);
  expect(form.life.state.isDirty).toBe(false);
  form.leave();
});

it('a form left before the answer leaves no draft: another device’s later change is shown', async () => {
  const form = await scene.open(infos);
  form.type('name', 'Chez Odile');
  scene.network.fail(isSave, 'held', 1);
  const current = scene.network.nextHeldAnswer();
  const saving = form.life.save();
  await current;
  expect(draft()).toBeNull();
  form.leave();
  await scene.network.release();
  await saving;
  expect(draft()).toBeNull();
  await scene.sendAll();
  await changeElsewhere({ name: 'Chez Odile et Marc' });
  const again = await scene.open(infos);
  expect(again.values().name).toBe('Chez Odile et Marc');
  expect(again.life.state.isDirty).toBe(false);
  again.leave();
});

it('text typed between tap and storage remains a draft, also when the page is left at once', async () => {
  const form = await scene.open(infos);
  form.type('name', 'Chez Marc');
  const saving = form.life.save();
  form.type('aboutText', 'Tapé trop tôt');
  form.leave();
  await saving;
  expect(draft()).toMatchObject({ aboutText: 'Tapé trop tôt' });
  expect(draft()).not.toHaveProperty('name');
  const again = await scene.open(infos);
  expect(again.values()).toMatchObject({ name: 'Chez Marc', aboutText: 'Tapé trop tôt' });
  again.life.revert();
  again.leave();
});

it('values saved without a network are no draft, and the next save builds on them', async () => {
  scene.network.up = false;
  const form = await scene.open(infos);
  form.type('description', 'Un');
  expect(await form.life.save()).toMatchObject({ outcome: 'queued' });
  expect(draft()).toBeNull();
  await form.draw();
  expect(form.life.state.isDirty).toBe(false);
  form.type('description', 'Deux');
  expect(draft()).toMatchObject({ description: 'Deux', '@base': { values: { description: 'Un' } } });
  expect(await form.life.save()).toMatchObject({ outcome: 'queued' });
  scene.network.up = true;
  await scene.sendAll();
  expect((await ownStore()).description).toBe('Deux');
  expect(scene.decisions()).toEqual([]);
  form.leave();
});

it('a change of another field by another device is merged during typing; one of an equal field asks', async () => {
  const form = await scene.open(infos);
  form.type('aboutText', 'Depuis 1923');
  await changeElsewhere({ description: 'Par un autre' });
  await form.draw();
  expect(form.values()).toMatchObject({ aboutText: 'Depuis 1923', description: 'Par un autre' });
  await changeElsewhere({ aboutText: 'Depuis 1932' });
  await form.draw();
  expect(form.values().aboutText).toBe('Depuis 1923');
  await form.life.save();
  await until(() => scene.decisions().some(({ tone }) => tone === 'conflict'), 'the merchant is asked');
  expect((await ownStore()).aboutText).toBe('Depuis 1932');
  expect(scene.decisions()[0]?.fields).toMatchObject([
    { name: 'aboutText', mine: 'Depuis 1923', theirs: 'Depuis 1932' },
  ]);
  await scene.modules.actions.decide(scene.decisions()[0]?.id ?? '', 'mine');
  await until(async () => (await ownStore()).aboutText === 'Depuis 1923', 'the choice is sent');
  form.leave();
});

it('text typed before a reload asks when another device has changed its field', async () => {
  const form = await scene.open(infos);
  form.type('aboutText', 'Avant le rechargement');
  form.leave();
  await scene.modules.drafts.saveDrafts();
  await changeElsewhere({ aboutText: 'Entre-temps' });
  await scene.reload();
  const again = await scene.open(infos);
  expect(again.values().aboutText).toBe('Avant le rechargement');
  await again.life.save();
  await until(() => scene.decisions().some(({ tone }) => tone === 'conflict'), 'the merchant is asked');
  expect((await ownStore()).aboutText).toBe('Entre-temps');
  await scene.modules.actions.decide(scene.decisions()[0]?.id ?? '', 'theirs');
  again.life.revert();
  again.leave();
});

const editedCoupon = (
  id: string,
): ShownForm<Record<'code' | 'discountType' | 'discount' | 'expirationDate', string>> => ({
  async definition() {
    const { editedCouponForm } = await import('#features/merchant/coupons/coupon-values.ts');
    const coupons = await import('#state/merchant/coupons.ts');
    const { body } = await scene.elsewhere<Coupon>('GET', `/coupons/${id}`);
    return editedCouponForm(coupons.editedCoupon(body, scene.rows())) as never;
  },
});

it('an immediate refusal stays in the form with its message, for any re-render', async () => {
  await couponCode('PRIS');
  const { id } = await couponCode('AUTRE');
  const form = await scene.open(editedCoupon(id));
  form.type('code', 'PRIS');
  form.type('discount', '9,50');
  scene.network.fail(({ method }) => method === 'PUT', 'held', 1);
  const current = scene.network.nextHeldAnswer();
  const saving = form.life.save();
  await current;
  await until(() => scene.rows().length > 0, 'the change waits');
  await form.draw();
  await scene.network.release();
  expect(await saving).toEqual({ outcome: 'refused' });
  for (const _ of ['the row still there', 'the row gone']) {
    await form.draw();
    expect(form.values()).toMatchObject({ code: 'PRIS', discount: '9,50' });
    expect(form.errorOf('code')).toBeTruthy();
    await until(() => scene.rows().length === 0, 'nothing waits');
  }
  form.type('code', 'LIBRE');
  expect(await form.life.save()).toMatchObject({ outcome: 'sent' });
  expect((await scene.elsewhere<Coupon>('GET', `/coupons/${id}`)).body).toMatchObject({
    code: 'LIBRE',
    discount: { convertedAmount: 9.5 },
  });
  form.leave();
});

const couponCode = async (code: string) => {
  const body = { code, discountType: 'fix', discount: 5 };
  return (await scene.elsewhere<Coupon>('POST', '/coupons', { body })).body;
};

const newCoupon: ShownForm<CouponValues> = {
  definition: async () => (await import('#features/merchant/coupons/coupon-values.ts')).newCouponForm as never,
  async refusal() {
    const { couponRefusal } = await import('#features/merchant/coupons/coupon-values.ts');
    const { lateRefusal } = await import('#state/pending/pending-writes.ts');
    const refused = lateRefusal(scene.decisions(), ({ type, args }) =>
      type === 'coupons.create' ? args.values : null,
    );
    return refused ? couponRefusal(null, refused) : null;
  },
};

async function refuseCoupon(): Promise<void> {
  scene.network.up = false;
  const form = await scene.open(newCoupon);
  for (const [name, value] of Object.entries({ code: 'NOEL', discountType: 'fix', discount: '7,50' })) {
    form.type(name as 'code', value);
  }
  expect(await form.life.save()).toMatchObject({ outcome: 'queued' });
  const { emptyCoupon } = await import('#features/merchant/coupons/coupon-values.ts');
  expect(form.values()).toEqual(emptyCoupon);
  form.leave();
  scene.network.up = true;
  await scene.sendAll();
  await until(() => scene.decisions().length > 0, 'the refusal is listed');
}

it('a coupon refused after waiting returns to its form, with the message at its field', async () => {
  await couponCode('NOEL');
  const { emptyCoupon } = await import('#features/merchant/coupons/coupon-values.ts');
  await refuseCoupon();
  expect(scene.decisions()[0]?.editTo).toBe('/admin/boutique/coupons_new');
  const again = await scene.open(newCoupon);
  expect(again.values()).toEqual({ ...emptyCoupon, code: 'NOEL', discountType: 'fix', discount: '7,50' });
  expect(again.errorOf('code')).toBeTruthy();
  again.type('code', 'NOEL26');
  expect(await again.life.save()).toMatchObject({ outcome: 'sent' });
  again.leave();
});

it('a field changed back before its refusal is known again stays as it was changed', async () => {
  const { emptyCoupon } = await import('#features/merchant/coupons/coupon-values.ts');
  await couponCode('NOEL');
  await refuseCoupon();
  const form = await scene.open(newCoupon);
  expect(form.values()).toMatchObject({ code: 'NOEL', discount: '7,50' });
  form.leave();
  await scene.modules.drafts.saveDrafts();
  await scene.reload();
  const again = await scene.open({ definition: newCoupon.definition });
  expect(again.values()).toMatchObject({ code: 'NOEL', discount: '7,50' });
  again.type('code', emptyCoupon.code);
  const refused = await newCoupon.refusal?.();
  expect(refused?.values.code).toBe('NOEL');
  if (refused) again.life.restore(refused);
  expect(again.values()).toMatchObject({ code: emptyCoupon.code, discount: '7,50' });
  again.life.revert();
  again.leave();
});
