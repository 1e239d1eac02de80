// Starts, rotates and revokes refresh tokens: one family a login, rotated at each use, 30 days after the last use, 90 days
// in all.
// Guarantees: only hashes are stored, and a hash can end its session but never renew it; a token's successor is derived from
// it with the server's secret, so the token just used answers the same successor again for 60 s as long as that successor
// was never used (its answer may have been lost); any other reuse is taken for theft and ends the whole family.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { refreshFamilies, refreshTokens } from '../db/schema/accounts.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds. */
export const SLIDING_LIFE = 30 * DAY;
export const ABSOLUTE_LIFE = 90 * DAY;
export const GRACE = 60 * 1000;

export interface Rotation {
  token: string;
  userId: string;
  /** When this token was first handed out; a repeated answer names the same instant. */
  issuedAt: Date;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
const successorOf = (secret: Buffer, token: string) => createHmac('sha256', secret).update(token).digest('base64url');

export async function startFamily(tx: Tx, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const [family] = await tx.insert(refreshFamilies).values({ userId, createdAt: now }).returning();
  if (!family) throw new Error('The new session was not written.');
  await tx.insert(refreshTokens).values({
    tokenHash: hashOf(token),
    familyId: family.id,
    generation: 1,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SLIDING_LIFE),
  });
  return token;
}

/** @returns 'unknown' (never issued, expired or revoked) or whose family has just been revoked for its reuse, when refused */
export async function rotate(
  tx: Tx,
  secret: Buffer,
  token: string,
  now: Date,
): Promise<Rotation | 'unknown' | { reusedBy: string }> {
  const found = await tokenWithFamily(tx, hashOf(token));
  if (!found || found.family.revokedAt || found.token.expiresAt <= now) return 'unknown';
  const { family, token: row } = found;
  const end = family.createdAt.getTime() + ABSOLUTE_LIFE;
  if (now.getTime() >= end) return 'unknown';

  const successor = successorOf(secret, token);
  if (!row.usedAt) {
    await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.tokenHash, row.tokenHash));
    await tx.insert(refreshTokens).values({
      tokenHash: hashOf(successor),
      familyId: family.id,
      generation: row.generation + 1,
      createdAt: now,
      expiresAt: new Date(Math.min(now.getTime() + SLIDING_LIFE, end)),
    });
    return { token: successor, userId: family.userId, issuedAt: now };
  }
  const next = await tokenWithFamily(tx, hashOf(successor));
  if (next && !next.token.usedAt && now.getTime() - row.usedAt.getTime() <= GRACE) {
    return { token: successor, userId: family.userId, issuedAt: next.token.createdAt };
  }
  await tx.update(refreshFamilies).set({ revokedAt: now }).where(eq(refreshFamilies.id, family.id));
  return { reusedBy: family.userId };
}

/** Names a token without being one: who leaves without a network keeps this. */
const handle = /^sha256:([0-9a-f]{64})$/;

/** Signs out the session that a token belongs to, whichever generation the token is; `token` may be its handle. */
export async function revokeFamilyOf(tx: Tx, token: string, now: Date): Promise<void> {
  const [, hash] = handle.exec(token) ?? [];
  const family = tx
    .select({ id: refreshTokens.familyId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hash === undefined ? hashOf(token) : Buffer.from(hash, 'hex')));
  await tx
    .update(refreshFamilies)
    .set({ revokedAt: now })
    .where(and(sql`${refreshFamilies.id} in ${family}`, isNull(refreshFamilies.revokedAt)));
}

/** Signs a user out everywhere. */
export async function revokeFamiliesOfUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .update(refreshFamilies)
    .set({ revokedAt: now })
    .where(and(eq(refreshFamilies.userId, userId), isNull(refreshFamilies.revokedAt)));
}

/** Locks the family, so that two refreshes of one session never run at once. */
async function tokenWithFamily(tx: Tx, hash: Buffer) {
  const [found] = await tx
    .select({ token: refreshTokens, family: refreshFamilies })
    .from(refreshTokens)
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, refreshTokens.familyId))
    .where(eq(refreshTokens.tokenHash, hash))
    .for('update');
  return found;
}
