// Order stream: keeps the event stream of a store open while the page is visible.
// Guarantees: an ended, broken, silent or untrusted stream is reopened with exponential backoff and jitter, and at once
// when network or page return; missed events are fetched after each reopening; hidden pages keep no stream.
import { openNews, readNews } from '#api/news-stream.ts';
import { HEARTBEAT_MS } from '#contract/orders/order-news.ts';
import { getSync } from '../page/engine-port.ts';
import { pageSettings } from '../page/settings.ts';

/** Two missed heartbeats, milliseconds. */
const SILENCE = 2 * HEARTBEAT_MS + 5_000;
const OPENING = 10_000;
/** Backoff, milliseconds: doubles up to the maximum, with jitter down to half of it. */
const AGAIN_AFTER = 1_000;
const AGAIN_AT_MOST = 30_000;
/** A stream that lived so long was a good one, milliseconds. */
const GOOD = 10_000;

export interface OrderStreamListeners {
  /** The orders may have changed. `atFirst`: during the first opening. */
  onNews(atFirst?: boolean): void;
  /** False while the stream is down. */
  onListening(isHeard: boolean): void;
}

export interface OrderStream {
  /** Reopens at once after the network is back; an open connection may hang. */
  reopen(): void;
  end(): void;
}

export function followOrders(storeId: string, { onNews, onListening }: OrderStreamListeners): OrderStream {
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let wasOpen = false;
  let isTokenRefused = false;

  const isWanted = () => document.visibilityState === 'visible';

  async function open({ signal }: AbortController): Promise<ReadableStream<Uint8Array> | null> {
    const { session } = await getSync();
    const owner = session.owner();
    if (!owner?.startsWith('u:')) return null;
    let token = isTokenRefused ? null : await session.credentials.token(owner);
    if (!token && (await session.credentials.refresh(owner)) === 'fresh')
      token = await session.credentials.token(owner);
    if (!token || signal.aborted) return null;
    const opened = await openNews(pageSettings().apiEndpoint, storeId, token, signal);
    isTokenRefused = opened.isTokenRefused;
    if (opened.isForbidden) await session.credentials.refresh(owner);
    return opened.body;
  }

  async function listen(mine: AbortController): Promise<void> {
    let limit = setTimeout(() => mine.abort(), OPENING);
    const hear = () => {
      clearTimeout(limit);
      limit = setTimeout(() => mine.abort(), SILENCE);
    };
    let openedAt = Number.POSITIVE_INFINITY;
    try {
      const body = await open(mine);
      if (!body) return;
      hear();
      openedAt = Date.now();
      onNews(!wasOpen);
      wasOpen = true;
      onListening(true);
      await readNews(body, hear, onNews);
    } finally {
      clearTimeout(limit);
      if (Date.now() - openedAt > GOOD) failures = 0;
    }
  }

  function start(): void {
    clearTimeout(timer);
    if (current || !isWanted()) return;
    const mine = new AbortController();
    current = mine;
    const over = () => {
      // Ended on purpose.
      if (current !== mine) return;
      current = null;
      onListening(false);
      const wait = Math.min(AGAIN_AFTER * 2 ** failures, AGAIN_AT_MOST);
      failures += 1;
      timer = setTimeout(start, wait * (0.5 + Math.random() / 2));
    };
    listen(mine).then(over, over);
  }

  function stop(): void {
    clearTimeout(timer);
    const mine = current;
    current = null;
    mine?.abort();
  }

  const turn = () => {
    if (isWanted()) start();
    else stop();
  };
  const anew = () => {
    stop();
    failures = 0;
    turn();
  };
  document.addEventListener('visibilitychange', turn);
  addEventListener('online', anew);
  start();
  return {
    reopen: anew,
    end: () => {
      document.removeEventListener('visibilitychange', turn);
      removeEventListener('online', anew);
      stop();
    },
  };
}
