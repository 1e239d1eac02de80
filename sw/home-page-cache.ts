// Home page cache: the server-rendered home page, for a start without a network.
// Guarantees: stored and shown only complete and with the mark of its build, since an older page refers to files that
// this worker does not have; fetched only while the pages allow prefetching.
import { cacheNames } from '#db/cache-names.ts';
import { buildId } from './precache.ts';
import { isPage, wholePage } from './response-checks.ts';
import { backgroundLimits, FetchAndStore, fetchNow, trustedNetwork, UntrustedAnswer } from './trusted-network.ts';

const HOME = '/';

export const allowPrefetch = (isAllowed: boolean): Promise<unknown> =>
  isAllowed ? caches.open(cacheNames.prefetchAllowed) : caches.delete(cacheNames.prefetchAllowed);

const freshHome = new FetchAndStore({
  cacheName: cacheNames.pages,
  fetchOptions: { cache: 'no-cache', redirect: 'error' },
  plugins: [
    trustedNetwork(backgroundLimits),
    {
      fetchDidSucceed: async ({ response }) => {
        const page = await wholePage(response, buildId);
        if (!page) throw new UntrustedAnswer(`Not of this build: ${response.url}`);
        return page;
      },
    },
  ],
});

/** Never rejects: without a network the cached page stays. */
export async function renewHomePage(event: ExtendableEvent): Promise<void> {
  if (!(await caches.has(cacheNames.prefetchAllowed))) return;
  const request = new Request(HOME, { headers: { Accept: 'text/html' } });
  await fetchNow(freshHome, request, event).catch(() => undefined);
}

export async function cachedHomePage(): Promise<Response | null> {
  const cache = await caches.open(cacheNames.pages);
  const cached = await cache.match(HOME, { ignoreVary: true });
  return cached && isPage(cached, buildId) ? cached : null;
}
