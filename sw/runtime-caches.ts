// What the worker keeps of the market's public answers, and how it serves them.
// Guarantees: an answer is kept only if our server gave it publicly; what is served from here says when the server gave it
// (X-Kept-At, milliseconds) and never pretends to be the server's present word; with a network that is silent for three
// seconds what is kept is served, and the late answer is still kept for the next time.
import { cacheNames } from '#db/cache-names.ts';
import { patienceMs } from './network.ts';

export { cacheNames };
export const keptAtHeader = 'X-Kept-At';
/** 'silent': this kept answer is shown because the network did not give one. */
const networkHeader = 'X-Network';

const mostAnswers = 500;

/** Ours, public, and whole. */
export function isKeepable(response: Response): boolean {
  const policy = response.headers.get('Cache-Control') ?? '';
  return response.status === 200 && response.headers.has('X-Api') && !/no-store|private/.test(policy);
}

/** The same answer with its age; without `Date`, which would pass for the server's present clock. */
export async function aged(response: Response, keptAt: number): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set(keptAtHeader, String(keptAt));
  headers.delete('Date');
  // The body is stored decoded.
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  return new Response(await response.arrayBuffer(), {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  // Oldest first: a renewed answer is put again at the end.
  for (const key of keys.slice(0, Math.max(0, keys.length - mostAnswers))) await cache.delete(key);
}

export async function keepAnswer(request: Request | string, response: Response, at: number): Promise<void> {
  const cache = await caches.open(cacheNames.answers);
  const kept = await aged(response, at);
  try {
    await cache.delete(request, { ignoreVary: true });
    await cache.put(request, kept.clone());
  } catch {
    // No room: pictures go first, since any of them can be fetched again.
    await caches.delete(cacheNames.images);
    await cache.put(request, kept);
  }
  await trim(cache);
}

interface Turn {
  request: Request;
  /** Keeps the worker alive until the work behind the answer is done. */
  waitUntil(work: Promise<unknown>): void;
  fetch(request: Request): Promise<Response>;
  now(): number;
  /** Resolves after that many milliseconds. */
  wait(ms: number): Promise<void>;
}

async function askNetwork({ request, waitUntil, fetch, now }: Turn): Promise<Response> {
  const response = await fetch(request);
  if (isKeepable(response)) waitUntil(keepAnswer(request, response.clone(), now()));
  else if (response.status === 404 || response.status === 410) waitUntil(forget(request));
  return response;
}

async function forget(request: Request): Promise<void> {
  await (await caches.open(cacheNames.answers)).delete(request);
}

async function keptAnswer(request: Request): Promise<Response | undefined> {
  return (await caches.open(cacheNames.answers)).match(request, { ignoreVary: true });
}

function inVain(kept: Response): Response {
  const headers = new Headers(kept.headers);
  headers.set(networkHeader, 'silent');
  return new Response(kept.body, { status: kept.status, statusText: kept.statusText, headers });
}

/** The network's answer, or after three silent seconds (or a failure) what is kept. */
export async function networkThenKept(turn: Turn): Promise<Response> {
  const network = askNetwork(turn);
  // The late answer is kept, too.
  turn.waitUntil(network.catch(() => undefined));
  const silent = Symbol('silent');
  const failed = Symbol('failed');
  const first = await Promise.race([
    network.then((response) => (response.status >= 500 ? failed : response)).catch(() => failed),
    turn.wait(patienceMs).then(() => silent),
  ]);
  if (first instanceof Response) return first;
  const kept = await keptAnswer(turn.request);
  return kept ? inVain(kept) : network;
}

/** What is kept at once, renewed behind it; the network when nothing is kept. */
export async function keptThenNetwork(turn: Turn): Promise<Response> {
  const kept = await keptAnswer(turn.request);
  if (!kept) return networkThenKept(turn);
  turn.waitUntil(askNetwork(turn).catch(() => undefined));
  return kept;
}
