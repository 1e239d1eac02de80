// Idempotency: runs a write with an Idempotency-Key once; repetitions get the stored answer.
// Guarantees: key, effect and stored answer are one transaction; a definitive refusal is stored as well (its effect is
// rolled back); the caller is part of the key, so no answer reaches another caller; one key with a different request is
// rejected. 401, 403, 429 and failures are not stored and may be retried.
// Scopes: 'u:<user id>' with a token. Visitors: 'v:<cart id>' if the path names a cart, else 'v:<X-Visitor-Id>', else
// 'v:<the key itself>', which is as unguessable as a visitor's cart id.
// The fingerprint of a sign-up includes its password, so another password is another request. Fingerprints are HMACs
// with a key from DATA_DIR/keys that is never in the database: the database alone does not allow testing passwords.
// Answers with secrets (tokens) are never stored: their endpoints take no key.
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { idempotency } from '../db/schema/safety.ts';
import { withTransactionRetry } from '../db/transaction-retry.ts';
import { badRequest, invalid, Refusal, sqlState } from '../runtime/errors.ts';

/** Retention in days; clients give up a pending write after 30. */
export const ANSWER_DAYS = 45;
const definitive = new Set([404, 409, 410, 412, 422]);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface WriteKey {
  scope: string;
  key: string;
  fingerprint: Buffer;
  /** Fingerprint without the HMAC key, to match answers stored by earlier versions; never written. */
  formerFingerprint: Buffer;
}
export interface Outcome {
  status: number;
  body: unknown;
  replayed: boolean;
}

interface KeyParts {
  key: string | string[] | undefined;
  userId: string | null;
  visitorId: string | string[] | undefined;
  method: string;
  /** Route pattern and parsed parameters: one id has one spelling. */
  path: string;
  params: unknown;
  body: unknown;
  /** Version from If-Match. */
  ifMatch: number | undefined;
  /** SHA-256 of the uploaded file. */
  file: string | undefined;
}

/**
 * The fingerprint covers everything that distinguishes the request.
 * @returns null if the caller sends no key
 */
export function parseWriteKey({ key, userId, visitorId, ...parts }: KeyParts, fingerprintKey: Buffer): WriteKey | null {
  if (key === undefined) return null;
  if (typeof key !== 'string' || !uuid.test(key)) throw badRequest('L’en-tête Idempotency-Key doit être un UUID.');
  const visitor = typeof visitorId === 'string' && uuid.test(visitorId) ? visitorId : key;
  const params = normalizeIds(parts.params);
  const cart = parts.path.startsWith('/carts/:id') ? params.id : undefined;
  const scope = userId !== null ? `u:${userId}` : `v:${String(cart ?? visitor).toLowerCase()}`;
  const request = canonical({ ...parts, params });
  return {
    scope,
    key: key.toLowerCase(),
    fingerprint: createHmac('sha256', fingerprintKey).update(request).digest(),
    formerFingerprint: createHash('sha256')
      .update(canonical({ ...parts, params: asStrings(params) }))
      .digest(),
  };
}

/** Derived from the market's secret, which is never in the database. */
export const fingerprintKeyOf = (secret: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'etal idempotency fingerprint', 32));

/** UUIDs may be sent in upper case. */
function normalizeIds(params: unknown): Record<string, unknown> {
  const entries = Object.entries(Object(params));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : value]),
  );
}

const asStrings = (params: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

/** JSON with sorted keys, so that equal content has one text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
}

/**
 * Runs a write in one transaction, once per key, with retry after a deadlock.
 * @param run its result is answered with `status`
 */
export async function runWrite(
  db: Db,
  key: WriteKey | null,
  status: number,
  run: (tx: Tx) => Promise<unknown>,
): Promise<Outcome> {
  try {
    const outcome = await withTransactionRetry(() =>
      db.transaction((tx) => (key ? runOnce(tx, key, status, run) : runPlain(tx, status, run))),
    );
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  } catch (error) {
    if (sqlState(error) === '55P03') throw inProgressError();
    throw error;
  }
}

const inProgressError = () =>
  new Refusal({
    status: 409,
    code: 'in-progress',
    message: 'La même demande est en cours de traitement.',
    retryAfter: 1,
  });

/** A refusal with `keepsEffects` is returned, so that the transaction commits before it is thrown. */
async function runPlain(tx: Tx, status: number, run: (tx: Tx) => Promise<unknown>): Promise<Outcome | Refusal> {
  try {
    return { status, body: await run(tx), replayed: false };
  } catch (error) {
    if (error instanceof Refusal && error.keepsEffects) return error;
    throw error;
  }
}

async function runOnce(
  tx: Tx,
  { scope, key, fingerprint, formerFingerprint }: WriteKey,
  status: number,
  run: (tx: Tx) => Promise<unknown>,
): Promise<Outcome | Refusal> {
  // A parallel repetition waits for the first one up to this long.
  await tx.execute(sql`set local lock_timeout = '4s'`);
  const inserted = await tx
    .insert(idempotency)
    .values({ scope, key, fingerprint })
    .onConflictDoNothing()
    .returning({ key: idempotency.key });
  const ofKey = and(eq(idempotency.scope, scope), eq(idempotency.key, key));

  if (inserted.length === 0) {
    const [stored] = await tx.select().from(idempotency).where(ofKey);
    if (!stored || stored.status === null) throw inProgressError();
    if (!stored.fingerprint.equals(fingerprint) && !stored.fingerprint.equals(formerFingerprint)) {
      throw invalid([{ propertyPath: '', message: 'Cette clé a déjà servi à une autre demande.' }], 'key-reuse');
    }
    return { status: stored.status, body: stored.body ?? undefined, replayed: true };
  }

  const outcome = await runInSavepoint(tx, status, run);
  await tx
    .update(idempotency)
    .set({ status: outcome.status, body: outcome.body ?? null })
    .where(ofKey);
  return outcome;
}

/** Runs the write in a savepoint: a definitive refusal rolls it back and becomes the outcome. */
async function runInSavepoint(tx: Tx, status: number, run: (tx: Tx) => Promise<unknown>): Promise<Outcome> {
  try {
    return { status, body: await tx.transaction(run), replayed: false };
  } catch (error) {
    if (!(error instanceof Refusal) || !definitive.has(error.status)) throw error;
    return { status: error.status, body: error.answer(), replayed: false };
  }
}

/** Deletes answers older than the retention. */
export async function purgeAnswers(db: Db, now: Date): Promise<void> {
  await db
    .delete(idempotency)
    .where(lt(idempotency.createdAt, new Date(now.getTime() - ANSWER_DAYS * 24 * 60 * 60 * 1000)));
}
