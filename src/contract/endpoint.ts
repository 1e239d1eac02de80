// What a call of the API is: one record a call, read by the server (mount, validate, check access), the client (send,
// parse), the service worker (what it keeps), the outbox (what may wait) and the tests (loops over all of them).
// Guarantee: a record holds data only; nothing here talks to the network.
import * as z from 'zod/mini';

// A strict Content-Security-Policy forbids the code that zod would otherwise generate.
z.config({ jitless: true });

/**
 * Who may call: anyone; any logged-in user; the user who owns the thing named in the path (the server answers 404 to
 * everyone else); the merchant who owns the shop it belongs to; who runs the market.
 */
export type Access = 'public' | 'user' | 'owner' | 'merchant' | 'administrator';

/**
 * What happens without a network.
 * kept: public read, the service worker keeps it and serves it when the network is away or too slow; sent without a token.
 * snapshot: private read, the page keeps it in IndexedDB under its user and wipes it on logout; never in Cache Storage.
 * queued: a write that may wait in the outbox.
 * online: needs the network; the screen says so calmly and loses no input.
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
  /** Flat keys as they stand in the address ('order[createdAt]', 'category[]'); unknown keys are refused with 400. */
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** 'json' unless said otherwise. 'multipart': the body is the JSON of the part `data[0]`, the file is the part `file[0]`. */
  readonly bodyType?: 'json' | 'form' | 'multipart';
  /** Of a multipart body; a picture unless said otherwise. A PDF is the part `file`. */
  readonly fileKind?: 'picture' | 'pdf';
  /** Absent: answered with 204 and no body. */
  readonly answer?: z.ZodMiniType;
  /**
   * What it changes has a version. A caller may say which one it looked at with `If-Match: "<version>"`; another one is
   * refused with 412, code `version`, detail {version, current: what the body names, as it is now}.
   */
  readonly versioned?: true;
  /**
   * Its answer names a version. A caller that does not need the answer asks `Prefer: return=minimal` and gets 204 with
   * `Preference-Applied: return=minimal` and `X-Version: <version>` in its place (see preference.ts). A refusal stays as it is.
   */
  readonly minimal?: true;
  /** Status of success: 200 with an answer and 204 without, unless said otherwise. */
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
/** What a caller gives: the parameters of the path, the query, the body. */
export type ArgumentsOf<E extends Endpoint> = Given<'params', Sent<E['params']>> &
  GivenIfAny<'query', Sent<E['query']>> &
  Given<'body', Sent<E['body']>>;
