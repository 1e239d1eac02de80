// Faulty proxy between any client (a browser with its service worker, or Node) and the real server. Guarantees:
// requests reach the server unchanged, with the address used by the client (so the proxy's own address is the public
// one); every request is recorded with its fault and the server's status; each request has its own connection, so that
// a browser never repeats one by itself on a reset connection.
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { VERSION_HEADER, versionIn } from '#contract/wire/preference.ts';
import { createPlan, type Fault, type Match, matches, type RecordedRequest, type Rule } from './network-faults.ts';

export interface FaultyProxy {
  /** The public address. */
  url: string;
  log: RecordedRequest[];
  /** Sets the current address of the server. */
  target(address: string): void;
  /** Adds rules; the first that matches decides, earlier rules first. */
  plan(...rules: Rule[]): void;
  /** Cuts the network: every open connection breaks, and each new one is refused. */
  cut(): void;
  /** Breaks every open stream. @returns their number */
  breakStreams(): number;
  /** Removes all rules and releases waiting requests. Stalled requests stay lost. */
  heal(): void;
  /** Releases held answers and waiting requests. */
  release(): void;
  /** Requests recorded since `since` (an index of `log`). */
  seen(match: Match, since?: number): RecordedRequest[];
  /** Resolves with the next matching request once the server has answered it, or at once when it never will. */
  next(match: Match): Promise<RecordedRequest>;
  /** Clears the record and all rules. */
  reset(): void;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** A stream after the head: it is forwarded as it arrives, without faults. */
  goesOn?: IncomingMessage;
}

