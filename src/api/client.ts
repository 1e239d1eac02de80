// The only door to HTTP: sends an endpoint's call and parses its answer with the contract.
// Guarantees: credentials are read at the moment of sending and never stored; an endpoint with policy `kept` is always
// sent without a token, so its answer may be kept for anyone; whatever fails becomes an ApiError of a known kind.

import wretch, { type Wretch } from 'wretch';
import * as z from 'zod/mini';
import { type EndpointAnswer, type EndpointArguments, type EndpointName, registry } from '#contract/registry.ts';
import { KEPT_AT, NETWORK } from '#contract/wire/cached-answers.ts';
import { type Refusal, refusal } from '#contract/wire/hydra.ts';
import { ApiError, kindOfStatus } from './errors.ts';
import { payloadOf, prepare, readReply, retryAfterOf, uploadLife, type WireReply, type WireRequest } from './wire.ts';

/** Milliseconds after which a call without an answer is given up. */
export const HARD_TIMEOUT = 10_000;

export interface Evidence {
  /** The server itself answered. */
  reached: boolean;
  /** Its clock in milliseconds, when it told it. */
  date: number | null;
  /** It answered with anything but a failure of its own. */
  healthy: boolean;
  /** Silence of a request that began before another was answered: a reason to ask, and no proof. */
  old?: boolean;
}

export interface ApiSettings {
  /** '/api', or the whole address of another back end. */
  endpoint: string;
  fetch: typeof fetch;
  /** Read at each send; null sends without a token. */
  token: () => string | null;
  /** What each request showed about the network; never called for a request that its caller gave up. */
  heard: (evidence: Evidence) => void;
  hardTimeout: number;
}

export interface CallOptions {
  /** Instead of the current one; null sends without. */
  token?: string | null;
  signal?: AbortSignal;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Of a multipart endpoint. */
  file?: SentFile | undefined;
}

export interface SentFile {
  fileName: string;
  mime: string;
  bytes: ArrayBuffer;
}

export interface ApiAnswer<T> {
  answer: T;
  status: number;
  headers: Headers;
  /** The server's clock in milliseconds, when it told it. */
  date: number | null;
}

export interface ApiClient {
  call<N extends EndpointName>(
    name: N,
    args: EndpointArguments<N>,
    options?: CallOptions,
  ): Promise<ApiAnswer<EndpointAnswer<N>>>;
  /** Sends a prepared request as it stands; rejects with kind 'offline' or 'timeout' when no answer came. */
  transmit(request: WireRequest, options?: Pick<CallOptions, 'token' | 'signal'>): Promise<WireReply>;
}

export function parseAnswer<N extends EndpointName>(name: N, body: unknown): EndpointAnswer<N> {
  const schema = (registry[name] as { answer?: z.ZodMiniType }).answer;
  if (!schema) return undefined as EndpointAnswer<N>;
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw new ApiError('contract', `${name}: ${saidOf(parsed.error)}`, { cause: parsed.error });
  return parsed.data as EndpointAnswer<N>;
}

/** Where it is not as agreed. */
const saidOf = ({ issues }: z.core.$ZodError) =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');

/** The refusal that a reply of status 400 or more carries. */
export function errorOfReply(reply: WireReply): ApiError {
  const parsed = z.safeParse(refusal, reply.body);
  const said: Partial<Refusal> = parsed.success ? parsed.data : {};
  const violations = said.violations ?? [];
  return new ApiError(
    kindOfStatus(reply.status, violations.length > 0),
    said['hydra:description'] ?? `${reply.status}`,
    {
      status: reply.status,
      code: said.code,
      violations,
      detail: said.detail,
      retryAfter: retryAfterOf(reply.headers, reply.date ?? Date.now()),
    },
  );
}

const silence: Evidence = { reached: false, date: null, healthy: false };

