// A setting of the shop that only the server refuses, and only after it had waited: it comes back into its form, as it was
// typed, with the message at its field.
import { createFormControl, type FieldPath, type FieldValues } from 'react-hook-form';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type StoreChanges, storeChanges } from '#contract/store-changes.ts';
import type { MerchantStore } from '#contract/stores.ts';
import { images } from '#server/db/schema/pictures.ts';
import { MERCHANT_ROLES, makeStore, makeUser } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;
let token: string;
let storeId: string;

async function loadState() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const session = await import('#state/session/session.ts');
  const pending = await import('#state/writes/pending-writes.ts');
  const { dismissWrite } = await import('#state/writes/pending-actions.ts');
  const own = await import('#state/writes/own-store.ts');
  const { restoreRefused } = await import('#features/merchant/settings/refused-changes.ts');
  const opening = await import('#features/merchant/settings/opening-values.ts');
  const pictures = await import('#features/merchant/settings/picture-values.ts');
  const { ready } = await enginePort();
  return { pageStore, session, pending, dismissWrite, own, restoreRefused, opening, pictures, ready };
}

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  vi.stubGlobal('location', { pathname: '/admin/boutique/store/edit/hours' });
  state = await loadState();
  await state.ready();
  const owner = await makeUser(market.db, { roles: MERCHANT_ROLES });
  storeId = (await makeStore(market.db, { ownerId: owner.id })).id;
  token = await market.login(owner.email);
  expect(await state.session.login(owner.email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
});
afterAll(() => market.close());
afterEach(async () => {
  for (const { id } of decisions()) await state.dismissWrite(id);
  await until(() => decisions().length === 0, 'no decision is left');
});

const decisions = () => state.pageStore.get(state.pending.trayAtom).decisions;
const asMerchant = async <T>(method: string, path: string) =>
  (await market.inject<T>(method, `/api${path}`, { token })).body;
const ownStore = () => asMerchant<MerchantStore>('GET', `/stores/${storeId}`);
const shown = async () => {
  const views = state.pageStore.get(state.pending.storeViewsAtom);
  const rows = state.pageStore.get(state.pending.pendingAtom);
  return state.own.shownStore(await ownStore(), { views, rows });
};

/** The browser takes it, and it waits; @param meanwhile what happens before it is sent */
async function saveAway(changes: StoreChanges, meanwhile?: () => Promise<unknown>): Promise<void> {
  expect(storeChanges.safeParse(changes).success).toBe(true);
  const seen = await shown();
  page.network.up = false;
  expect(await state.own.saveStore(seen, changes)).toMatchObject({ outcome: 'queued' });
  await meanwhile?.();
  page.network.up = true;
  await (await state.ready()).drain({ eager: true });
}

/** The form as its page opens it, and what was refused in it. @param typed what was in it before the refusal was known */
async function openForm<V extends FieldValues>(
  valuesOf: (store: MerchantStore, waiting: readonly StoreChanges[]) => V,
  typed: Partial<V> = {},
) {
  await until(() => decisions().length > 0, 'the refusal is listed');
  const [refused, ...more] = decisions();
  expect([refused, more]).toMatchObject([{ tone: 'refused', type: 'stores.save' }, []]);
  const shop = await shown();
  const form = createFormControl<V>({ defaultValues: valuesOf(shop.store, shop.waiting) as never });
  form.subscribe({ formState: { values: true, errors: true }, callback: () => {} });
  const fields = Object.entries(typed);
  for (const [name, value] of fields) form.setValue(name as FieldPath<V>, value, { shouldDirty: true });
  const given = { shop, valuesOf, failed: 'Erreur', isDirty: fields.length > 0 };
  const isRestored = refused && state.restoreRefused<V>(form, refused, given);
  const at = (name: FieldPath<V>) => form.getFieldState(name).error?.message;
  return { form, at, isRestored };
}

it('a day that no calendar has is marked at its row, with all that was typed', async () => {
  const before = await ownStore();
  const { hoursValues, hoursChanges } = state.opening;
  const typed = {
    ...hoursValues(before),
    closedDays: [
      { from: '2099-08-01', to: '2099-08-15' },
      { from: '2099-02-30', to: '' },
    ],
    preparationTime: '60',
  };
  const { closedDays = [], preparationTime = null } = hoursChanges(typed);
  await saveAway({ closedDays, preparationTime });

  const { form, at } = await openForm(hoursValues);
  expect(form.getValues()).toEqual(typed);
  expect([at('closedDays.1.from'), at('closedDays.0.from'), at('preparationTime')]).toEqual([
    'Date incorrecte.',
    undefined,
    undefined,
  ]);
  expect(decisions()).toHaveLength(1);
  expect(await ownStore()).toEqual(before);

  // Loaded anew: what the form keeps for itself is there first, and is the very change.
  const again = await openForm(hoursValues, { closedDays: typed.closedDays, preparationTime: '60' });
  expect([again.isRestored, again.at('closedDays.1.from')]).toEqual([true, 'Date incorrecte.']);
  // Typed since: that is worth more, and the refusal stays in the list.
  const other = await openForm(hoursValues, { preparationTime: '120' });
  expect([other.isRestored, other.at('closedDays.1.from')]).toEqual([false, undefined]);
  expect(other.form.getValues()).toEqual({ ...hoursValues(before), preparationTime: '120' });
});

it('a picture that another device has deleted meanwhile is marked at its field, and stays chosen beside the others', async () => {
  const before = await ownStore();
  const rows = ['comptoir', 'etal', 'enseigne'].map((stem) => ({ stem, storeId }));
  const [counter, stall, sign] = (await market.db.insert(images).values(rows).returning()).map(
    ({ id }) => `/images/${id}`,
  );
  const typed = { logo: [sign ?? ''], images: [counter ?? '', stall ?? ''] };
  const { pictureChanges, pictureValues } = state.pictures;
  await saveAway(pictureChanges(typed), () => asMerchant('DELETE', stall ?? ''));

  const { form, at } = await openForm(pictureValues);
  expect(form.getValues()).toEqual(typed);
  expect([at('images'), at('logo')]).toEqual(['Cette image n’existe plus.', undefined]);
  expect(decisions()).toHaveLength(1);
  expect(await ownStore()).toEqual(before);
});

it('a change that the server accepts after it had waited asks for no decision', async () => {
  await saveAway({ closedDays: [{ from: '2099-08-01', to: '2099-08-15' }], preparationTime: 60 });
  await until(async () => (await ownStore()).preparationTime === 60, 'the change is sent');
  await until(() => state.pageStore.get(state.pending.pendingAtom).length === 0, 'nothing waits');
  expect((await ownStore()).closedDays).toMatchObject([{ from: '2099-08-01', to: '2099-08-15' }]);
  expect(decisions()).toEqual([]);
});
