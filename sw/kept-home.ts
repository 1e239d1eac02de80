// Keeps the filled home page, as the server last wrote it: what an opening without a network shows first.
// Guarantee: kept and served only whole and with the sign of the build it belongs to, since an older page names files that
// this worker does not have; asked for only where the page that opened last has said that data need not be spared, since
// only pages know what their person has chosen.

import { cacheNames } from '#db/cache-names.ts';
import { ask } from './network.ts';
import { isPage, wholePage } from './ours.ts';

const address = '/';

export const giveLeave = (given: boolean): Promise<unknown> =>
  given ? caches.open(cacheNames.leave) : caches.delete(cacheNames.leave);

/** Asks the server for the home page, where it may, and keeps it, if it is of this build. */
export async function renewHome(buildId: string): Promise<Response | null> {
  if (!(await caches.has(cacheNames.leave))) return null;
  const response = await ask(address, { cache: 'no-cache', redirect: 'error', headers: { Accept: 'text/html' } });
  const page = await wholePage(response, buildId);
  if (!page) return null;
  const cache = await caches.open(cacheNames.pages);
  await cache.put(address, page.clone());
  return page;
}

export async function keptHome(buildId: string): Promise<Response | null> {
  const cache = await caches.open(cacheNames.pages);
  const kept = await cache.match(address);
  return kept && isPage(kept, buildId) ? kept : null;
}
