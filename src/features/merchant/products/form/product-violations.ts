// Product violations: what the server would report, with its messages, so that the form also validates without a
// network.
import { newProduct, type ProductChanges, productChanges } from '#contract/merchant/own-products.ts';
import { violationsIn } from '#contract/violations.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { emptyProduct, pricesAfter, productMistakes } from '#domain/product-rules.ts';
import { NOT_BEFORE_TOMORROW, tomorrowOf } from '#domain/time/tomorrow.ts';
import { asIfNamed } from '#state/merchant/media.ts';

/** @param before values before the change, as sent; null for a new product */
export function productViolations(changes: ProductChanges, before: ProductChanges | null): Violation[] {
  const sent = asIfNamed(changes);
  const { preOrderDate } = changes;
  // Only checked when changed: a saved day may have passed, and the server accepts delayed offline writes.
  const isTooEarly = typeof preOrderDate === 'string' && preOrderDate < tomorrowOf(new Date());
  return [
    ...violationsIn(productChanges, sent),
    ...(before ? [] : violationsIn(newProduct, sent)),
    ...productMistakes(
      changes,
      before
        ? {
            ...pricesAfter(emptyProduct, before),
            stock: before.stock ?? null,
            netContent: before.netContent ?? null,
            weightTolerance: before.weightTolerance ?? null,
          }
        : emptyProduct,
    ),
    ...(isTooEarly ? [{ propertyPath: 'preOrderDate', message: NOT_BEFORE_TOMORROW }] : []),
  ];
}
