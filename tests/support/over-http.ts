// Connects a test network to a server process over real connections, with hooks for each request.
import { request } from 'node:http';
import type { Injectable } from './network.ts';

/** Hooks of a request. */
export interface Watch {
  /** The request is sent after this. */
  before?(): Promise<void>;
  /** Called when all its bytes are sent. */
  sent?(): void;
  /** The complete answer has arrived: it is delivered after this, and lost if this rejects. */
  answered?(): Promise<void>;
}

/** @param address the client address for the server */
export function overHttp(url: string, address: string, watchOf: (path: string) => Watch): Injectable {
  return {
    async inject({ method, url: path, headers, payload }) {
      const watch = watchOf(path);
      await watch.before?.();
      const answer = await new Promise<Awaited<ReturnType<Injectable['inject']>>>((resolve, reject) => {
        const gone = () => reject(new TypeError('fetch failed'));
        const more = { 'x-forwarded-for': address, 'accept-encoding': 'identity' };
        const asked = request(
          new URL(path, url),
          { method, headers: { ...headers, ...more }, agent: false },
          (answer) => {
            const parts: Buffer[] = [];
            answer.on('data', (part: Buffer) => parts.push(part));
            answer.on('error', gone);
            answer.on('end', () => {
              const { 'transfer-encoding': _, ...reported } = answer.headers;
              resolve({
                statusCode: answer.statusCode ?? 0,
                headers: reported,
                payload: Buffer.concat(parts).toString('utf8'),
              });
            });
          },
        );
        asked.on('error', gone);
        asked.end(payload, () => watch.sent?.());
      });
      await watch.answered?.();
      return answer;
    },
  };
}

/** For `before`: waits for this many requests, then for `then`, and continues all at the same moment. */
export function together(count: number, then: () => Promise<void> | void): () => Promise<void> {
  let here = 0;
  let go: () => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const gone = new Promise<void>((resolve, reject) => {
    go = resolve;
    fail = reject;
  });
  return () => {
    here += 1;
    if (here === count) Promise.resolve(then()).then(go, fail);
    return gone;
  };
}

/** Resolves at the nth call. */
export function nth(count: number): { happened: () => void; moment: Promise<void> } {
  let left = count;
  let notify: () => void = () => {};
  const moment = new Promise<void>((resolve) => {
    notify = resolve;
  });
  return { moment, happened: () => void (--left === 0 && notify()) };
}
