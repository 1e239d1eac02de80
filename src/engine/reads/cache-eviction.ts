// The one place in the page that empties what the worker keeps: pictures and public answers, which can be fetched again,
// when room is short.
import { cacheNames } from '#db/cache-names.ts';

async function giveUp(name: keyof typeof cacheNames): Promise<void> {
  // There is none on a page served without TLS.
  if ('caches' in globalThis) await globalThis.caches.delete(cacheNames[name]);
}

export const sparedCaches = { pictures: () => giveUp('images'), answers: () => giveUp('answers') };
