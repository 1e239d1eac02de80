// Idle times: when the page is idle, and when the app's files are on the device.
import { useEffect, useState } from 'react';

const paintedAfterMs = 200;

/** Runs when the page is loaded, painted and idle. */
export function onIdle(run: () => void): () => void {
  let left = false;
  const go = () => {
    if (!left) run();
  };
  const whenLoaded = () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(go, { timeout: 2000 });
    else setTimeout(go, paintedAfterMs);
  };
  if (document.readyState === 'complete') whenLoaded();
  else addEventListener('load', whenLoaded, { once: true });
  return () => {
    left = true;
    removeEventListener('load', whenLoaded);
  };
}

/** False during the first view, on the server and in the browser; true when the page is idle. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => onIdle(() => setIdle(true)), []);
  return idle;
}

let settled = false;
const waiting = new Set<() => void>();

/** The installation has finished or failed. */
export function markSettled(): void {
  settled = true;
  for (const run of waiting) run();
  waiting.clear();
}

/**
 * True when code outside the first view may load. A first visit waits for the installation, so that it fetches each
 * file only once.
 */
export function useSettled(): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    if (settled) return setIs(true);
    const run = () => setIs(true);
    waiting.add(run);
    return () => {
      waiting.delete(run);
    };
  }, []);
  return is;
}
