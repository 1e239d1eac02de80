// API client: sends the call of an endpoint and parses its answer with the contract.
// Guarantees: credentials are read when sending and never stored; endpoints with policy `kept` are sent without a
// token, so that their answers can be cached; every failure is an ApiError.

import wretch, { type Wretch } from 'wretch';
import * as z from 'zod/mini';
import { type EndpointAnswer, type EndpointArguments, type EndpointName, registry } from '#contract/registry.ts';
import { CACHED_AT_HEADER, NETWORK_HEADER } from '#contract/wire/cached-answers.ts';
import { type ErrorBody, errorBody } from '#contract/wire/hydra.ts';
import { ApiError, kindOfStatus } from './errors.ts';
import {
  prepareRequest,
  readReply,
  requestPayload,
  retryAfterOf,
  uploadLife,
  type WireReply,
  type WireRequest,
} from './wire.ts';

/** Milliseconds after which a call without an answer is given up. */
export const HARD_TIMEOUT = 10_000;

export interface Evidence {
  /** The server itself answered. */
  reached: boolean;
  /** The server's clock in milliseconds, if present. */
  date: number | null;
  /** The answer is no server error. */
  healthy: boolean;
  /** The request is older than another answer: only a hint that the network may be down. */
  old?: boolean;
}

export interface ApiSettings {
  /** '/api', or the whole address of another back end. */
  endpoint: string;
  fetch: typeof fetch;
  /** Read at each send; null sends without a token. */
  token: () => string | null;
  /** Receives the evidence of each request about the network, except of requests that the caller aborted. */
  heard: (evidence: Evidence) => void;
  hardTimeout: number;
}

export interface CallOptions {
  /** Instead of the current one; null sends without. */
  token?: string | null;
  signal?: AbortSignal;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** For multipart endpoints. */
  file?: UploadFile | undefined;
}

export interface UploadFile {
  fileName: string;
  mime: string;
  bytes: ArrayBuffer;
}

export interface ApiAnswer<T> {
  answer: T;
  status: number;
  headers: Headers;
  /** The server's clock in milliseconds, if present. */
  date: number | null;
}

export interface ApiClient {
  call<N extends EndpointName>(
    name: N,
    args: EndpointArguments<N>,
    options?: CallOptions,
  ): Promise<ApiAnswer<EndpointAnswer<N>>>;
  /** Sends a prepared request unchanged; rejects with kind 'offline' or 'timeout' without an answer. */
  transmit(request: WireRequest, options?: Pick<CallOptions, 'token' | 'signal'>): Promise<WireReply>;
}

export function parseAnswer<N extends EndpointName>(name: N, body: unknown): EndpointAnswer<N> {
  const schema = (registry[name] as { answer?: z.ZodMiniType }).answer;
  if (!schema) return undefined as EndpointAnswer<N>;
  const parsed = z.safeParse(schema, body);
  if (!parsed.success)
    throw new ApiError('contract', `${name}: ${describeIssues(parsed.error)}`, { cause: parsed.error });
  return parsed.data as EndpointAnswer<N>;
}

const describeIssues = ({ issues }: z.core.$ZodError) =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');

/** The refusal that a reply of status 400 or more carries. */
export function errorOfReply(reply: WireReply): ApiError {
  const parsed = z.safeParse(errorBody, reply.body);
  const body: Partial<ErrorBody> = parsed.success ? parsed.data : {};
  const violations = body.violations ?? [];
  return new ApiError(
    kindOfStatus(reply.status, violations.length > 0),
    body['hydra:description'] ?? `${reply.status}`,
    {
      status: reply.status,
      code: body.code,
      violations,
      detail: body.detail,
      retryAfter: retryAfterOf(reply.headers, reply.date ?? Date.now()),
    },
  );
}

const silence: Evidence = { reached: false, date: null, healthy: false };

/** A cached answer of the service worker is no evidence about the server, but its header tells of a silent network. */
function evidenceOf({ isTrusted, date, status, headers }: WireReply): Evidence | null {
  if (!headers.has(CACHED_AT_HEADER))
    return { reached: isTrusted, date: isTrusted ? date : null, healthy: isTrusted && status < 500 };
  return headers.get(NETWORK_HEADER) === 'silent' ? silence : null;
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
  // errorOfReply reads refusals, so wretch passes every response on.
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
      const response: Response = await sent.fetch(request.method, request.path, requestPayload(request)).res();
      const reply = await readReply(response);
      const evidence = evidenceOf(reply);
      if (evidence?.reached) answers += 1;
      if (evidence) settings.heard(evidence);
      return reply;
    } catch (cause) {
      // A request aborted by the page is no evidence about the network.
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
      const request = prepareRequest(name, args, {
        file: file && { ...file, boundary: `etal-${options.idempotencyKey}` },
      });
      if (file) request.bytes = file.bytes;
      Object.assign(request.headers, options.headers);
      if (options.idempotencyKey) request.headers['Idempotency-Key'] = options.idempotencyKey;
      const token = registry[name].offline === 'kept' ? null : options.token;
      const reply = await transmit(request, { token, signal: options.signal });
      if (!reply.isTrusted) throw new ApiError('offline', 'Réponse étrangère', { status: reply.status });
      if (reply.status >= 400) throw errorOfReply(reply);
      const answer = parseAnswer(name, reply.body);
      return { answer, status: reply.status, headers: reply.headers, date: reply.date };
    },
  };
}

let current: ApiClient = createApiClient();

/** Configures the client of the page or the worker; missing settings have defaults. */
export function configureApi(settings: Partial<ApiSettings>): ApiClient {
  current = createApiClient(settings);
  return current;
}

export const call: ApiClient['call'] = (name, args, options) => current.call(name, args, options);
