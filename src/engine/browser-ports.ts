// Browser ports: implements the sync layer's interfaces for tokens, events and other tabs.
import { askWorker } from '#state/device/ask-worker.ts';
import { isPrefetchAllowed } from '#state/device/data-saver.ts';
import { localItems } from '#state/page/web-storage.ts';
import type { TokenStorage } from '#sync/session/token-storage.ts';
import type { Hint } from '#sync/sync.ts';

export const tokenStorage: TokenStorage = {
  read: localItems.tokens.get,
  write: localItems.tokens.set,
  readRevocations: () => localItems.revocations.get() ?? [],
  writeRevocations: (tokens) => localItems.revocations.set(tokens.length > 0 ? tokens : null),
};

export function browserHints(heard: (hint: Hint) => void): () => void {
  const stops = (['online', 'offline', 'pageshow', 'focus'] as const).map((hint) => {
    const notify = () => heard(hint);
    addEventListener(hint, notify);
    return () => removeEventListener(hint, notify);
  });
  const seen = () => document.visibilityState === 'visible' && heard('visible');
  document.addEventListener('visibilitychange', seen);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', seen);
  };
}

export function sessionChannel() {
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

export function connectivityChannel() {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  const channel = new BroadcastChannel('etal.network');
  return {
    announce: (online: boolean) => channel.postMessage(online),
    listen(heard: (online: boolean) => void) {
      const hear = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'boolean') heard(data);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}

/** Without prefetching, pending writes are sent one at a time. */
export const isMeteredOrSlow = () => !isPrefetchAllowed();

const workerTimeoutMs = 300;

/** Tells the worker that the network is back and waits for its answer, so that following requests use the network. */
export const wakeWorker = async (): Promise<void> => void (await askWorker('REACHED', workerTimeoutMs));
