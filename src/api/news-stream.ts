// Order news stream: opens and reads the event stream of a store.
// Guarantees: the token is in a header, never in the address; an untrusted answer, such as a portal's page, is not
// read.
import { createParser } from 'eventsource-parser';
import { EVENT_STREAM, ORDERS_EVENT, orderNewsEndpoint } from '#contract/orders/order-news.ts';

export interface OpenedNews {
  /** Null: refused, or untrusted. */
  body: ReadableStream<Uint8Array> | null;
  /** The token was not believed. */
  isTokenRefused: boolean;
  /** The user does not work for the store any more. */
  isForbidden: boolean;
}

/** @param endpoint '/api', or the whole address of another back end */
export async function openNews(
  endpoint: string,
  storeId: string,
  token: string,
  signal: AbortSignal,
): Promise<OpenedNews> {
  const response = await fetch(`${endpoint}${orderNewsEndpoint.path.replace(':id', storeId)}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: EVENT_STREAM },
    cache: 'no-store',
    redirect: 'error',
    signal,
  });
  const type = response.headers.get('Content-Type') ?? '';
  const isStream = response.ok && response.headers.has('X-Api') && type.startsWith(EVENT_STREAM);
  return {
    body: isStream ? response.body : null,
    isTokenRefused: response.status === 401,
    isForbidden: response.status === 403,
  };
}

/**
 * Reads to the end; rejects if the stream breaks.
 * @param alive called for each chunk
 * @param news called for each order event
 */
export async function readNews(body: ReadableStream<Uint8Array>, alive: () => void, news: () => void): Promise<void> {
  const parser = createParser({ onEvent: ({ event }) => event === ORDERS_EVENT && news() });
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    alive();
    parser.feed(decoder.decode(part.value, { stream: true }));
  }
}
