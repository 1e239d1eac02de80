// Refresh tokens: starts, rotates and revokes token families. A login starts a family; each use rotates the token; a
// family expires 30 days after its last use and 90 days after its start.
// Guarantees: only hashes are stored, and a hash can end its session but not renew it. A successor is derived from its
// token with the server's secret, so a token used again within 60 s returns the same successor while that one is unused
// (the first answer may have been lost); any other reuse counts as theft and revokes the family. An impersonation
// session ends after half an hour.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { refreshFamilies, refreshTokens } from '../db/schema/accounts.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds. */
export const SLIDING_LIFETIME = 30 * DAY;
export const ABSOLUTE_LIFETIME = 90 * DAY;
export const REUSE_GRACE = 60 * 1000;
/** How long a one-time code opens the administration to its session. */
export const SECOND_FACTOR_LIFETIME = DAY / 2;
/** Lifetime of an impersonation session. */
export const IMPERSONATION_LIFETIME = 30 * 60 * 1000;

type Family = typeof refreshFamilies.$inferSelect;

/** The session's tokens are invalid from this instant on. */
export const familyExpiry = ({ createdAt, actedBy }: Pick<Family, 'createdAt' | 'actedBy'>): Date =>
  new Date(createdAt.getTime() + (actedBy === null ? ABSOLUTE_LIFETIME : IMPERSONATION_LIFETIME));

export interface Rotation {
  token: string;
  family: Family;
  /** First issue of this token; a repeated answer gives the same instant. */
  issuedAt: Date;
}

const hashToken = (token: string) => createHash('sha256').update(token).digest();
const successorOf = (secret: Buffer, token: string) => createHmac('sha256', secret).update(token).digest('base64url');

/** @param actedBy administrator impersonating the user */
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
    tokenHash: hashToken(token),
    familyId: family.id,
    generation: 1,
    createdAt: now,
    expiresAt: tokenExpiryIn(family, now),
  });
  return { token, family };
}

const tokenExpiryIn = (family: Family, now: Date) =>
  new Date(Math.min(now.getTime() + SLIDING_LIFETIME, familyExpiry(family).getTime()));

/**
 * @returns 'unknown' for a token never issued, expired or revoked; `reusedBy` if its family was just revoked for reuse
 */
export async function rotateToken(
  tx: Tx,
  secret: Buffer,
  token: string,
  now: Date,
): Promise<Rotation | 'unknown' | { reusedBy: string }> {
  const found = await tokenWithFamily(tx, hashToken(token));
  if (!found || found.family.revokedAt || found.token.expiresAt <= now) return 'unknown';
  const { family, token: row } = found;
  if (now >= familyExpiry(family)) return 'unknown';

  const successor = successorOf(secret, token);
  if (!row.usedAt) {
    await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.tokenHash, row.tokenHash));
    await tx.insert(refreshTokens).values({
      tokenHash: hashToken(successor),
      familyId: family.id,
      generation: row.generation + 1,
      createdAt: now,
      expiresAt: tokenExpiryIn(family, now),
    });
    return { token: successor, family, issuedAt: now };
  }
  const next = await tokenWithFamily(tx, hashToken(successor));
  if (next && !next.token.usedAt && now.getTime() - row.usedAt.getTime() <= REUSE_GRACE) {
    return { token: successor, family, issuedAt: next.token.createdAt };
  }
  await tx.update(refreshFamilies).set({ revokedAt: now }).where(eq(refreshFamilies.id, family.id));
  return { reusedBy: family.userId };
}

/** The hash of a token: a logout without a network stores it in place of the token. */
const hashPattern = /^sha256:([0-9a-f]{64})$/;

/**
 * Ends the session of a token of any generation, or of a token's hash. Ending an administrator's own session also ends
 * their impersonation sessions.
 * @returns the family ended by this call
 */
export async function revokeFamilyOf(tx: Tx, token: string, now: Date): Promise<Family | null> {
  const [, hash] = hashPattern.exec(token) ?? [];
  const family = tx
    .select({ id: refreshTokens.familyId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hash === undefined ? hashToken(token) : Buffer.from(hash, 'hex')));
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

/** Ends all sessions of a user, including those in which they impersonate others. */
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

/** Locks the family, so that refreshes of one session run one at a time. */
async function tokenWithFamily(tx: Tx, hash: Buffer) {
  const [found] = await tx
    .select({ token: refreshTokens, family: refreshFamilies })
    .from(refreshTokens)
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, refreshTokens.familyId))
    .where(eq(refreshTokens.tokenHash, hash))
    .for('update');
  return found;
}