/** An answer kept by the service worker proves nothing of the server; it may say that the network was asked in vain. */
function evidenceOf({ ours, date, status, headers }: WireReply): Evidence | null {
  if (!headers.has(KEPT_AT)) return { reached: ours, date: ours ? date : null, healthy: ours && status < 500 };
  return headers.get(NETWORK) === 'silent' ? silence : null;
}

/** Aborts after `ms`, or with the caller's own signal (AbortSignal.any is missing in browsers still in use). */
function deadline(ms: number, given: AbortSignal | undefined) {
  const controller = new AbortController();
  let passed = false;
  const timer = setTimeout(() => {
    passed = true;
    controller.abort();
  }, ms);
  const follow = () => controller.abort();
  if (given?.aborted) follow();
  given?.addEventListener('abort', follow);
  const end = () => {
    clearTimeout(timer);
    given?.removeEventListener('abort', follow);
  };
  return { signal: controller.signal, passed: () => passed, end };
}

export function createApiClient(given: Partial<ApiSettings> = {}): ApiClient {
  const settings: ApiSettings = {
    endpoint: '/api',
    fetch: (input, init) => fetch(input, init),
    token: () => null,
    heard: () => {},
    hardTimeout: HARD_TIMEOUT,
    ...given,
  };
  // Refusals are read by errorOfReply: to wretch every response is one to hand over.
  const base: Wretch = wretch(settings.endpoint)
    .polyfills({ fetch: settings.fetch })
    .errorType(null)
    .catcherFallback((error) => {
      if (error.response instanceof Response) return error.response;
      throw error;
    });

  let answers = 0;

  const transmit: ApiClient['transmit'] = async (request, options = {}) => {
    const before = answers;
    const token = options.token === undefined ? settings.token() : options.token;
    const life = request.bytes ? uploadLife(request.bytes.byteLength) : settings.hardTimeout;
    const limit = deadline(life, options.signal);
    const redirect = request.method === 'GET' ? 'follow' : 'error';
    let sent = base.headers(request.headers).options({ signal: limit.signal, redirect });
    if (token) sent = sent.auth(`Bearer ${token}`);
    try {
      const response: Response = await sent.fetch(request.method, request.path, payloadOf(request)).res();
      const reply = await readReply(response);
      const evidence = evidenceOf(reply);
      if (evidence?.reached) answers += 1;
      if (evidence) settings.heard(evidence);
      return reply;
    } catch (cause) {
      // A page that no longer wants the answer says nothing about the network.
      if (options.signal?.aborted && !limit.passed()) throw new ApiError('timeout', 'Appel abandonné', { cause });
      settings.heard(before === answers ? silence : { ...silence, old: true });
      throw limit.passed()
        ? new ApiError('timeout', 'Le serveur ne répond pas', { cause })
        : new ApiError('offline', 'Pas de réseau', { cause });
    } finally {
      limit.end();
    }
  };

  return {
    transmit,
    async call(name, args, options = {}) {
      const { file } = options;
      const request = prepare(name, args, { file: file && { ...file, boundary: `etal-${options.idempotencyKey}` } });
      if (file) request.bytes = file.bytes;
      Object.assign(request.headers, options.headers);
      if (options.idempotencyKey) request.headers['Idempotency-Key'] = options.idempotencyKey;
      const token = registry[name].offline === 'kept' ? null : options.token;
      const reply = await transmit(request, { token, signal: options.signal });
      if (!reply.ours) throw new ApiError('offline', 'Réponse étrangère', { status: reply.status });
      if (reply.status >= 400) throw errorOfReply(reply);
      const answer = parseAnswer(name, reply.body);
      return { answer, status: reply.status, headers: reply.headers, date: reply.date };
    },
  };
}

let current: ApiClient = createApiClient();

/** Sets up the page's (or the worker's) client; what is not given keeps its default. */
export function configureApi(settings: Partial<ApiSettings>): ApiClient {
  current = createApiClient(settings);
  return current;
}

export const call: ApiClient['call'] = (name, args, options) => current.call(name, args, options);
