// Home page cache: the filled home page as the server last wrote it, for an opening without a network.
// Guarantees: it is stored and shown only whole and with the sign of its build, since an older page names files that this
// worker does not have; it is fetched only if the last page has said that data need not be spared, since only pages know
// what the person has chosen.
import { cacheNames } from '#db/cache-names.ts';
import { buildId } from './precache.ts';
import { isPage, wholePage } from './response-checks.ts';
import { FetchAndStore, fetchNow, inBackground, trustedNetwork, UntrustedAnswer } from './trusted-network.ts';

const HOME = '/';

export const allowPrefetch = (isAllowed: boolean): Promise<unknown> =>
  isAllowed ? caches.open(cacheNames.leave) : caches.delete(cacheNames.leave);

const freshHome = new FetchAndStore({
  cacheName: cacheNames.pages,
  fetchOptions: { cache: 'no-cache', redirect: 'error' },
  plugins: [
    trustedNetwork(inBackground),
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
  if (!(await caches.has(cacheNames.leave))) return;
  const request = new Request(HOME, { headers: { Accept: 'text/html' } });
  await fetchNow(freshHome, request, event).catch(() => undefined);
}

export async function cachedHomePage(): Promise<Response | null> {
  const cache = await caches.open(cacheNames.pages);
  const cached = await cache.match(HOME, { ignoreVary: true });
  return cached && isPage(cached, buildId) ? cached : null;
}
