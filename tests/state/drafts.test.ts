import { createFormControl } from 'react-hook-form';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftCount } from '#db/drafts.ts';
import { partKey, type ShippingForm } from '#features/checkout/delivery/shipping-values.ts';
import { makeUser } from '../support/builders.ts';
import { enginePort, openPage, openTab, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { email, openDelivery, order } from '../support/untouched-delivery.ts';

let market: TestMarket;
let state: Awaited<ReturnType<typeof loadState>>;
let tab: Map<string, string>;

async function loadState() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const session = await import('#state/session/session.ts');
  const store = await import('#state/session/draft-store.ts');
  const { bindDraft, resetSent } = await import('#state/session/use-draft.ts');
  const shipping = await import('#features/checkout/delivery/shipping-draft.ts');
  const { getSync } = await enginePort();
  return { pageStore, session, store, bindDraft, resetSent, shipping, getSync };
}

interface Fields {
  email: string;
  plainPassword: string;
  note: string;
}
const stops: (() => void)[] = [];

/** The form as a page draws it: what was kept is in it, what is typed is kept. */
function openForm(key = 'contact', known: Partial<Fields> = {}) {
  const form = createFormControl<Fields>({ defaultValues: { email: '', plainPassword: '', note: '', ...known } });
  stops.push(state.bindDraft(key, form));
  return form;
}
const type = (form: ReturnType<typeof openForm>, name: keyof Fields, text: string) =>
  form.setValue(name, text, { shouldDirty: true });

