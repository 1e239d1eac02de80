// Counts who looks at a shop. Guarantee: one visitor counts once a day and shop, however often the page is opened.
import { eq } from 'drizzle-orm';
import { parisDay } from '#domain/time/dates.ts';
import { idOf, isUuid } from '../catalogue/product-list.ts';
import { views } from '../db/schema/requests.ts';
import { stores } from '../db/schema/shops.ts';
import type { Call } from '../http/call.ts';
import { notFound } from '../runtime/errors.ts';

export async function countView({ tx, body, now }: Call<'view.create'>) {
  const storeId = idOf(body.store);
  const [store] = isUuid(storeId) ? await tx.select({ id: stores.id }).from(stores).where(eq(stores.id, storeId)) : [];
  if (!store) throw notFound();
  await tx
    .insert(views)
    .values({ uniqueId: body.uniqueId.toLowerCase(), type: body.type, storeId, day: parisDay(now) })
    .onConflictDoNothing();
  return undefined;
}
