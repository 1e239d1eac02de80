// Faulty network between the code under test and the real server: perfect, cut, lossy, slow, lying. Guarantee: faults
// of answers do not change the requests, and all requests are recorded.

import { createHash } from 'node:crypto';
import { VERSION_HEADER, versionIn } from '#contract/wire/preference.ts';

interface Injected {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}
interface Injection {
  statusCode: number;
  headers: Record<string, unknown>;
  payload: string;
  /** The complete answer, if known already. */
  whole?: WholeAnswer;
}

/** The server in process. */
export interface Injectable {
  inject(request: Injected): Promise<Injection>;
}

export interface WholeAnswer {
  status: number;
  body: string;
}

/** The complete answer behind a minimal one: the outcome stored under the key, requested without the preference. */
export async function wholeAnswer(app: Injectable, request: Injected, reply: Injection): Promise<WholeAnswer> {
  if (reply.whole) return reply.whole;
  const { 'preference-applied': isMinimal, [VERSION_HEADER]: version } = reply.headers;
  if (!isMinimal) return { status: reply.statusCode, body: reply.payload };
  const { prefer: _, ...headers } = request.headers;
  const { statusCode: status, payload: body } = await app.inject({ ...request, headers });
  if (JSON.parse(body).version !== versionIn(String(version))) throw new Error(`${version} stands for ${body}`);
  return { status, body };
}

/**
 * cut: lost on the way to the server. lost: the server acts, its answer is lost. half: the answer breaks off in its body.
 * held: the server acts, its answer arrives at `release`. late: given up by the caller, delivered at `release`.
 * twice: delivered, and once more at `release`. error: 503. busy: 429 with Retry-After. portal: a log-in page instead.
 * gateway: the server acts, a proxy says 502 in its place. silent: no answer ever. drip: the answer comes byte by byte,
 * `dripping` a second. broken: half of the request reaches the server, then the connection is gone.
 */
export type Fault =
  | 'none'
  | 'cut'
  | 'lost'
  | 'half'
  | 'held'
  | 'late'
  | 'twice'
  | 'error'
  | 'busy'
  | 'portal'
  | 'gateway'
  | 'silent'
  | 'drip'
  | 'broken';

export interface Exchange {
  /** By the server's clock, milliseconds. */
  at: number;
  method: string;
  url: string;
  headers: Record<string, string>;
  /** For bytes: their digest. */
  body: string;
  bytes: Buffer | null;
  fault: Fault;
  /** The server's answer, in full even after a minimal one; null when the request has not reached it (yet). */
  answer: { status: number; body: string } | null;
  /** The number of requests sent by then. */
  answeredAfter: number;
}

/** The content of a request: without its sender, its withdrawal and its answer preferences. */
export function requestContent({ method, url, headers, body }: Exchange): string {
  const { authorization: _token, 'x-withdrawn': _givenUp, prefer: _written, ...frozen } = headers;
  return JSON.stringify([method, url, frozen, body]);
}

export interface Network {
  /** A device's own connection; after `kill` it receives nothing more, like a closed page. */
  connect(): { fetch: typeof fetch; kill(): void };
  /** Faults of the next requests, in order. */
  plan(...faults: Fault[]): void;
  /** Matching requests get this fault, `times` times or until healed; planned faults apply to the others. */
  fail(match: (exchange: Exchange) => boolean, fault: Fault, times?: number): void;
  /** Removes all faults. */
  heal(): void;
  /** False cuts the network. */
  up: boolean;
  /** Resolves when the next answer is held. */
  nextHeldAnswer(): Promise<void>;
  /** Delivers held and late answers. */
  release(): Promise<void>;
  log: Exchange[];
  /** Number of requests in progress on the server. */
  busy(): number;
  /** The Retry-After of 'busy', in seconds. */
  retryAfter: number;
  /** Bytes a second of 'drip'. */
  dripping: number;
}

const fingerprint = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const gone = () => new TypeError('fetch failed');

function plain(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers).entries());
}