const session = () => state.pageStore.get(state.session.sessionAtom);
const onDevice = async () => {
  const { local } = await state.getSync();
  return (await local.db.device.toArray()).filter(({ k }) => k.startsWith('draft:'));
};
const enter = async (email: string) => {
  expect(await state.session.login(email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
  await until(() => session().user?.email === email, 'the session is shown');
};
const leave = async () => {
  await state.session.confirmLogout('keep');
  await until(() => session().user === null, 'the session is over');
};
/** A new tab, or the same one after the browser was killed: what the tab held is gone, the device is the same. */
async function openAgain({ sameTab = false } = {}): Promise<void> {
  const sync = await state.getSync();
  sync.stop();
  sync.local.db.close();
  if (!sameTab) tab.clear();
  vi.resetModules();
  state = await loadState();
  await state.getSync();
}

beforeAll(async () => {
  market = await startTestMarket();
  openPage(market);
  state = await loadState();
  await state.getSync();
});
afterAll(() => market.close());
beforeEach(() => {
  tab = openTab();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  state.store.discardDraft('contact');
  if (session().user) await leave();
});

it('a sent form is emptied, but for what was typed meanwhile, which is restored after a reload', () => {
  const form = openForm();
  type(form, 'email', 'camille@etal.test');
  type(form, 'note', 'Sonnez deux fois');
  const sent = structuredClone(form.getValues());
  type(form, 'note', 'Sonnez trois fois');
  state.resetSent(form, sent);
  expect(form.getValues()).toEqual({ email: '', plainPassword: '', note: 'Sonnez trois fois' });
  expect(openForm().getValues()).toEqual({ email: '', plainPassword: '', note: 'Sonnez trois fois' });
  state.resetSent(form, form.getValues());
  expect(openForm().getValues()).toEqual({ email: '', plainPassword: '', note: '' });
});

it('typed text is restored after a reload, and nothing else', () => {
  type(openForm(), 'email', 'jeanne@etal.test');
  const again = openForm('contact', { note: 'from the server' });
  expect(again.getValues()).toEqual({ email: 'jeanne@etal.test', plainPassword: '', note: 'from the server' });
  expect(openForm('another').getValues().email).toBe('');
});

it('a submitted form leaves no draft, nor does a reverted one', () => {
  const form = openForm();
  type(form, 'email', 'jeanne@etal.test');
  form.reset({ email: 'jeanne@etal.test', plainPassword: '', note: '' });
  expect(tab.size).toBe(0);
  type(form, 'note', 'x');
  expect(tab.size).toBe(1);
  type(form, 'note', '');
  expect(tab.size).toBe(0);
});

it('a password is stored nowhere', () => {
  const form = openForm();
  type(form, 'plainPassword', 'secret-of-mine');
  type(form, 'email', 'jeanne@etal.test');
  expect([...tab.values()].join()).toContain('jeanne@etal.test');
  expect([...tab.values()].join()).not.toContain('secret');
});

it('a user’s typed text survives a browser kill, for that user only', async () => {
  const anne = await makeUser(market.db);
  const bob = await makeUser(market.db);
  await enter(anne.email);
  type(openForm(), 'note', 'of Anne');
  await state.store.saveDrafts();
  expect(await onDevice()).toHaveLength(1);
  await openAgain();
  await until(() => session().user?.email === anne.email, 'Anne is still in');
  expect(openForm().getValues().note).toBe('of Anne');

  await leave();
  expect(await onDevice()).toEqual([]);
  expect(tab.size).toBe(0);
  await enter(bob.email);
  expect(openForm().getValues().note).toBe('');
});

it('a draft being written or typed during logout is deleted with its user', async () => {
  const { email, id } = await makeUser(market.db);
  await enter(email);
  const form = openForm();
  const saving: Promise<void>[] = [];
  let gone = false;
  const leaving = leave().then(() => {
    gone = true;
  });
  for (let letters = 0; !gone; letters++) {
    if (session().user) type(form, 'note', `mot ${letters}`);
    saving.push(state.store.saveDrafts());
    await new Promise(setImmediate);
  }
  await Promise.all([leaving, ...saving]);
  expect(saving.length).toBeGreaterThan(1);
  expect(await onDevice()).toEqual([]);
  expect([...tab.keys()].filter((key) => key.includes(id))).toEqual([]);
});

it('a visitor’s typed text survives a login, and is not stored on the device', async () => {
  const { email } = await makeUser(market.db);
  type(openForm(), 'note', 'before the login');
  await state.store.saveDrafts();
  expect(await onDevice()).toEqual([]);
  await enter(email);
  expect(openForm().getValues().note).toBe('before the login');
  state.store.discardDraft('contact');
  await until(() => tab.size === 0, 'the tab holds nothing of it');
});

it('a sent draft is deleted from the device, too', async () => {
  const { email } = await makeUser(market.db);
  await enter(email);
  const form = openForm();
  type(form, 'note', 'x');
  await state.store.saveDrafts();
  expect(await onDevice()).toHaveLength(1);
  form.reset();
  await state.store.saveDrafts();
  expect(await onDevice()).toEqual([]);
});

it('a tab without storage or with invalid drafts works', () => {
  tab.set('etal.draft:visitor contact', '{"not');
  expect(openForm().getValues().note).toBe('');
  vi.stubGlobal('sessionStorage', undefined);
  type(openForm(), 'note', 'as long as the page lives');
  expect(openForm().getValues().note).toBe('as long as the page lives');
});

describe('the delivery of an order', () => {
  const part = partKey(12);
  const opened = () => structuredClone(state.shipping.initialValues(order, email));
  const typings: Record<string, (values: ShippingForm) => void> = {
    'who orders': ({ contact }) => Object.assign(contact, { lastName: 'Durand' }),
    'where to': ({ parts }) => Object.assign(parts[part]?.address ?? {}, { city: 'Stenay' }),
    'a relay point': ({ parts }) => Object.assign(parts[part] ?? {}, { pickupId: 'R1' }),
    'how it is paid': (values) => Object.assign(values, { payment: 'delivery' }),
    'of age': (values) => Object.assign(values, { isAdult: true }),
    'what to do when it changes': (values) => Object.assign(values, { ifChanged: 'cancel' }),
  };

  it.each(Object.entries(typings))('%s: what was typed is found again, and gone once it is taken back', (_, type) => {
    const values = opened();
    type(values);
    state.shipping.saveTypedValues(values, order, email);
    expect(tab.size).toBe(1);
    expect(opened()).toEqual(values);
    state.shipping.saveTypedValues(state.shipping.serverValues(order, email), order, email);
    expect(tab.size).toBe(0);
  });

  it('of which nothing was typed is no form begun: neither what the market proposed, nor the order that is stored', async () => {
    await enter((await makeUser(market.db)).email);
    const begun = async () => draftCount((await state.getSync()).local.db, `u:${session().user?.user_id}`);
    await openDelivery({ saveDrafts: state.store.saveDrafts, countDrafts: begun });
    expect(await onDevice()).toEqual([]);
  });
});

it('after sending, an immediate reload does not restore the draft', async () => {
  const { email } = await makeUser(market.db);
  await enter(email);
  state.store.saveDraft('produit 12', { images: 'Trois, Deux' });
  await state.store.saveDrafts();
  expect(await onDevice()).toHaveLength(1);
  state.store.discardDraft('produit 12');
  await openAgain({ sameTab: true });
  await until(() => session().user?.email === email, 'the session is back');
  expect(state.store.loadDraft('produit 12')).toBeNull();
});

it('sending deletes the draft from the device at once, not after the typing delay', async () => {
  const { email } = await makeUser(market.db);
  await enter(email);
  state.store.saveDraft('produit 13', { images: 'Trois, Deux' });
  await state.store.saveDrafts();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  state.store.discardDraft('produit 13');
  vi.useRealTimers();
  await until(async () => (await onDevice()).length === 0, 'the device has forgotten it');
});
