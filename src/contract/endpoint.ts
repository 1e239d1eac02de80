// Endpoint: the description of one API call.
// Read by the server (routes, validation, access), the client, the service worker (caching), the outbox (queueing) and
// the tests.
// Guarantee: a record contains data only; nothing in it uses the network.
import * as z from 'zod/mini';

// A strict Content-Security-Policy forbids the code that zod would otherwise generate.
z.config({ jitless: true });

/**
 * Allowed callers: everybody, a logged-in user, the owner of the resource in the path (404 for others), the merchant of
 * its store, an operator of the market whose role allows the call.
 */
export type Access = 'public' | 'user' | 'owner' | 'merchant' | 'operator';

/**
 * Behaviour without a network.
 * - kept: public read, cached by the service worker, sent without a token.
 * - snapshot: private read, stored in IndexedDB per user and deleted at logout; never in Cache Storage.
 * - queued: a write that may wait in the outbox.
 * - online: requires the network; the screen reports its absence and preserves the input.
 */
export type OfflinePolicy = 'kept' | 'snapshot' | 'queued' | 'online';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Endpoint {
  readonly method: Method;
  /** Pattern under the API endpoint, with `:name` parameters. */
  readonly path: string;
  readonly access: Access;
  readonly offline: OfflinePolicy;
  readonly params?: z.ZodMiniType;
  /** Flat keys as in the address ('order[createdAt]', 'category[]'); unknown keys are refused with 400. */
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Default 'json'. 'multipart': the JSON body is the part `data[0]`, the file the part `file[0]`. */
  readonly bodyType?: 'json' | 'form' | 'multipart';
  /** Kind of the file in a multipart body, by default a picture. A PDF is the part `file`. */
  readonly fileKind?: 'picture' | 'pdf';
  /** Absent: answered with 204 and no body. */
  readonly answer?: z.ZodMiniType;
  /**
   * The resource has a version. With `If-Match: "<version>"` a write to another version is refused with 412, code
   * `version`, detail {version, current: current values of the fields in the body}.
   */
  readonly versioned?: true;
  /**
   * The answer contains a version. `Prefer: return=minimal` answers 204 with `Preference-Applied: return=minimal` and
   * `X-Version: <version>` instead (see preference.ts). Refusals do not change.
   */
  readonly minimal?: true;
  /** Success status; by default 200 with an answer and 204 without. */
  readonly status?: 200 | 201 | 204;
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>;
export type QueryOf<E extends Endpoint> = Parsed<E['query']>;
export type BodyOf<E extends Endpoint> = Parsed<E['body']>;
export type AnswerOf<E extends Endpoint> = Parsed<E['answer']>;

type Given<K extends string, T> = [T] extends [undefined] ? { [k in K]?: undefined } : { [k in K]: T };
type GivenIfAny<K extends string, T> = [T] extends [undefined] ? { [k in K]?: undefined } : { [k in K]?: T };
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
/** Arguments of a call: path parameters, query, body. */
export type ArgumentsOf<E extends Endpoint> = Given<'params', Sent<E['params']>> &
  GivenIfAny<'query', Sent<E['query']>> &
  Given<'body', Sent<E['body']>>;
