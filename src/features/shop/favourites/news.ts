// News of favourites since the last look.
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { formatCents } from '#domain/money.ts';
import { seenOf } from '#state/device/favourite-writes.ts';
import type { Favourite } from '#state/device/favourites.ts';

type SeenProduct = Extract<Favourite, { kind: 'product' }>['seen'];

/** 'Prix baissé : 7,90 € au lieu de 9,90 €', 'De retour en stock'; null without news. `now` null: gone from the market. */
export function productNews(before: SeenProduct, now: ProductSummary | null): string | null {
  if (now === null) return 'N’est plus proposé';
  const { price, isSoldOut } = seenOf(now);
  if (before.isSoldOut && !isSoldOut) return 'De retour en stock';
  if (price === null || before.price === null || price >= before.price) return null;
  return `Prix baissé\u00a0: ${formatCents(price)} au lieu de ${formatCents(before.price)}`;
}

/** `ids`: its products, newest first. Products before the known newest one are new; none if that one is gone. */
export const newProductCount = (newest: string | null, ids: readonly string[]): number =>
  newest === null ? 0 : Math.max(0, ids.indexOf(newest));
