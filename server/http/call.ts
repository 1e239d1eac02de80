// Call types: the handler's input and the services it may use.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type {
  AllEndpoints,
  AnyEndpointAnswer,
  AnyEndpointBody,
  AnyEndpointName,
  AnyEndpointParams,
  AnyEndpointQuery,
} from '#contract/all-endpoints.ts';
import type { Actor } from '../access/authentication.ts';
import type { CollectionKeys } from '../access/collection-keys.ts';
import type { DownloadKeys } from '../access/download-keys.ts';
import type { Db, Tx } from '../db/client.ts';
import type { SentFile } from '../plugins/uploads.ts';
import type { Env } from '../runtime/env.ts';
import type { SecurityLog } from '../runtime/log.ts';
import type { Mailer } from '../services/mail.ts';
import type { PaymentProvider } from '../services/payment.ts';
import type { Push } from '../services/push.ts';
import type { Storage } from '../services/storage.ts';
import type { MountedEndpoint } from './endpoint-choice.ts';

/** Services and settings available to handlers. */
export interface Market {
  env: Env;
  db: Db;
  mail: Mailer;
  storage: Storage;
  /** Signs links to purchased files. */
  downloads: DownloadKeys;
  payment: PaymentProvider;
  /** Push messages to merchants about orders; `deliver` sends the pending ones. */
  pushes: { deliver(): Promise<void> };
  log: FastifyBaseLogger;
  security: SecurityLog;
  now: () => Date;
}

/** Transaction, account and time of a write; a `Call` with an actor satisfies it. */
export interface ActorContext {
  tx: Tx;
  actor: Pick<Actor, 'id'>;
  now: Date;
}

/** An `ActorContext` with the version from If-Match. */
export interface VersionedContext extends ActorContext {
  ifMatch: number | undefined;
}

export interface Call<N extends AnyEndpointName> {
  params: AnyEndpointParams<N>;
  query: AnyEndpointQuery<N>;
  body: AnyEndpointBody<N>;
  /** Uploaded file; multipart endpoints only. */
  file: SentFile | null;
  /** Version from If-Match on versioned endpoints, if sent. */
  ifMatch: number | undefined;
  /** Null on public endpoints only. */
  actor: AllEndpoints[N]['access'] extends 'public' ? Actor | null : Actor;
  /**
   * A transaction for writes (including the idempotency key) and for reads that change state; otherwise the database.
   */
  tx: Tx;
  now: Date;
  market: Market;
  reply: FastifyReply;
  request: FastifyRequest;
  /** Runs after the commit; failures are logged and do not change the answer. */
  after(run: () => Promise<void>): void;
}

export type BeforeTransaction<N extends AnyEndpointName> = (
  call: Pick<Call<N>, 'params' | 'body' | 'file' | 'actor' | 'market' | 'now' | 'request'>,
) => Promise<void>;
export type Handler<N extends AnyEndpointName> = (call: Call<N>) => Promise<AnyEndpointAnswer<N>>;

declare module 'fastify' {
  interface FastifyInstance {
    market: Market;
    /** Signing keys of collection codes. */
    collectionKeys: CollectionKeys;
    push: Push;
    /** Endpoints by 'METHOD /path'. */
    mounted: Map<string, MountedEndpoint[]>;
  }
}