/** `seed` decides the random choices of rules with a probability. */
export async function startFaultyProxy({ seed = 1 }: { seed?: number } = {}): Promise<FaultyProxy> {
  const plan = createPlan(seed);
  const sockets = new Set<Socket>();
  const streams = new Set<ServerResponse>();
  const log: RecordedRequest[] = [];
  let waiting: (() => void)[] = [];
  let released = 0;
  let watchers: { match: Match; tell: (seen: RecordedRequest) => void }[] = [];
  let upstream: URL | null = null;
  let down = false;

  function notifyWatchers(seen: RecordedRequest): void {
    const heard = watchers.filter(({ match }) => matches(seen, match));
    watchers = watchers.filter((watcher) => !heard.includes(watcher));
    for (const { tell: notify } of heard) notify(seen);
  }

  /** @param since the number of releases when it arrived: a later release lets it continue at once */
  const untilReleased = (since: number) =>
    released > since ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve));

  /** The server's complete answer; null without one. */
  function forward(seen: RecordedRequest): Promise<Answer | null> {
    const { method, path, body } = seen;
    // Answers of the API are recorded as text, so without compression.
    const headers = path.startsWith('/api/') ? { ...seen.headers, 'accept-encoding': 'identity' } : seen.headers;
    if (!upstream) return Promise.resolve(null);
    const { hostname, port } = upstream;
    return new Promise((resolve) => {
      const sent = ask({ hostname, port, method, path, headers, agent: false }, (answer) => {
        if (answer.headers['content-type']?.startsWith('text/event-stream')) {
          seen.status = answer.statusCode ?? 502;
          const { 'transfer-encoding': _chunked, ...headers } = answer.headers;
          return resolve({ status: seen.status, headers, body: Buffer.alloc(0), goesOn: answer });
        }
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', () => resolve(null));
        answer.on('end', () => {
          const [status, whole] = [answer.statusCode ?? 502, Buffer.concat(parts)];
          seen.status = status;
          seen.version = versionIn(String(answer.headers[VERSION_HEADER]));
          seen.replayed = answer.headers['idempotency-replayed'] === 'true';
          // Static files are not recorded.
          if (seen.path.startsWith('/api/')) seen.answer = whole;
          const { 'transfer-encoding': _chunked, 'keep-alive': _kept, ...headers } = answer.headers;
          resolve({ status, body: whole, headers: { ...headers, connection: 'close' } });
        });
      });
      sent.on('error', () => resolve(null));
      sent.end(body);
    });
  }

  /** Forwards half of the client's bytes to the server, and then closes the connection. */
  function tear({ method, path, headers, body }: RecordedRequest): Promise<void> {
    if (!upstream) return Promise.resolve();
    const { hostname, port } = upstream;
    return new Promise((resolve) => {
      const sent = ask({ hostname, port, method, path, headers, agent: false });
      sent.on('error', () => resolve());
      sent.write(body.subarray(0, body.length >> 1), () => {
        sent.destroy();
        resolve();
      });
    });
  }

  async function serve(seen: RecordedRequest, response: ServerResponse): Promise<void> {
    const { fault } = seen;
    const since = released;
    const reset = () => response.socket?.resetAndDestroy();
    if (fault === 'refuse' || fault === 'stall') {
      notifyWatchers(seen);
      if (fault === 'refuse') reset();
      return;
    }
    if (fault === 'torn') {
      await tear(seen);
      notifyWatchers(seen);
      return void reset();
    }
    const instead = standIn(fault);
    if (instead) {
      notify(response, seen, instead);
      return notifyWatchers(seen);
    }
    if (fault === 'wait') await untilReleased(since);
    if (typeof fault === 'object' && 'delay' in fault) await new Promise((resolve) => setTimeout(resolve, fault.delay));
    const answer = await forward(seen);
    const killing = typeof fault === 'object' && 'kill' in fault;
    if (answer && killing) await fault.kill();
    notifyWatchers(seen);
    if (answer?.goesOn) return passOn(response, seen, answer, answer.goesOn);
    if (fault === 'hold') await untilReleased(since);
    if (!answer || down || fault === 'drop' || killing) return void reset();
    if (fault === 'half') return half(response, answer);
    if (fault === 'short') return notify(response, seen, shortened(answer));
    if (typeof fault === 'object' && 'drip' in fault) return drip(response, seen, answer, fault.drip);
    notify(response, seen, answer);
  }

  function passOn(
    response: ServerResponse,
    seen: RecordedRequest,
    { status, headers }: Answer,
    body: IncomingMessage,
  ): void {
    seen.sentStatus = status;
    response.writeHead(status, headers);
    streams.add(response);
    response.on('close', () => {
      streams.delete(response);
      body.destroy();
    });
    body.on('error', () => response.socket?.resetAndDestroy());
    body.pipe(response);
  }

  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('error', () => {});
    response.on('error', () => {});
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming;
      const key = headers['idempotency-key'];
      const seen: RecordedRequest = {
        at: Date.now(),
        method,
        path: url,
        headers,
        body: Buffer.concat(parts),
        key: typeof key === 'string' ? key : null,
        fromWorker: headers.referer?.endsWith('/service-worker.js') ?? false,
        fault: 'pass',
        status: null,
        answer: null,
        version: undefined,
        replayed: false,
        sentStatus: null,
      };
      seen.fault = plan.faultOf(seen);
      log.push(seen);
      void serve(seen, response);
    });
  });
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    if (down) return void socket.resetAndDestroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    log,
    target(address) {
      upstream = new URL(address);
    },
    plan: (...rules) => plan.add(rules),
    cut() {
      down = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    breakStreams() {
      const open = [...streams];
      for (const response of open) response.socket?.resetAndDestroy();
      return open.length;
    },
    heal() {
      down = false;
      plan.clear();
      proxy.release();
    },
    release() {
      released += 1;
      const now = waiting;
      waiting = [];
      for (const go of now) go();
    },
    seen: (match, since = 0) => log.slice(since).filter((one) => matches(one, match)),
    next: (match) => new Promise((resolve) => watchers.push({ match, tell: resolve })),
    reset() {
      proxy.heal();
      log.length = 0;
      watchers = [];
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

function notify(response: ServerResponse, seen: RecordedRequest, { status, headers, body }: Answer): void {
  seen.sentStatus = status;
  response.writeHead(status, headers);
  response.end(body);
}

function half(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': String(body.length) });
  response.write(body.subarray(0, body.length >> 1), () => response.socket?.resetAndDestroy());
}

function shortened({ status, headers: { 'content-length': _whole, ...headers }, body }: Answer): Answer {
  return { status, headers, body: body.subarray(0, body.length >> 1) };
}

function drip(
  response: ServerResponse,
  seen: RecordedRequest,
  { status, headers, body }: Answer,
  bytesPerSecond: number,
): void {
  response.writeHead(status, headers);
  response.flushHeaders();
  let given = 0;
  const part = Math.max(1, Math.round(bytesPerSecond / 10));
  const timer = setInterval(() => {
    if (response.destroyed) return clearInterval(timer);
    response.write(body.subarray(given, given + part));
    given += part;
    if (given < body.length) return;
    clearInterval(timer);
    seen.sentStatus = status;
    response.end();
  }, 100);
}

/** The replacement for the server's answer, for faults with one. */
function standIn(fault: Fault): Answer | null {
  const page = (status: number, text: string, more = {}) => {
    const headers = { 'content-type': 'text/html; charset=utf-8', connection: 'close', ...more };
    return { status, headers, body: Buffer.from(`<!doctype html><title>${text}</title><h1>${text}</h1>`) };
  };
  if (fault === 'portal') return page(200, 'Bienvenue sur notre Wi-Fi');
  if (fault === 'elsewhere') return page(302, 'Bienvenue sur notre Wi-Fi', { location: 'http://wifi.invalid/' });
  if (fault === 'json') {
    const headers = { 'content-type': 'application/json', connection: 'close' };
    return { status: 200, headers, body: Buffer.from('{"portal":"Bienvenue sur notre Wi-Fi"}') };
  }
  if (typeof fault !== 'object' || !('status' in fault)) return null;
  const { status, retryAfter, ours: own = true } = fault;
  const more = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (!own) return page(status, `${status}`, more);
  const shown = { '@type': 'hydra:Error', 'hydra:title': `${status}`, 'hydra:description': `${status}` };
  const headers = { 'content-type': 'application/ld+json', 'x-api': '1', connection: 'close', ...more };
  return { status, headers, body: Buffer.from(JSON.stringify(shown)) };
}
