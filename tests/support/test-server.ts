// The real server for a test: its own database, folder and clock, and no port until `listen`.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { loadSigningKeys } from '#server/access/signing-keys.ts';
import { buildApp } from '#server/app.ts';
import { buildIfNeeded, builtFolder } from '#server/build/build.ts';
import type { Db } from '#server/db/client.ts';
import { deliverMails } from '#server/mails/deliver.ts';
import type { RateLimits } from '#server/plugins/rate-limits.ts';
import { type Env, readEnv } from '#server/runtime/env.ts';
import { openStorage } from '#server/services/open-storage.ts';
import { webApp } from '#server/web/web-app.ts';
import { cached } from './cache.ts';
import { type DatabaseKind, databaseOfThisRun } from './database-of-run.ts';
import { multipart, type Upload } from './multipart.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export const DEMO_PASSWORD = 'Etal-demo-2026';

export interface TestMarketOptions {
  /** Starts from the demo market instead of an empty one. */
  demo?: boolean;
  /** The run's database by default; races need PostgreSQL. */
  database?: DatabaseKind;
  /** The server's clock: a fixed instant, or a function. The system clock by default. */
  now?: Date | (() => Date);
  rateLimits?: RateLimits;
  env?: Partial<Env>;
  /** Serves the built front end, too; builds it first if needed. */
  pages?: boolean;
}

export interface Sending {
  /** Sent as JSON-LD; a string is sent unchanged. */
  body?: unknown;
  /** Sent as a form. */
  form?: Record<string, string>;
  /** Sent as multipart. */
  upload?: Upload;
  token?: string;
  headers?: Record<string, string>;
}

export interface Answer<T> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** The parsed JSON; undefined without JSON. */
  body: T;
  text: string;
}

export interface TestMarket {
  app: FastifyInstance;
  db: Db;
  database: TestDatabase;
  env: Env;
  /** @param url the whole path, such as '/api/products?page=2' */
  inject<T = unknown>(method: string, url: string, sending?: Sending): Promise<Answer<T>>;
  /** @returns an access token */
  login(email: string, password?: string): Promise<string>;
  /** The stored mails, oldest first, in their sent form. */
  mails(): string[];
  /** The same, once all that are due have been sent: an answer waits for its mails for two seconds only. */
  sentMails(): Promise<string[]>;
  /** Sets the server's clock to this fixed instant. */
  setClock(now: Date): void;
  /** A second server on the same database, folder and keys, as after a restart. */
  another(): Promise<FastifyInstance>;
  /** @returns the address of the listening server */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export async function startTestMarket(options: TestMarketOptions = {}): Promise<TestMarket> {
  const database = await openTestDatabase(options.database ?? databaseOfThisRun(), options.demo ?? false);
  const dataDir = mkdtempSync(join(tmpdir(), 'etal-test-'));
  cpSync(await cached('keys', async (folder) => void (await loadSigningKeys(folder))), join(dataDir, 'keys'), {
    recursive: true,
  });
  const env = {
    ...readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:4173' }),
    ...options.env,
  };
  const given = options.now;
  let clock = given instanceof Date ? () => given : (given ?? (() => new Date()));
  if (options.pages) await buildIfNeeded();
  const build = async () => {
    const built = await buildApp({
      database,
      env,
      // The pictures of the demo market exist already; uploads of a test are its own.
      storage: options.demo ? database.storage : await openStorage(env),
      now: () => clock(),
      rateLimits: options.rateLimits ?? 'relaxed',
    });
    if (options.pages) await built.register(webApp, { folder: builtFolder });
    return built;
  };
  const app = await build();
  await app.ready();
  const others: FastifyInstance[] = [];

  const market: TestMarket = {
    app,
    db: database.db,
    database,
    env,
    inject: (method, url, sending) => send(app, method, url, sending),
    login: async (email, password = DEMO_PASSWORD) => {
      const { status, body, text } = await market.inject<{ token: string }>('POST', '/api/login_check', {
        body: { login: email, password },
      });
      if (status !== 200) throw new Error(`${email} could not log in: ${status} ${text}`);
      return body.token;
    },
    mails: () => readMails(join(dataDir, 'outbox')),
    sentMails: async () => {
      await deliverMails(app.market);
      return market.mails();
    },
    setClock: (now) => {
      clock = () => now;
    },
    another: async () => {
      const other = await build();
      await other.ready();
      others.push(other);
      return other;
    },
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      for (const one of [app, ...others]) {
        // Unused connections of a test would delay the end for a minute.
        one.server.closeAllConnections();
        await one.close();
      }
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return market;
}

export async function send<T = unknown>(
  app: FastifyInstance,
  method: string,
  url: string,
  { body, form, upload, token, headers }: Sending = {},
): Promise<Answer<T>> {
  const sent = payloadOf({ body, form, upload });
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      accept: 'application/ld+json',
      ...(sent && { 'content-type': sent.contentType }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(sent && { payload: sent.payload }),
  });
  const isJson = /json/.test(String(answer.headers['content-type'] ?? ''));
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: (isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined) as T,
    text: answer.body,
  };
}

function payloadOf({ body, form, upload }: Sending): { contentType: string; payload: string | Buffer } | null {
  if (upload) return multipart(upload);
  if (form) {
    return { contentType: 'application/x-www-form-urlencoded', payload: new URLSearchParams(form).toString() };
  }
  if (body === undefined) return null;
  return { contentType: 'application/ld+json', payload: typeof body === 'string' ? body : JSON.stringify(body) };
}

function readMails(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}
