// Precache: the shell and the files that every screen needs offline, as listed by the build.
// Guarantees: files are checked against their digests, the shell against the mark of this build; an incomplete
// installation rejects and does not affect the working version; missing or corrupt entries are fetched again.
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { Route } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { cacheNames } from '#db/cache-names.ts';
import { hasOwnType, isPage, wholePage } from './response-checks.ts';
import { trustedNetwork, UntrustedAnswer } from './trusted-network.ts';
import { detachedEvent } from './worker-events.ts';

interface ListedFile extends PrecacheEntry {
  /** Stored at its first use. */
  onDemand?: boolean;
}

declare const self: ServiceWorkerGlobalScope;

const SHELL = '/shell';
const FILE_LIMIT_MS = 60_000;
const listed = self.__WB_MANIFEST as ListedFile[];
/** The shell's revision is the name of the build, and the state of the market's settings. */
export const [buildId = 'development'] = listed.find(({ url }) => url === SHELL)?.revision?.split('+') ?? [];

/** State of the files since the worker was started. */
let condition: 'unknown' | 'whole' | 'broken' = 'unknown';
export const isPrecacheBroken = (): boolean => condition === 'broken';

const isShell = (request: Request) => new URL(request.url).pathname === SHELL;
/** Checks the headers only; digests are verified in the background. */
const isCredible = (request: Request, response: Response) =>
  isShell(request)
    ? isPage(response, buildId)
    : response.status === 200 && hasOwnType(new URL(request.url).pathname, response);

const fileRules: WorkboxPlugin = {
  fetchDidSucceed: async ({ request, response }) => {
    const file = isShell(request) ? await wholePage(response, buildId) : response;
    if (!file || !isCredible(request, file)) throw new UntrustedAnswer(`Untrusted: ${response.url}`);
    return file;
  },
  cachedResponseWillBeUsed: async ({ cacheName, request, cachedResponse, event }) => {
    if (cachedResponse && isCredible(request, cachedResponse)) return cachedResponse;
    if (cacheName === cacheNames.precache && event.type !== 'install') condition = 'broken';
    return null;
  },
};

const plugins = [trustedNetwork({ firstByteMs: FILE_LIMIT_MS }), fileRules];
const precache = new PrecacheController({ cacheName: cacheNames.precache, plugins: [...plugins] });
precache.addToCacheList(listed.filter(({ onDemand }) => !onDemand));
/** Rarely used files, stored at their first use. */
const onDemand = new PrecacheController({ cacheName: cacheNames.assets, plugins: [...plugins] });
onDemand.addToCacheList(listed.filter((file) => file.onDemand));
const unstored = new NetworkOnly({ plugins });

const integrityOf = (files: PrecacheController, url: string) =>
  files.getIntegrityForCacheKey(files.getCacheKeyForURL(url) ?? '');

/** Workbox does not verify or repair no-CORS requests, so files are requested by own requests. */
export const fileRoutes = [precache, onDemand].map(
  (files) =>
    new Route(
      ({ url, sameOrigin }) => sameOrigin && url.search === '' && files.getCacheKeyForURL(url.pathname) !== undefined,
      ({ url, event }) => {
        const integrity = integrityOf(files, url.pathname);
        const params = { cacheKey: files.getCacheKeyForURL(url.pathname), integrity };
        const handled = files.strategy.handle({ event, url, request: new Request(url.pathname), params });
        // Retries past the HTTP cache and without storing, since the device may be full.
        const again = () => new Request(url.pathname, { integrity, cache: 'reload' });
        return handled.catch(() => unstored.handle({ event, request: again() }));
      },
    ),
);

export async function cachedShell(): Promise<Response | null> {
  const shell = await precache.matchPrecache(SHELL);
  if (shell && isPage(shell, buildId)) return shell;
  condition = 'broken';
  return null;
}

/** An untrusted file from the HTTP cache fails first and is then fetched past it. */
export async function installPrecache(): Promise<void> {
  const isWhole = await precache.install(detachedEvent('install')).then(
    () => true,
    () => repairPrecache(),
  );
  if (!isWhole) throw new Error('The installation is not whole.');
}

/** Deletes files of other versions. */
export async function cleanUpPrecache(event: ExtendableEvent): Promise<void> {
  await Promise.all([precache.activate(event), onDemand.activate(event)]);
}

async function isSound(request: Request, response: Response, integrity: string | undefined): Promise<boolean> {
  if (!isCredible(request, response)) return false;
  if (!integrity) return (await wholePage(response, buildId)) !== null;
  const bytes = await response.arrayBuffer().catch(() => new ArrayBuffer(0));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` === integrity;
}

let underway: Promise<boolean> | null = null;

/** Deletes corrupt entries and fetches missing ones. @returns whether all files are stored */
export function repairPrecache(): Promise<boolean> {
  underway ??= (condition === 'whole' ? Promise.resolve(true) : repairAll()).finally(() => {
    underway = null;
  });
  return underway;
}

async function repairAll(): Promise<boolean> {
  let isWhole = true;
  for (const files of [onDemand, precache]) {
    const cache = await caches.open(files.strategy.cacheName);
    for (const [url, cacheKey] of files.getURLsToCacheKeys()) {
      const integrity = files.getIntegrityForCacheKey(cacheKey);
      const found = await cache.match(cacheKey);
      if (found && (await isSound(new Request(url), found, integrity))) continue;
      if (found) await cache.delete(cacheKey);
      if (files === onDemand) continue;
      const request = new Request(url, { integrity, cache: 'reload' });
      const params = { cacheKey };
      try {
        await Promise.all(
          files.strategy.handleAll({ event: detachedEvent('install'), url: new URL(url), request, params }),
        );
      } catch {
        condition = 'broken';
        isWhole = false;
        // A server of a newer version has another shell, and still these files; a silent network has nothing.
        if (integrity) return false;
      }
    }
  }
  if (isWhole) condition = 'whole';
  return isWhole;
}
