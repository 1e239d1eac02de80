// What the server would refuse of a product, in its own words, before it is sent: without a network there is nobody else to ask.
import { newProduct, type ProductChanges, productChanges } from '#contract/merchant/own-products.ts';
import { violationsIn } from '#contract/violations.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { noProduct, pricesAfter, productMistakes } from '#domain/product-rules.ts';
import { NOT_BEFORE_TOMORROW, tomorrowOf } from '#domain/time/tomorrow.ts';
import { asIfNamed } from '#state/merchant/media.ts';

/** @param before as it would be sent; null for a new product */
export function productViolations(changes: ProductChanges, before: ProductChanges | null): Violation[] {
  const sent = asIfNamed(changes);
  const { preOrderDate } = changes;
  // A day that has come since it was saved may stay, and the server takes what was saved without a network days ago.
  const isTooEarly = typeof preOrderDate === 'string' && preOrderDate < tomorrowOf(new Date());
  return [
    ...violationsIn(productChanges, sent),
    ...(before ? [] : violationsIn(newProduct, sent)),
    ...productMistakes(
      changes,
      before ? { ...pricesAfter(noProduct, before), stock: before.stock ?? null } : noProduct,
    ),
    ...(isTooEarly ? [{ propertyPath: 'preOrderDate', message: NOT_BEFORE_TOMORROW }] : []),
  ];
}
