// Stock alerts: subscriptions to a product's return.
import { and, count, eq, isNull } from 'drizzle-orm';
import { idOfReference, isUuid, publicProductConditions } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { availabilityProducts } from '../db/schema/requests.ts';
import type { Call } from '../http/call.ts';
import { invalid } from '../runtime/errors.ts';

/** Maximum of open alerts per address: addresses are unconfirmed, and each alert sends a mail. */
const MAX_OPEN_ALERTS = 20;

/** A repeated subscription is stored once. */
export async function createAlert({ tx, body, now }: Call<'availability.create'>) {
  const productId = idOfReference(body.product);
  const [known] = isUuid(productId)
    ? await tx
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.id, productId), ...publicProductConditions))
    : [];
  if (!known) throw invalid([{ propertyPath: 'product', message: 'Ce produit n’est plus proposé.' }]);
  const waiting = and(
    eq(availabilityProducts.productId, productId),
    eq(availabilityProducts.email, body.email),
    isNull(availabilityProducts.notifiedAt),
  );
  // Asked for again after the address was unsubscribed: it waits again.
  const [already] = await tx
    .update(availabilityProducts)
    .set({ stoppedAt: null })
    .where(waiting)
    .returning({ id: availabilityProducts.id });
  const [open] = await tx
    .select({ number: count() })
    .from(availabilityProducts)
    .where(
      and(
        eq(availabilityProducts.email, body.email),
        isNull(availabilityProducts.notifiedAt),
        isNull(availabilityProducts.stoppedAt),
      ),
    );
  if (!already && (open?.number ?? 0) >= MAX_OPEN_ALERTS) {
    const message = `Cette adresse attend déjà ${MAX_OPEN_ALERTS} produits\u00a0: c’est le plus possible.`;
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

/** The alert without the requester's address. */
export async function alertOf(tx: Tx, id: string) {
  const [row] = await tx
    .select({ id: availabilityProducts.id })
    .from(availabilityProducts)
    .where(eq(availabilityProducts.id, id));
  return row && present(row.id);
}
