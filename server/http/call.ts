// Declares what a handler gets to answer a call with, and what it may reach: the database, settings, the outside world.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type {
  Served,
  ServedAnswer,
  ServedBody,
  ServedName,
  ServedParams,
  ServedQuery,
} from '#contract/all-endpoints.ts';
import type { Actor } from '../access/authentication.ts';
import type { CollectionKeys } from '../access/collection-keys.ts';
import type { DownloadKeys } from '../access/download-keys.ts';
import type { Db, Tx } from '../db/client.ts';
import type { SentFile } from '../plugins/uploads.ts';
import type { Env } from '../runtime/env.ts';
import type { SecurityLog } from '../runtime/log.ts';
import type { Mail } from '../services/mail.ts';
import type { PaymentProvider } from '../services/payment.ts';
import type { Push } from '../services/push.ts';
import type { Storage } from '../services/storage.ts';
import type { Mounted } from './endpoint-choice.ts';

/** What handlers reach beside the database: settings and the outside world. */
export interface Market {
  env: Env;
  db: Db;
  mail: Mail;
  storage: Storage;
  /** Signs links to files that were bought. */
  downloads: DownloadKeys;
  payment: PaymentProvider;
  /** Tells merchants' devices of orders: to be called once there is something to tell. */
  pushes: { look(): Promise<void> };
  log: FastifyBaseLogger;
  security: SecurityLog;
  now: () => Date;
}

export interface Call<N extends ServedName> {
  params: ServedParams<N>;
  query: ServedQuery<N>;
  body: ServedBody<N>;
  /** The file sent beside the body; only multipart endpoints have one. */
  file: SentFile | null;
  /** The version that the caller looked at, when it said so and the endpoint is versioned. */
  ifMatch: number | undefined;
  /** Null only on public endpoints. */
  actor: Served[N]['access'] extends 'public' ? Actor | null : Actor;
  /** A transaction for writes (it holds the idempotency key) and for reads that change state; else the database. */
  tx: Tx;
  now: Date;
  market: Market;
  reply: FastifyReply;
  request: FastifyRequest;
  /** Runs once the transaction has committed; a failure is logged and does not change the answer. */
  after(run: () => Promise<void>): void;
}

export type Before<N extends ServedName> = (
  call: Pick<Call<N>, 'params' | 'body' | 'file' | 'actor' | 'market' | 'now' | 'request'>,
) => Promise<void>;
export type Handler<N extends ServedName> = (call: Call<N>) => Promise<ServedAnswer<N>>;

declare module 'fastify' {
  interface FastifyInstance {
    market: Market;
    /** Behind the codes that orders are collected with. */
    collectionKeys: CollectionKeys;
    push: Push;
    /** Endpoints by 'METHOD /path'. */
    mounted: Map<string, Mounted[]>;
  }
}
