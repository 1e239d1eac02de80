// Every screen with a price, a stock or opening hours shows their age while offline: checked over the sources of all
// screens, new ones included.
import { describe, expect, test } from 'vitest';
import { sourceFiles } from './support/source-files.ts';

const telling =
  /<ProductCard|<ProductList|<StoreCard|<Price|formatCents\(|openingHours|stockNotice\(|<OpeningHours|todayWords\(|readyWords\(|opennessOf\(|orderNowWords\(/;
const aging = /<Age\b|<AgeOf\b|\baged\b/;

/** Components whose page shows the age. */
const ageShownBy: Readonly<Record<string, string>> = {
  'account/orders/order-part.tsx': 'account/orders/order-page.tsx',
  'account/orders/order-progress.tsx': 'account/orders/order-page.tsx',
  'checkout/cart/cart-line.tsx': 'checkout/cart/cart-summary.tsx',
  'checkout/cart/missing-choices.tsx': 'checkout/cart/cart-summary.tsx',
  'checkout/delivery/fields/collection-place.tsx': 'checkout/delivery/shipping-summary.tsx',
  'checkout/delivery/fields/delivery-fields.tsx': 'checkout/delivery/shipping-summary.tsx',
  'checkout/delivery/fields/relay-picker.tsx': 'checkout/delivery/shipping-summary.tsx',
  'checkout/delivery/store-order-section.tsx': 'checkout/delivery/shipping-summary.tsx',
  'checkout/delivery/part-items.tsx': 'checkout/delivery/shipping-summary.tsx',
  'merchant/dashboard/figures-chart.tsx': 'merchant/dashboard/statistics.tsx',
  'merchant/orders/cancel-order.tsx': 'merchant/orders/order-page.tsx',
  'merchant/orders/next-step.tsx': 'merchant/orders/order-page.tsx',
  'merchant/orders/order-row.tsx': 'merchant/orders/orders-page.tsx',
  'account/round/stop-card.tsx': 'account/round/round-page.tsx',
  'merchant/orders/picking-list.tsx': 'merchant/orders/order-page.tsx',
  'merchant/orders/refund-lines.tsx': 'merchant/orders/order-page.tsx',
  'merchant/orders/refund-order.tsx': 'merchant/orders/order-page.tsx',
  'merchant/orders/withdrawal-answers.tsx': 'merchant/orders/order-page.tsx',
  'merchant/orders/weigh-lines.tsx': 'merchant/orders/order-page.tsx',
  'merchant/settings/hours/hours-fields.tsx': 'merchant/settings/settings-page.tsx',
  'merchant/products/form/product-form.tsx': 'merchant/products/form/product-page.tsx',
  'merchant/products/list/product-row.tsx': 'merchant/products/list/products-page.tsx',
  'shop/product/order-now.tsx': 'shop/product/product-page.tsx',
  'shop/product/ways-to-get-it.tsx': 'shop/product/product-page.tsx',
  'shop/product/purchase-form.tsx': 'shop/product/product-page.tsx',
  'shop/directory/stores-and-map.tsx': 'shop/directory/stores-page.tsx',
  'shop/store/store-header.tsx': 'shop/store/store-layout.tsx',
  'shop/store/store-today.tsx': 'shop/store/store-layout.tsx',
  'shop/store/store-whereabouts.tsx': 'shop/store/store-layout.tsx',
};
/** Renders its input: the components that use it are checked instead. */
const list = 'shop/listing/product-list.tsx';
/** Shows amounts of a file that the merchant has just chosen. */
const preview = 'merchant/products-csv/preview.tsx';

const files = new Map(
  sourceFiles(['src/features', 'src/app']).map(({ path, code }) => [path.replace(/^src\/(features\/)?/, ''), code]),
);
const shows = [...files].filter(
  ([path, code]) => path.endsWith('.tsx') && path !== list && path !== preview && telling.test(code),
);

describe('every screen with a price, a stock or opening hours', () => {
  test.each(shows.map(([path]) => path))('%s updates its age, or is below a component that does', (path) => {
    expect(files.get(ageShownBy[path] ?? path) ?? '').toMatch(aging);
  });

  test('is detected; the list is not empty, and contains no missing or superfluous file', () => {
    expect(shows.length).toBeGreaterThan(20);
    for (const [part, page] of Object.entries(ageShownBy)) {
      expect(files.get(part) ?? '', part).toMatch(telling);
      expect(files.get(part), part).not.toMatch(aging);
      expect(files.get(page), page).toMatch(aging);
    }
  });
});
