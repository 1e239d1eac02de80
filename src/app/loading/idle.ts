// When the page is idle, and when all the app is made of lies on the device.
import { useEffect, useState } from 'react';

const paintedAfterMs = 200;

/** Runs once the page is loaded, painted and has nothing more urgent to do. */
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

/** False during the first view, on the server as in the browser; true once the page is idle. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => onIdle(() => setIdle(true)), []);
  return idle;
}

let settled = false;
const waiting = new Set<() => void>();

/** What the app is made of lies on the device, or is known not to. */
export function tellSettled(): void {
  settled = true;
  for (const run of waiting) run();
  waiting.clear();
}

/**
 * True once what is not part of the first view may come: from the device, where the installation has brought it, so that a
 * first visit fetches it once and after everything else.
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
