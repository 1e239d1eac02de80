// End of a store on a device: deletes what it stored of a store for which its user no longer works, or works in another
// role.
// Guarantee: pending commands stay; the server refuses them, and each refusal is shown.
import type { TokenContent } from '#contract/account/users.ts';
import { roleIn } from '#contract/merchant/store-roles.ts';
import type { CacheDatabase } from '#db/cache-database.ts';
import { deleteDrafts } from '#db/drafts.ts';
import type { Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';

/** Nothing is deleted unless a newer token of the same user names another store or role. A failure is logged only. */
export async function forgetFormerStore(
  local: StoreContext,
  cache: CacheDatabase,
  before: TokenContent | null,
  after: TokenContent | null,
): Promise<void> {
  if (!before || before.user_id !== after?.user_id) return;
  const hasLeft = before.ownedStore !== after.ownedStore;
  if (!hasLeft && roleIn(before) === roleIn(after)) return;
  await forgetStore(local, cache, `u:${before.user_id}`, hasLeft).catch(console.error);
}

/** @param withDrafts also what was typed and not saved, as at a logout */
async function forgetStore(
  { db }: StoreContext,
  cache: CacheDatabase,
  owner: Owner,
  withDrafts: boolean,
): Promise<void> {
  await db.transaction('rw', db.snaps, db.device, async () => {
    const views = db.snaps.where('[owner+lane]').between([owner, ''], [owner, '\uffff']);
    await views.filter(({ lane }) => !lane.startsWith('cart:')).delete();
    if (withDrafts) await deleteDrafts(db, owner);
  });
  await cache.empty(owner);
}
