import { createFormControl } from 'react-hook-form';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftCount } from '#db/drafts.ts';
import { partKey, type ShippingForm } from '#features/checkout/delivery/shipping-values.ts';
import { makeUser } from '../support/builders.ts';
import { enginePort, openPage, openTab, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { email, openDelivery, order } from '../support/untyped-delivery.ts';

let market: TestMarket;
let state: Awaited<ReturnType<typeof loadState>>;
let tab: Map<string, string>;

async function loadState() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const session = await import('#state/session/session.ts');
  const store = await import('#state/session/draft-store.ts');
  const { bindDraft } = await import('#state/session/use-draft.ts');
  const shipping = await import('#features/checkout/delivery/shipping-draft.ts');
  const { ready } = await enginePort();
  return { pageStore, session, store, bindDraft, shipping, ready };
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
  const { local } = await state.ready();
  return (await local.db.device.toArray()).filter(({ k }) => k.startsWith('draft:'));
};
const enter = async (email: string) => {
  expect(await state.session.login(email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
  await until(() => session().user?.email === email, 'the session is shown');
};
const leave = async () => {
  await state.session.leave('keep');
  await until(() => session().user === null, 'the session is over');
};
/** A new tab, or the same one after the browser was killed: what the tab held is gone, the device is the same. */
async function openAgain({ sameTab = false } = {}): Promise<void> {
  const sync = await state.ready();
  sync.stop();
  sync.local.db.close();
  if (!sameTab) tab.clear();
  vi.resetModules();
  state = await loadState();
  await state.ready();
}

beforeAll(async () => {
  market = await startTestMarket();
  openPage(market);
  state = await loadState();
  await state.ready();
});
afterAll(() => market.close());
beforeEach(() => {
  tab = openTab();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  state.store.forgetDraft('contact');
  if (session().user) await leave();
});

it('what was typed is in the form again after a reload, and only what was typed', () => {
  type(openForm(), 'email', 'jeanne@etal.test');
  const again = openForm('contact', { note: 'from the server' });
  expect(again.getValues()).toEqual({ email: 'jeanne@etal.test', plainPassword: '', note: 'from the server' });
  expect(openForm('another').getValues().email).toBe('');
});

it('a form that was sent leaves nothing, and neither does one put back as it was', () => {
  const form = openForm();
  type(form, 'email', 'jeanne@etal.test');
  form.reset({ email: 'jeanne@etal.test', plainPassword: '', note: '' });
  expect(tab.size).toBe(0);
  type(form, 'note', 'x');
  expect(tab.size).toBe(1);
  type(form, 'note', '');
  expect(tab.size).toBe(0);
});

it('a password is kept nowhere', () => {
  const form = openForm();
  type(form, 'plainPassword', 'secret-of-mine');
  type(form, 'email', 'jeanne@etal.test');
  expect([...tab.values()].join()).toContain('jeanne@etal.test');
  expect([...tab.values()].join()).not.toContain('secret');
});

it('a user finds what they typed after the browser was killed, and nobody else does', async () => {
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

it('what is still on its way to the device, or typed in the very moment of leaving, leaves with its person', async () => {
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

it('what a visitor typed follows them through a login, and stays off the device', async () => {
  const { email } = await makeUser(market.db);
  type(openForm(), 'note', 'before the login');
  await state.store.saveDrafts();
  expect(await onDevice()).toEqual([]);
  await enter(email);
  expect(openForm().getValues().note).toBe('before the login');
  state.store.forgetDraft('contact');
  await until(() => tab.size === 0, 'the tab holds nothing of it');
});

it('what was sent is gone from the device, too', async () => {
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

it('a tab that may keep nothing, or holds something that is no draft, works', () => {
  tab.set('etal.draft:visitor contact', '{"not');
  expect(openForm().getValues().note).toBe('');
  vi.stubGlobal('sessionStorage', undefined);
  type(openForm(), 'note', 'as long as the page lives');
  expect(openForm().getValues().note).toBe('as long as the page lives');
});

describe('the delivery of an order', () => {
  const part = partKey(12);
  const opened = () => structuredClone(state.shipping.firstValues(order, email));
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
    state.shipping.keepTyped(values, order, email);
    expect(tab.size).toBe(1);
    expect(opened()).toEqual(values);
    state.shipping.keepTyped(state.shipping.servedValues(order, email), order, email);
    expect(tab.size).toBe(0);
  });

  it('of which nothing was typed is no form begun: neither what the market proposed, nor the order that is stored', async () => {
    await enter((await makeUser(market.db)).email);
    const begun = async () => draftCount((await state.ready()).local.db, `u:${session().user?.user_id}`);
    await openDelivery({ saveDrafts: state.store.saveDrafts, begun });
    expect(await onDevice()).toEqual([]);
  });
});

it('sent, it does not come back from the device when the page is reloaded at once', async () => {
  const { email } = await makeUser(market.db);
  await enter(email);
  state.store.keepDraft('produit 12', { images: 'Trois, Deux' });
  await state.store.saveDrafts();
  expect(await onDevice()).toHaveLength(1);
  state.store.forgetDraft('produit 12');
  await openAgain({ sameTab: true });
  await until(() => session().user?.email === email, 'the session is back');
  expect(state.store.readDraft('produit 12')).toBeNull();
});

it('sent, it leaves the device at once, not with the next pause in the typing', async () => {
  const { email } = await makeUser(market.db);
  await enter(email);
  state.store.keepDraft('produit 13', { images: 'Trois, Deux' });
  await state.store.saveDrafts();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  state.store.forgetDraft('produit 13');
  vi.useRealTimers();
  await until(async () => (await onDevice()).length === 0, 'the device has forgotten it');
});
