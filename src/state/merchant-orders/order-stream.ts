// Keeps the stream of a shop's news open while the page is in sight, and says when something is worth a look.
// Guarantees: a stream that ends, breaks, falls silent or was never ours is opened again, later and later and never in step
// with others, and at once when the network or the screen is back; after each opening what may have been missed
// is asked for; a page that nobody looks at holds none.
import { openNews, readNews } from '#api/news-stream.ts';
import { BEAT } from '#contract/orders/order-news.ts';
import { ready } from '../page/engine-port.ts';
import { pageSettings } from '../page/settings.ts';

/** Two beats missed: nothing comes any more. Milliseconds. */
const SILENCE = 2 * BEAT + 5_000;
const OPENING = 10_000;
/** Before the next attempt, milliseconds: twice as long each time, up to the longest, and by chance down to half of it. */
const AGAIN_AFTER = 1_000;
const AGAIN_AT_MOST = 30_000;
/** A stream that lived so long was a good one, milliseconds. */
const GOOD = 10_000;

export interface OrderStreamHearers {
  /** Look at the orders. `atFirst`: something may have come while the first stream was opened. */
  look(atFirst?: boolean): void;
  /** False: nothing is heard although it should be. */
  tell(isHeard: boolean): void;
}

export interface OrderStream {
  /** The network is back: what was open before may hang, and nobody waits for the next attempt. */
  anew(): void;
  end(): void;
}

export function followOrders(storeId: string, { look, tell }: OrderStreamHearers): OrderStream {
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let wasOpen = false;
  let isTokenRefused = false;

  const isWanted = () => document.visibilityState === 'visible';

  async function open({ signal }: AbortController): Promise<ReadableStream<Uint8Array> | null> {
    const { session } = await ready();
    const owner = session.owner();
    if (!owner?.startsWith('u:')) return null;
    let token = isTokenRefused ? null : await session.credentials.token(owner);
    if (!token && (await session.credentials.refresh(owner)) === 'fresh')
      token = await session.credentials.token(owner);
    if (!token || signal.aborted) return null;
    const opened = await openNews(pageSettings().apiEndpoint, storeId, token, signal);
    isTokenRefused = opened.isTokenRefused;
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
      look(!wasOpen);
      wasOpen = true;
      tell(true);
      await readNews(body, hear, look);
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
      tell(false);
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
    anew,
    end: () => {
      document.removeEventListener('visibilitychange', turn);
      removeEventListener('online', anew);
      stop();
    },
  };
}
