// Store visits. Guarantee: one visit per visitor, day and store.
import { eq } from 'drizzle-orm';
import { parisDay } from '#domain/time/dates.ts';
import { idOfReference, isUuid } from '../catalogue/product-list.ts';
import { views } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import type { Call } from '../http/call.ts';
import { notFound } from '../runtime/errors.ts';

export async function countView({ tx, body, now }: Call<'view.create'>) {
  const storeId = idOfReference(body.store);
  const [store] = isUuid(storeId) ? await tx.select({ id: stores.id }).from(stores).where(eq(stores.id, storeId)) : [];
  if (!store) throw notFound();
  await tx
    .insert(views)
    .values({ uniqueId: body.uniqueId.toLowerCase(), type: body.type, storeId, day: parisDay(now) })
    .onConflictDoNothing();
  return undefined;
}
