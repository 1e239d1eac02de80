// RecentProducts: recently viewed products of this device, or featured ones.
import { useRecentProducts } from '#state/device/view-history.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { ProductShapes } from '#ui/states/loaded.tsx';
import { Section } from '#ui/text/section.tsx';

const SLOTS = 4;
// Not in the first view: the device's history is read later.
const seenProducts = lazyPart(() => import('./seen-products.tsx'));

/** Viewed products or suggestions. Space is reserved until the history is read. */
export function RecentProducts() {
  const seen = useRecentProducts();
  const placeholder = (
    <Section title="Consultations récentes">
      <ProductShapes count={SLOTS} />
    </Section>
  );
  return seen === null ? (
    placeholder
  ) : (
    <LazyPart part={seenProducts} props={{ seen, slots: SLOTS }} fallback={placeholder} />
  );
}
