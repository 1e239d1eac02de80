// One question to the service worker, and its answer.

/** Null without a worker, or when it does not answer in time. */
export function askWorker(type: string, timeoutMs: number): Promise<unknown> {
  const worker = globalThis.navigator?.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), timeoutMs);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      port1.close();
      resolve(data);
    };
    worker.postMessage({ type }, [port2]);
  });
}
