// One page, one person after the other: nothing that the first has read or done is in its memory for the second.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointArguments, ReadName } from '#contract/registry.ts';
import type { ReadResult } from '#state/page/query-client.ts';
import { makeUser } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;
type Person = Awaited<ReturnType<typeof makeUser>>;
let anne: Person;
let bob: Person;

async function loadState() {
  const { pageStore, pageQueryClient } = await import('#state/page/page-store.ts');
  const { queryKey } = await import('#state/page/query-client.ts');
  const { cartAtom } = await import('#state/cart/cart.ts');
  const { pendingAtom, trayAtom } = await import('#state/pending/pending-writes.ts');
  const session = await import('#state/session/session.ts');
  const { readEndpoint } = await import('#engine/reads/read.ts');
  const { sendRequest } = await import('#state/account/requests.ts');
  const { getSync } = await enginePort();
  return {
    pageStore,
    pageQueryClient,
    queryKey,
    cartAtom,
    pendingAtom,
    trayAtom,
    session,
    read: readEndpoint,
    sendRequest,
    ready: getSync,
  };
}

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  state = await loadState();
  await state.ready();
  anne = await makeUser(market.db);
  bob = await makeUser(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  page.network.heal();
  page.network.up = true;
  if (shown().status !== 'anonymous') await state.session.confirmLogout('discard');
  state.pageQueryClient.clear();
  await enter(anne);
});

const shown = () => state.pageStore.get(state.session.sessionAtom);
const isIn = (person: Person | null) =>
  until(() => shown().user?.user_id === person?.id, 'the page shows who is there');
async function enter(person: Person): Promise<void> {
  expect(await state.session.login(person.email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
  await isIn(person);
}

/** As a screen reads. */
function look<N extends ReadName>(name: N, args: EndpointArguments<N>) {
  const queryKey = state.queryKey(name, args);
  const later = (seen: unknown) => state.pageQueryClient.setQueryData(queryKey, seen);
  return state.pageQueryClient.fetchQuery({
    queryKey,
    queryFn: ({ signal }) => state.read(name, args, { signal, last: undefined, later }),
  });
}
const ordersOf = ({ id }: Person) => look('users.orders', { params: { id } });
/** Calls whose answers the page has. */
const inMemory = () =>
  state.pageQueryClient
    .getQueryCache()
    .getAll()
    .filter(({ state: { data } }) => (data as ReadResult<unknown> | undefined)?.answer !== undefined)
    .map(({ queryKey }) => queryKey[0]);
const onDevice = async () => (await (await state.ready()).cache.reads.toArray()).map(({ owner }) => owner);

const changes: [string, () => Promise<void>, () => Person | null][] = [
  ['they have left', () => state.session.confirmLogout('keep'), () => null],
  ['somebody else has come where they had not left', () => enter(bob), () => bob],
];

describe.each(changes)('after %s', (_, change, next) => {
  it('personal data are not in memory, and public data are', async () => {
    await look('categories.list', {});
    await ordersOf(anne);
    expect(inMemory()).toContain('users.orders');
    await until(async () => (await onDevice()).includes(`u:${anne.id}`), 'their orders are kept');
    await change();
    await isIn(next());
    await until(() => !inMemory().includes('users.orders'), 'their orders are forgotten');
    expect(inMemory()).toContain('categories.list');
    expect(await onDevice()).not.toContain(`u:${anne.id}`);
  });

  it('the answer to a running request is neither shown nor cached', async () => {
    page.network.fail(({ url }) => url.includes('/orders'), 'held', 1);
    const asked = ordersOf(anne);
    // What there is is shown first; the answer itself is later, and too late.
    expect((await asked).answer).toBeUndefined();
    await change();
    await isIn(next());
    await page.network.release();
    await (await state.ready()).drain();
    expect(inMemory()).not.toContain('users.orders');
    expect(await onDevice()).not.toContain(`u:${anne.id}`);
  });

  it('writes and outcomes are on no screen', async () => {
    page.network.up = false;
    await state.sendRequest('availability.create', { email: anne.email, product: '/products/1' });
    await until(() => state.pageStore.get(state.pendingAtom).length === 1, 'it waits');
    await until(() => state.pageStore.get(state.trayAtom).waiting.length === 1, 'it is listed');
    page.network.up = true;
    page.network.fail(({ url }) => url.includes('availability'), 'cut');
    await change();
    await isIn(next());
    await until(() => state.pageStore.get(state.trayAtom).ready, 'the list is read anew');
    expect(state.pageStore.get(state.pendingAtom)).toEqual([]);
    expect(state.pageStore.get(state.trayAtom)).toMatchObject({ waiting: [], decisions: [] });
    expect(state.pageStore.get(state.cartAtom)).toMatchObject({ cart: { items: [] }, cartIri: null });
    const sync = await state.ready();
    // It waits on for them, and what they had left before may, too.
    const owners = (await sync.local.db.outbox.toArray()).map(({ owner }) => owner);
    expect([...new Set(owners)]).toEqual([`u:${anne.id}`]);
  });
});
