// Drafts: unsent form input per user, so that a crash loses nothing.
// Guarantees: visible to its owner only; deleted at logout; expires after a week.
import type { EtalDatabase } from './database.ts';
import type { DraftRow, Owner } from './rows.ts';

export const DRAFT_AGE = 7 * 24 * 3_600_000;

const keyOf = (owner: Owner, key: string): DraftRow['k'] => `draft:${owner} ${key}`;
const ofOwner = ({ device }: EtalDatabase, owner: Owner) => device.where('k').startsWith(keyOf(owner, ''));
const isDraft = (row: object): row is DraftRow => 'values' in row;

/** Stores nothing for a user who has logged out meanwhile. */
export async function putDraft(db: EtalDatabase, owner: Owner, key: string, values: unknown, at: number) {
  await db.transaction('rw', db.device, db.session, async () => {
    if ((await db.session.get('current'))?.owner === owner) await db.device.put({ k: keyOf(owner, key), values, at });
  });
}

export async function deleteDraft(db: EtalDatabase, owner: Owner, key: string): Promise<void> {
  await db.device.delete(keyOf(owner, key));
}

/** Drafts by key; deletes expired ones. */
export async function draftsOf(db: EtalDatabase, owner: Owner, now: number): Promise<Map<string, unknown>> {
  return db.transaction('rw', db.device, async () => {
    const rows = (await ofOwner(db, owner).toArray()).filter(isDraft);
    await db.device.bulkDelete(rows.filter(({ at }) => Math.abs(now - at) > DRAFT_AGE).map(({ k }) => k));
    const young = rows.filter(({ at }) => Math.abs(now - at) <= DRAFT_AGE);
    return new Map(young.map(({ k, values }) => [k.slice(keyOf(owner, '').length), values]));
  });
}

/** Prefix of the keys of values that a form needs but the user did not type. */
export const UNTYPED = '@';

/** Number of forms with typed values. */
export const draftCount = (db: EtalDatabase, owner: Owner) =>
  ofOwner(db, owner)
    .filter(({ k }) => !k.startsWith(keyOf(owner, UNTYPED)))
    .count();

/** Requires a transaction over `device`. */
export async function deleteDrafts(db: EtalDatabase, owner: Owner): Promise<void> {
  await ofOwner(db, owner).delete();
}
