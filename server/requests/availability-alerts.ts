// Keeps who wants to be told when a product is there again.
import { and, count, eq, isNull } from 'drizzle-orm';
import { idOf, isUuid, shownToAll } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { availabilityProducts } from '../db/schema/requests.ts';
import type { Call } from '../http/call.ts';
import { invalid } from '../runtime/errors.ts';

/** Of one address: it gets a mail for each, and whose it is nobody has shown. */
const WAITING_AT_MOST = 20;

/** Asked twice, told once. */
export async function askAvailability({ tx, body, now }: Call<'availability.create'>) {
  const productId = idOf(body.product);
  const [known] = isUuid(productId)
    ? await tx
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.id, productId), ...shownToAll))
    : [];
  if (!known) throw invalid([{ propertyPath: 'product', message: 'Ce produit n’est plus proposé.' }]);
  const waiting = and(
    eq(availabilityProducts.productId, productId),
    eq(availabilityProducts.email, body.email),
    isNull(availabilityProducts.notifiedAt),
  );
  const [already] = await tx.select({ id: availabilityProducts.id }).from(availabilityProducts).where(waiting);
  const [open] = await tx
    .select({ number: count() })
    .from(availabilityProducts)
    .where(and(eq(availabilityProducts.email, body.email), isNull(availabilityProducts.notifiedAt)));
  if (!already && (open?.number ?? 0) >= WAITING_AT_MOST) {
    const message = `Cette adresse attend déjà ${WAITING_AT_MOST} produits\u00a0: c’est le plus possible.`;
    throw invalid([{ propertyPath: 'email', message }]);
  }
  const [alert] = already
    ? [already]
    : await tx
        .insert(availabilityProducts)
        .values({ email: body.email, productId, createdAt: now })
        .returning({ id: availabilityProducts.id });
  return present(alert?.id ?? '');
}

const present = (id: string) => ({ '@id': `/availability_products/${id}`, '@type': 'AvailabilityProduct' as const });

/** Says that it is there, and nothing of who asked. */
export async function alertOf(tx: Tx, id: string) {
  const [row] = await tx
    .select({ id: availabilityProducts.id })
    .from(availabilityProducts)
    .where(eq(availabilityProducts.id, id));
  return row && present(row.id);
}
