// Starts, rotates and revokes refresh tokens: one family a login, rotated at each use, 30 days after the last use, 90 days
// in all.
// Guarantees: only hashes are stored, and a hash can end its session but never renew it; a token's successor is derived from
// it with the server's secret, so the token just used answers the same successor again for 60 s as long as that successor
// was never used (its answer may have been lost); any other reuse is taken for theft and ends the whole family. A session
// in which somebody acts for someone else ends after half an hour, whatever happens.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { refreshFamilies, refreshTokens } from '../db/schema/accounts.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds. */
export const SLIDING_LIFE = 30 * DAY;
export const ABSOLUTE_LIFE = 90 * DAY;
export const GRACE = 60 * 1000;
/** Of a session in which somebody acts for someone else. */
export const ACTING_LIFE = 30 * 60 * 1000;

type Family = typeof refreshFamilies.$inferSelect;

/** Nothing of the session is believed from then on. */
export const endOfFamily = ({ createdAt, actedBy }: Pick<Family, 'createdAt' | 'actedBy'>): Date =>
  new Date(createdAt.getTime() + (actedBy === null ? ABSOLUTE_LIFE : ACTING_LIFE));

export interface Rotation {
  token: string;
  family: Family;
  /** When this token was first handed out; a repeated answer names the same instant. */
  issuedAt: Date;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
const successorOf = (secret: Buffer, token: string) => createHmac('sha256', secret).update(token).digest('base64url');

/** @param actedBy who acts for the user in it */
export async function startFamily(
  tx: Tx,
  userId: string,
  now: Date,
  actedBy: string | null = null,
): Promise<{ token: string; family: Family }> {
  const token = randomBytes(32).toString('base64url');
  const [family] = await tx.insert(refreshFamilies).values({ userId, actedBy, createdAt: now }).returning();
  if (!family) throw new Error('The new session was not written.');
  await tx.insert(refreshTokens).values({
    tokenHash: hashOf(token),
    familyId: family.id,
    generation: 1,
    createdAt: now,
    expiresAt: expiryOf(family, now),
  });
  return { token, family };
}

const expiryOf = (family: Family, now: Date) =>
  new Date(Math.min(now.getTime() + SLIDING_LIFE, endOfFamily(family).getTime()));

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
  if (now >= endOfFamily(family)) return 'unknown';

  const successor = successorOf(secret, token);
  if (!row.usedAt) {
    await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.tokenHash, row.tokenHash));
    await tx.insert(refreshTokens).values({
      tokenHash: hashOf(successor),
      familyId: family.id,
      generation: row.generation + 1,
      createdAt: now,
      expiresAt: expiryOf(family, now),
    });
    return { token: successor, family, issuedAt: now };
  }
  const next = await tokenWithFamily(tx, hashOf(successor));
  if (next && !next.token.usedAt && now.getTime() - row.usedAt.getTime() <= GRACE) {
    return { token: successor, family, issuedAt: next.token.createdAt };
  }
  await tx.update(refreshFamilies).set({ revokedAt: now }).where(eq(refreshFamilies.id, family.id));
  return { reusedBy: family.userId };
}

/** Names a token without being one: who leaves without a network keeps this. */
const handle = /^sha256:([0-9a-f]{64})$/;

/**
 * Signs out the session that a token belongs to, whichever generation the token is; `token` may be its handle. With an
 * administrator's own session end those in which they act for others.
 * @returns what has ended now
 */
export async function revokeFamilyOf(tx: Tx, token: string, now: Date): Promise<Family | null> {
  const [, hash] = handle.exec(token) ?? [];
  const family = tx
    .select({ id: refreshTokens.familyId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hash === undefined ? hashOf(token) : Buffer.from(hash, 'hex')));
  const [ended] = await tx
    .update(refreshFamilies)
    .set({ revokedAt: now })
    .where(and(sql`${refreshFamilies.id} in ${family}`, isNull(refreshFamilies.revokedAt)))
    .returning();
  if (ended && ended.actedBy === null) {
    await tx
      .update(refreshFamilies)
      .set({ revokedAt: now })
      .where(and(eq(refreshFamilies.actedBy, ended.userId), isNull(refreshFamilies.revokedAt)));
  }
  return ended ?? null;
}

/** Signs a user out everywhere, also of where they act for someone else. */
export async function revokeFamiliesOfUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .update(refreshFamilies)
    .set({ revokedAt: now })
    .where(
      and(
        or(eq(refreshFamilies.userId, userId), eq(refreshFamilies.actedBy, userId)),
        isNull(refreshFamilies.revokedAt),
      ),
    );
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
