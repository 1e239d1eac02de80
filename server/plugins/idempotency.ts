// Runs a write at most once: one that carries an Idempotency-Key runs once, and every repetition gets its first answer
// again.
// Guarantees: key, effect and stored answer are one transaction; a definitive refusal is an answer too (its effect is
// undone, its words are kept); who used the key is part of the key, so nobody is ever shown another's answer; the same key
// with another request is refused. Nothing is kept of 401, 403, 429 and failures: those may be tried again.
//
// Who: 'u:<user id>' with a token. A visitor: 'v:<cart id>' when the path names a cart, else 'v:<X-Visitor-Id>', else
// 'v:<the key itself>', which is as hard to guess as the visitor's cart.
//
// Fingerprints of a sign-up are made of its password, too, so that another password is another request. They are HMACs
// under a key that stands in DATA_DIR/keys and never in the database: whoever has the database alone can try no password
// against them. Answers that carry a secret (tokens) are never kept: the calls that give them take no key.
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { idempotency } from '../db/schema/safety.ts';
import { againWhenBrokenOff } from '../db/transaction-retry.ts';
import { badRequest, invalid, Refusal, sqlState } from '../runtime/errors.ts';

/** Days an answer is kept; clients give a waiting write up after 30. */
export const KEPT_DAYS = 45;
const definitive = new Set([404, 409, 410, 412, 422]);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface WriteKey {
  scope: string;
  key: string;
  fingerprint: Buffer;
  /** As it was made before there was a key, for answers kept since then; never written. */
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
  /** Pattern of the address and its parameters, as they were read: one id has one spelling. */
  path: string;
  params: unknown;
  body: unknown;
  /** The version that the caller looked at. */
  ifMatch: number | undefined;
  /** SHA-256 of the file sent beside the body. */
  file: string | undefined;
}

/** @returns null when the caller gives no key; else all that makes the request what it is goes into its fingerprint */
export function writeKey({ key, userId, visitorId, ...asked }: KeyParts, fingerprintKey: Buffer): WriteKey | null {
  if (key === undefined) return null;
  if (typeof key !== 'string' || !uuid.test(key)) throw badRequest('L’en-tête Idempotency-Key doit être un UUID.');
  const visitor = typeof visitorId === 'string' && uuid.test(visitorId) ? visitorId : key;
  const params = spelledOnce(asked.params);
  const cart = asked.path.startsWith('/carts/:id') ? params.id : undefined;
  const scope = userId !== null ? `u:${userId}` : `v:${String(cart ?? visitor).toLowerCase()}`;
  const request = canonical({ ...asked, params });
  return {
    scope,
    key: key.toLowerCase(),
    fingerprint: createHmac('sha256', fingerprintKey).update(request).digest(),
    formerFingerprint: createHash('sha256')
      .update(canonical({ ...asked, params: asTyped(params) }))
      .digest(),
  };
}

/** Of the market's own secret, which the database never holds. */
export const fingerprintKeyOf = (secret: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'etal idempotency fingerprint', 32));

/** UUIDs may be written in capitals. */
function spelledOnce(params: unknown): Record<string, unknown> {
  const entries = Object.entries(Object(params));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : value]),
  );
}

const asTyped = (params: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

/** JSON with sorted keys: the same content has one spelling. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join(',')}}`;
}

/**
 * Runs a write in one transaction, once for its key. A deadlock starts it again from nothing.
 * @param run gets the transaction; what it answers has the given `status`
 */
export async function runWrite(
  db: Db,
  key: WriteKey | null,
  status: number,
  run: (tx: Tx) => Promise<unknown>,
): Promise<Outcome> {
  try {
    const outcome = await againWhenBrokenOff(() =>
      db.transaction((tx) => (key ? once(tx, key, status, run) : plain(tx, status, run))),
    );
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  } catch (error) {
    if (sqlState(error) === '55P03') throw inProgress();
    throw error;
  }
}

const inProgress = () =>
  new Refusal({
    status: 409,
    code: 'in-progress',
    message: 'La même demande est en cours de traitement.',
    retryAfter: 1,
  });

/** A refusal that keeps its effects is returned, so that the transaction commits before it is thrown. */
async function plain(tx: Tx, status: number, run: (tx: Tx) => Promise<unknown>): Promise<Outcome | Refusal> {
  try {
    return { status, body: await run(tx), replayed: false };
  } catch (error) {
    if (error instanceof Refusal && error.keepsEffects) return error;
    throw error;
  }
}

async function once(
  tx: Tx,
  { scope, key, fingerprint, formerFingerprint }: WriteKey,
  status: number,
  run: (tx: Tx) => Promise<unknown>,
): Promise<Outcome | Refusal> {
  // A repetition that arrives while the first is running waits here for its end, at most this long.
  await tx.execute(sql`set local lock_timeout = '4s'`);
  const inserted = await tx
    .insert(idempotency)
    .values({ scope, key, fingerprint })
    .onConflictDoNothing()
    .returning({ key: idempotency.key });
  const here = and(eq(idempotency.scope, scope), eq(idempotency.key, key));

  if (inserted.length === 0) {
    const [kept] = await tx.select().from(idempotency).where(here);
    if (!kept || kept.status === null) throw inProgress();
    if (!kept.fingerprint.equals(fingerprint) && !kept.fingerprint.equals(formerFingerprint)) {
      throw invalid([{ propertyPath: '', message: 'Cette clé a déjà servi à une autre demande.' }], 'key-reuse');
    }
    return { status: kept.status, body: kept.body ?? undefined, replayed: true };
  }

  const outcome = await attemptWithin(tx, status, run);
  await tx
    .update(idempotency)
    .set({ status: outcome.status, body: outcome.body ?? null })
    .where(here);
  return outcome;
}

/** The write in a savepoint: a definitive refusal undoes it and becomes the outcome. */
async function attemptWithin(tx: Tx, status: number, run: (tx: Tx) => Promise<unknown>): Promise<Outcome> {
  try {
    return { status, body: await tx.transaction(run), replayed: false };
  } catch (error) {
    if (!(error instanceof Refusal) || !definitive.has(error.status)) throw error;
    return { status: error.status, body: error.answer(), replayed: false };
  }
}

/** Forgets answers older than `KEPT_DAYS`. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  await db
    .delete(idempotency)
    .where(lt(idempotency.createdAt, new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000)));
}
