// What the browser gives to the sync layer: the place of the tokens, its events, its other tabs.
import { askWorker } from '#state/device/ask-worker.ts';
import { fetchesAhead } from '#state/device/data-saver.ts';
import { saved } from '#state/page/web-storage.ts';
import type { TokenStorage } from '#sync/session/token-storage.ts';
import type { Hint } from '#sync/sync.ts';

export const tokenStorage: TokenStorage = {
  read: saved.tokens.get,
  write: saved.tokens.set,
  readRevocations: () => saved.revocations.get() ?? [],
  writeRevocations: (tokens) => saved.revocations.set(tokens.length > 0 ? tokens : null),
};

export function browserHints(heard: (hint: Hint) => void): () => void {
  const stops = (['online', 'offline', 'pageshow', 'focus'] as const).map((hint) => {
    const tell = () => heard(hint);
    addEventListener(hint, tell);
    return () => removeEventListener(hint, tell);
  });
  const seen = () => document.visibilityState === 'visible' && heard('visible');
  document.addEventListener('visibilitychange', seen);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', seen);
  };
}

export function otherTabs() {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  const channel = new BroadcastChannel('etal.session');
  return {
    announce: () => channel.postMessage('changed'),
    listen(heard: () => void) {
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
  };
}

export function sharedBelief() {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  const channel = new BroadcastChannel('etal.network');
  return {
    tell: (online: boolean) => channel.postMessage(online),
    listen(heard: (online: boolean) => void) {
      const hear = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'boolean') heard(data);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}

/** Where nothing is fetched ahead, what waits is sent one thing at a time. */
export const isMeteredOrSlow = () => !fetchesAhead();

const workerWithinMs = 300;

/** Tells the worker that the network is back, and waits until it knows: what is asked for then goes through it. */
export const wakeWorker = async (): Promise<void> => void (await askWorker('REACHED', workerWithinMs));
