// Keeps the market's public answers, and serves them.
// Guarantees: an answer is kept only if our server gave it publicly and all of it arrived; what is served from here says
// when the server gave it (X-Kept-At, milliseconds) and never pretends to be the server's present word; with a network that
// is silent for three seconds, breaks off or gives someone else's answer, what is kept is served, and a late answer is still
// kept for the next time.
import { KEPT_AT, NETWORK, PATIENCE_MS } from '#contract/kept-answers.ts';
import { cacheNames } from '#db/cache-names.ts';
import { ForeignAnswer, heardSilence } from './network.ts';
import { decoded, isAnswer } from './ours.ts';
import { keptSince, takenAt, takeOut } from './taken-shelf.ts';

const mostAnswers = 500;

/** Ours, and public. */
export function isKeepable(response: Response): boolean {
  const policy = response.headers.get('Cache-Control') ?? '';
  return isAnswer(response) && !/no-store|private/.test(policy);
}

/** Read to its end, and JSON to its last bracket; rejects when it is not. */
export async function wholeAnswer(response: Response): Promise<Response> {
  const text = await response.text();
  JSON.parse(text);
  return new Response(text, decoded(response));
}

/** The same answer with its age; without `Date`, which would pass for the server's present clock. */
export async function aged(response: Response, keptAt: number): Promise<Response> {
  const head = decoded(response);
  head.headers.set(KEPT_AT, String(keptAt));
  head.headers.delete('Date');
  return new Response(await response.arrayBuffer(), head);
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

/** @param begun told when our server has begun to answer */
async function askNetwork({ request, waitUntil, fetch, now }: Turn, begun: () => void = () => {}): Promise<Response> {
  const response = await fetch(request);
  if (!response.headers.has('X-Api')) throw new ForeignAnswer(`Not ours: ${request.url}`);
  begun();
  if (isKeepable(response)) {
    const whole = await wholeAnswer(response).catch((failure: unknown) => {
      if (!request.signal.aborted) heardSilence(now());
      throw failure;
    });
    waitUntil(keepAnswer(request, whole.clone(), now()));
    return whole;
  }
  if (response.status === 404 || response.status === 410) waitUntil(forget(request));
  return response;
}

async function forget(request: Request): Promise<void> {
  await (await caches.open(cacheNames.answers)).delete(request, { ignoreVary: true });
  await takeOut(request);
}

async function keptAnswer(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(cacheNames.answers);
  const both = await Promise.all([cache.match(request, { ignoreVary: true }), takenAt(request)]);
  const [kept, taken] = both.map((one) => (one && isAnswer(one) ? one : undefined));
  return kept && taken && keptSince(taken) > keptSince(kept) ? taken : (kept ?? taken);
}

function inVain(kept: Response): Response {
  const headers = new Headers(kept.headers);
  headers.set(NETWORK, 'silent');
  return new Response(kept.body, { status: kept.status, statusText: kept.statusText, headers });
}

/** The network's answer, or after three silent seconds (or a failure) what is kept. */
export async function networkThenKept(turn: Turn): Promise<Response> {
  let isAnswering = false;
  const network = askNetwork(turn, () => {
    isAnswering = true;
  });
  // The late answer is kept, too.
  turn.waitUntil(network.catch(() => undefined));
  const late = Symbol('late');
  const failed = Symbol('failed');
  const settled = network.then((response) => (response.status >= 500 ? failed : response)).catch(() => failed);
  const inTime = () => Promise.race([settled, turn.wait(PATIENCE_MS).then(() => late)]);
  let first = await inTime();
  // It is there and slow: as long again, and then what is kept is shown without calling the network silent.
  const isSlow = first === late && isAnswering;
  if (isSlow) first = await inTime();
  if (first instanceof Response) return first;
  const kept = await keptAnswer(turn.request);
  if (!kept) return network;
  return isSlow && first === late ? kept : inVain(kept);
}

/** What is kept at once, renewed behind it; the network when nothing is kept. */
export async function keptThenNetwork(turn: Turn): Promise<Response> {
  const kept = await keptAnswer(turn.request);
  if (!kept) return networkThenKept(turn);
  turn.waitUntil(askNetwork(turn).catch(() => undefined));
  return kept;
}

/** Takes out what an earlier version kept unseen. */
export async function clearOutAnswers(): Promise<void> {
  const cache = await caches.open(cacheNames.answers);
  for (const key of await cache.keys()) {
    const kept = await cache.match(key, { ignoreVary: true });
    if (kept && !isAnswer(kept)) await cache.delete(key, { ignoreVary: true });
  }
}
