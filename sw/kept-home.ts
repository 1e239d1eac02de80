// The filled home page, as the server last wrote it: what an opening without a network shows first.
// Guarantee: served only with the build it belongs to, since an older page names files that this worker does not have.
import { ask } from './network.ts';
import { cacheNames } from './runtime-caches.ts';

const address = '/';
const buildHeader = 'X-Build';

/** Asks the server for the home page and keeps it, if it is of this build. */
export async function renewHome(buildId: string): Promise<Response | null> {
  const response = await ask(address, { cache: 'no-cache', headers: { Accept: 'text/html' } });
  if (response.status !== 200 || response.headers.get(buildHeader) !== buildId) return null;
  const cache = await caches.open(cacheNames.pages);
  await cache.put(address, response.clone());
  return response;
}

export async function keptHome(buildId: string): Promise<Response | null> {
  const cache = await caches.open(cacheNames.pages);
  const kept = await cache.match(address);
  return kept?.headers.get(buildHeader) === buildId ? kept : null;
}
