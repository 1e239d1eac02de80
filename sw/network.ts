// Fetches for the worker, and holds what it believes of the network. Guarantees: no request of the worker waits for an
// answer for ever (a hung one would hold one of the few connections a bad network has); an answer that is not ours is no
// answer; while the network is known to be silent what is kept is shown almost at once, instead of after three seconds each
// time; any answer of ours ends that belief.
import { KNOWN_SILENT_MS, PATIENCE_MS } from '#contract/kept-answers.ts';
import { isOurs } from './ours.ts';

/** How long a silence is remembered, milliseconds. */
const rememberedMs = 15_000;
/** Without a first byte of the answer after this long, a request is given up, milliseconds. */
export const answerLimitMs = 10_000;
/** A body may take its time, but not for ever, milliseconds. */
const bodyLimitMs = 60_000;

let silentAt = Number.NEGATIVE_INFINITY;

export const heardSilence = (now: number): void => {
  silentAt = now;
};
export const heardAnswer = (): void => {
  silentAt = Number.NEGATIVE_INFINITY;
};
export const believedSilent = (now: number): boolean => now - silentAt < rememberedMs;
export const patience = (now: number): number => (believedSilent(now) ? KNOWN_SILENT_MS : PATIENCE_MS);

/** Someone else answered in our server's place: for whoever asked, the network is away. */
export class ForeignAnswer extends TypeError {}

/** What of an answer is believed; null when it is not ours. */
export type Reading = (response: Response) => Response | null | Promise<Response | null>;

const ours: Reading = (response) => (isOurs(response) ? response : null);

export interface AskOptions extends RequestInit {
  limitMs?: number;
  /** The limit is for the whole answer, not for its first byte. */
  whole?: boolean;
  bodyMs?: number;
  read?: Reading;
  /** Of another host: what it does says nothing about our network. */
  elsewhere?: boolean;
}

/**
 * Rejects when no answer begins in time, and when the one that came is not ours; the page's own giving up is passed on, and
 * says nothing about the network.
 */
export async function ask(
  input: RequestInfo | URL,
  {
    limitMs = answerLimitMs,
    whole = false,
    bodyMs = bodyLimitMs,
    read = ours,
    elsewhere = false,
    ...init
  }: AskOptions = {},
): Promise<Response> {
  const given = input instanceof Request ? input.signal : undefined;
  const controller = new AbortController();
  const follow = () => controller.abort();
  if (given?.aborted) follow();
  given?.addEventListener('abort', follow);
  let timer = setTimeout(follow, limitMs);
  try {
    const response = await fetch(input, { ...init, signal: controller.signal });
    if (!whole) {
      clearTimeout(timer);
      if (bodyMs !== Number.POSITIVE_INFINITY) timer = setTimeout(follow, bodyMs);
    }
    const answer = await read(response);
    if (!answer) throw new ForeignAnswer(`Not ours: ${response.url}`);
    if (!elsewhere) heardAnswer();
    return answer;
  } catch (failure) {
    clearTimeout(timer);
    given?.removeEventListener('abort', follow);
    if (!given?.aborted && !elsewhere) heardSilence(Date.now());
    throw failure;
  }
}

/** The same for a file that never changes: what the browser itself has kept of it may be someone else's, and is asked past. */
export async function askForFile(input: RequestInfo | URL, options: AskOptions): Promise<Response> {
  try {
    return await ask(input, options);
  } catch (failure) {
    if (!(failure instanceof ForeignAnswer) || options.cache === 'reload') throw failure;
    return ask(input, { ...options, cache: 'reload' });
  }
}
