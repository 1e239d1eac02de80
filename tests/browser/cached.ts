// What a device has kept of the market, looked at beside the app: every entry of every cache, by its bytes.
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

interface StoredEntry {
  cache: string;
  /** Path and query. */
  path: string;
  status: number;
  type: string;
  /** Its first letters. */
  start: string;
  sha256: string;
  /** It can be read to its end, and as JSON where it says so. */
  whole: boolean;
}

export function allStored(page: Page): Promise<StoredEntry[]> {
  return page.evaluate(async () => {
    const entries: StoredEntry[] = [];
    for (const cache of await caches.keys()) {
      const open = await caches.open(cache);
      for (const request of await open.keys()) {
        const found = await open.match(request, { ignoreVary: true });
        if (!found) continue;
        const bytes = await found.arrayBuffer().catch(() => null);
        const text = new TextDecoder().decode(bytes ?? new ArrayBuffer(0));
        const type = found.headers.get('Content-Type') ?? '';
        const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0)));
        let whole = bytes !== null && text !== '';
        try {
          if (type.includes('json')) JSON.parse(text);
        } catch {
          whole = false;
        }
        const { pathname, search } = new URL(request.url);
        const sha256 = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        entries.push({
          cache,
          path: pathname + search,
          status: found.status,
          type,
          start: text.slice(0, 400),
          sha256,
          whole,
        });
      }
    }
    return entries;
  });
}

const types: Record<string, RegExp> = {
  'etal-answers': /^application\/ld\+json/,
  'etal-images': /^image\//,
  'etal-tiles': /^image\//,
  'etal-pages': /^text\/html/,
  'etal-assets': /^(text\/(javascript|css)|application\/javascript)/,
};

/** The entries that the market did not write, or not like this. */
export async function storedUntrusted(page: Page): Promise<string[]> {
  return (await allStored(page))
    .filter(({ cache, status, type, start, whole }) => {
      const isPortal = start.includes('Wi-Fi');
      return isPortal || !whole || status !== 200 || (types[cache] && !types[cache].test(type));
    })
    .map(({ cache, path, type }) => `${cache} ${path} ${type}`);
}

/** Files of the app on this device, and those of them that differ from what the server has. */
export async function storedApp(page: Page, origin: string): Promise<{ files: number; wrong: string[] }> {
  const files = (await allStored(page)).filter(({ cache }) => cache === 'etal-precache');
  const wrong: string[] = [];
  for (const { path, sha256 } of files) {
    const answer = await fetch(origin + path.split('?')[0]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) wrong.push(path);
  }
  return { files: files.length, wrong };
}

/** As a version that did not look has left it: a log-in page in the place of everything that is kept. */
export async function poison(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let count = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const portal = new Response('<!doctype html><h1>Bienvenue sur notre Wi-Fi</h1>', {
          headers: { 'Content-Type': 'text/html; charset=utf-8' },
        });
        await cache.put(request, portal);
        count += 1;
      }
    }
    return count;
  });
}

/** Names of the private reads whose answers the device has kept. */
export function storedPrivateReads(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('etal-cache');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          const reading = db.transaction('reads').objectStore('reads').getAllKeys();
          reading.onsuccess = () => {
            db.close();
            resolve(reading.result.map((key) => (JSON.parse((key as [string, string])[1]) as [string])[0]));
          };
          reading.onerror = () => reject(reading.error);
        };
      }),
  );
}