/** The same answer, its body in one piece a second. */
async function drip(response: Response, bytes: number, signal?: AbortSignal | null): Promise<Response> {
  const whole = new Uint8Array(await response.arrayBuffer());
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      if (signal?.aborted) return;
      controller.enqueue(whole.slice(at, at + bytes));
      at += bytes;
      if (at >= whole.length) controller.close();
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

/** `now`: the clock of the server under test; its answers contain it as their date. */
export function createNetwork(app: Injectable, now: () => number = Date.now): Network {
  const planned: Fault[] = [];
  let current: (() => Promise<void> | void)[] = [];
  let notifyPaused: (() => void)[] = [];
  const log: Exchange[] = [];
  const rules: { match: (exchange: Exchange) => boolean; fault: Fault; left: number }[] = [];
  let delivering = 0;

  async function deliver(exchange: Exchange): Promise<Response> {
    delivering += 1;
    return answerTo(exchange).finally(() => {
      delivering -= 1;
    });
  }

  async function answerTo(exchange: Exchange): Promise<Response> {
    const { method, url, headers, body, bytes } = exchange;
    const request = { method: method as 'GET', url, headers, ...(body !== '' && { payload: bytes ?? body }) };
    const reply = await app.inject(request);
    exchange.answer = await wholeAnswer(app, request, reply);
    exchange.answeredAfter = log.length;
    const headersSent = { ...reply.headers, date: new Date(now()).toUTCString() };
    const empty = reply.statusCode === 204 || reply.statusCode === 304;
    return new Response(empty ? null : reply.payload, {
      status: reply.statusCode,
      headers: Object.entries(headersSent).map(([name, value]) => [name, String(value)]),
    });
  }

  function fated(exchange: Exchange): Fault {
    const rule = rules.find(({ match, left }) => left > 0 && match(exchange));
    if (!rule) return planned.shift() ?? 'none';
    rule.left -= 1;
    return rule.fault;
  }

  async function pass(exchange: Exchange, signal?: AbortSignal | null): Promise<Response> {
    switch (exchange.fault) {
      case 'none':
        return deliver(exchange);
      case 'cut':
        throw gone();
      case 'broken': {
        const { bytes, body } = exchange;
        const half = bytes
          ? { bytes: bytes.subarray(0, bytes.length >> 1) }
          : { body: body.slice(0, body.length >> 1) };
        await deliver({ ...exchange, ...half });
        throw gone();
      }
      case 'lost':
        await deliver(exchange);
        throw gone();
      case 'half': {
        const { headers } = await deliver(exchange);
        const body = new ReadableStream({ start: (controller) => controller.error(gone()) });
        return new Response(body, { status: 200, headers });
      }
      case 'held': {
        const response = await deliver(exchange);
        const waiting = notifyPaused;
        notifyPaused = [];
        return new Promise((resolve) => {
          current.push(() => resolve(response));
          for (const notify of waiting) notify();
        });
      }
      case 'late':
        current.push(async () => void (await deliver(exchange)));
        throw gone();
      case 'twice': {
        const again: Exchange = { ...exchange, answer: null };
        log.push(again);
        current.push(async () => void (await deliver(again)));
        return deliver(exchange);
      }
      case 'error':
        return refusal(503);
      case 'busy':
        return refusal(429, { 'Retry-After': `${network.retryAfter}` });
      case 'portal':
        return other('Wi-Fi', 200);
      case 'gateway':
        await deliver(exchange);
        return other('Bad gateway', 502);
      case 'silent':
        return new Promise(() => {});
      case 'drip':
        return drip(await deliver(exchange), network.dripping, signal);
    }
  }

  const other = (title: string, status: number) =>
    new Response(`<!doctype html><title>${title}</title>`, { status, headers: { 'Content-Type': 'text/html' } });

  function refusal(status: number, headers: Record<string, string> = {}): Response {
    const body = { '@type': 'hydra:Error', 'hydra:title': `${status}`, 'hydra:description': `${status}` };
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/ld+json', 'X-Api': '1', ...headers },
    });
  }

  const network: Network = {
    up: true,
    log,
    busy: () => delivering,
    retryAfter: 1,
    dripping: 1,
    connect() {
      let alive = true;
      const send = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
        const { signal, method = 'GET', body } = init;
        const bytes = body instanceof Uint8Array ? Buffer.from(body) : null;
        const aborted = new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        });
        const exchange: Exchange = {
          at: now(),
          method,
          url: String(input),
          headers: plain(init.headers),
          body: bytes ? fingerprint(bytes) : typeof body === 'string' ? body : '',
          bytes,
          fault: 'cut',
          answer: null,
          answeredAfter: 0,
        };
        if (network.up) exchange.fault = fated(exchange);
        log.push(exchange);
        const settled = pass(exchange, signal).then(
          (response) => (alive ? response : new Promise<never>(() => {})),
          (error: unknown) => (alive ? Promise.reject(error) : new Promise<never>(() => {})),
        );
        return Promise.race([settled, aborted]);
      };
      return {
        fetch: send,
        kill: () => {
          alive = false;
        },
      };
    },
    plan: (...faults) => void planned.push(...faults),
    fail: (match, fault, times = Number.POSITIVE_INFINITY) => void rules.push({ match, fault, left: times }),
    heal() {
      planned.length = 0;
      rules.length = 0;
      network.up = true;
    },
    nextHeldAnswer: () => new Promise((resolve) => notifyPaused.push(resolve)),
    async release() {
      const waiting = current;
      current = [];
      for (const arrive of waiting) await arrive();
    },
  };
  return network;
}
