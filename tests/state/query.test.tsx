// What a component is given by the one hook for reads, over the real read and the real server. Drawn once, its read is run as
// the page's memory would run it, and it is drawn again.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiQuery } from '#state/api/query.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let world: Awaited<ReturnType<typeof loadWorld>>;

async function loadWorld() {
  const { renderToStaticMarkup } = await import('react-dom/server');
  const { pageStore, pageQueryClient } = await import('#state/page/page-store.ts');
  const { collectQueries, queryKey, missingQueries } = await import('#state/page/query-client.ts');
  const { connectivityAtom } = await import('#state/page/connectivity.ts');
  const { StateProvider } = await import('#state/page/state-provider.tsx');
  const { useApiQuery } = await import('#state/api/query.ts');
  const port = await import('#state/page/engine-port.ts');
  return {
    renderToStaticMarkup,
    pageStore,
    pageQueryClient,
    queryKey,
    noteWishes: collectQueries,
    unfulfilledWishes: missingQueries,
    connectivityAtom,
    StateProvider,
    useApiQuery,
    port,
  };
}

let given: ApiQuery<unknown>[] = [];
function One({ args, enabled }: { args: object; enabled: boolean }) {
  given.push(world.useApiQuery('stores.list', args, { enabled }));
  return null;
}

/** Drawn by as many components at once: what each of them is given. */
function draw(args = {}, { enabled = true, times = 1 } = {}): ApiQuery<unknown>[] {
  const { renderToStaticMarkup, StateProvider, pageQueryClient, pageStore } = world;
  given = [];
  renderToStaticMarkup(
    <StateProvider queryClient={pageQueryClient} store={pageStore}>
      {Array.from({ length: times }, (_, at) => (
        <One key={String(at)} args={args} enabled={enabled} />
      ))}
    </StateProvider>,
  );
  return given;
}
const shown = (args = {}) => draw(args)[0] as ApiQuery<unknown>;

/** As one component that is there asks; it never rejects for want of a network. */
async function asked(args = {}): Promise<void> {
  const { pageQueryClient, queryKey } = world;
  await pageQueryClient
    .getQueryCache()
    .find({ queryKey: queryKey('stores.list', args) })
    ?.fetch()
    .catch(() => undefined);
}
/** Why the read itself failed, as far as it did. */
const failure = () =>
  world.pageQueryClient.getQueryCache().find({ queryKey: world.queryKey('stores.list', {}) })?.state.error;
const requests = () => page.network.log.filter(({ url }) => new URL(url, 'http://x').pathname === '/api/stores').length;
const hears = (online: boolean) =>
  world.pageStore.set(world.connectivityAtom, (now) => ({ ...now, online, sure: true }));

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  world = await loadWorld();
  await enginePort();
});
afterAll(() => market.close());
beforeEach(() => {
  page.network.heal();
  page.network.up = true;
  page.network.log.length = 0;
  world.pageQueryClient.clear();
  hears(true);
});

describe('before the code of the reads is there', () => {
  it('a read whose code cannot be loaded has failed, and the next one loads it', async () => {
    world.port.setEngineLoader(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    draw();
    await asked();
    expect(failure()).toBeInstanceOf(TypeError);
    await enginePort();
    await asked();
    expect(shown()).toMatchObject({ status: 'success', error: null });
  });

  it('a query with hanging code is reported after six seconds', async () => {
    vi.resetModules();
    const fresh = await loadWorld();
    const before = world;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      world = fresh;
      fresh.port.setEngineLoader(() => new Promise(() => {}));
      draw();
      let ended = false;
      const asking = asked().then(() => {
        ended = true;
      });
      await vi.advanceTimersByTimeAsync(5999);
      expect(ended).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await asking;
      expect(failure()).toEqual({ kind: 'timeout' });
    } finally {
      vi.useRealTimers();
      world = before;
    }
  });
});

describe('a read', () => {
  it('of several components is one request with one answer', async () => {
    expect(draw({}, { times: 3 }).map(({ status }) => status)).toEqual(['loading', 'loading', 'loading']);
    await Promise.all([asked(), asked(), asked()]);
    expect(requests()).toBe(1);
    const all = draw({}, { times: 3 });
    for (const one of all) expect(one).toMatchObject({ status: 'success', stale: false, aged: false, error: null });
    expect(all[1]?.data).toBe(all[0]?.data);
  });

  it('with other arguments is another', async () => {
    draw();
    await asked();
    expect(shown({ query: { page: 2 } }).status).toBe('loading');
    expect(shown({ query: { page: undefined } }).status).toBe('success');
  });

  it('disabled makes no request', async () => {
    const { noteWishes, unfulfilledWishes } = world;
    noteWishes(world.pageQueryClient);
    expect(draw({}, { enabled: false })[0]).toMatchObject({ status: 'loading', seenAt: null });
    expect(unfulfilledWishes(world.pageQueryClient)).toEqual([]);
    draw();
    expect(unfulfilledWishes(world.pageQueryClient)).toEqual([['stores.list', {}]]);
  });

  it('without a network and a cache is an error, ended by the next answer', async () => {
    page.network.up = false;
    draw();
    await asked();
    expect(shown()).toMatchObject({ status: 'error', data: undefined, error: { kind: 'offline' }, seenAt: null });
    page.network.up = true;
    await asked();
    expect(shown()).toMatchObject({ status: 'success', error: null, stale: false });
  });

  it.each(['cut', 'error', 'portal'] as const)(
    'with an earlier answer shows it after a failed refetch (%s), with an error and its age',
    async (fault) => {
      draw();
      await asked();
      const before = shown();
      page.network.fail(({ url }) => url.includes('/stores'), fault);
      await asked();
      const after = shown();
      expect(after).toMatchObject({ status: 'success', stale: true, aged: true, seenAt: before.seenAt });
      expect(after.data).toBe(before.data);
      expect(after.error).not.toBeNull();
      page.network.heal();
      await asked();
      expect(shown()).toMatchObject({ status: 'success', stale: false, aged: false, error: null });
    },
  );

  it('ages when the network is lost, without a refetch', async () => {
    draw();
    await asked();
    hears(false);
    expect(shown()).toMatchObject({ status: 'success', stale: false, aged: true, error: null });
  });

  it('with a late answer is first reported as silent, then shown', async () => {
    page.network.fail(({ url }) => url.includes('/stores'), 'held', 1);
    draw();
    await asked();
    expect(shown()).toMatchObject({ status: 'error', error: { kind: 'timeout' } });
    await page.network.release();
    await until(() => shown().status === 'success', 'the late answer is shown');
    expect(requests()).toBe(1);
  });

  it('refused is a separate error, without the earlier answer', async () => {
    draw();
    await asked();
    const { pageQueryClient, queryKey } = world;
    const gone = { answer: undefined, seenAt: null, stale: false, error: { kind: 'not-found' }, personal: false };
    pageQueryClient.setQueryData(queryKey('stores.list', {}), gone);
    expect(shown()).toMatchObject({ status: 'error', data: undefined, error: { kind: 'not-found' }, stale: false });
  });
});
