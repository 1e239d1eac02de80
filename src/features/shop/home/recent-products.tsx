// The products seen on this device, or featured ones.
import { useRecentProducts } from '#state/device/view-history.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { ProductShapes } from '#ui/states/loaded.tsx';
import { Section } from '#ui/text/section.tsx';

const ROOM = 4;
// Nobody's first view: what the device remembers is known once it was asked.
const seenProducts = lazyPart(() => import('./seen-products.tsx'));

/** What was looked at on this device, or something to look at. Its room is kept until the device was asked. */
export function RecentProducts() {
  const seen = useRecentProducts();
  const room = (
    <Section title="Consultations récentes">
      <ProductShapes count={ROOM} />
    </Section>
  );
  return seen === null ? room : <LazyPart part={seenProducts} props={{ seen, room: ROOM }} fallback={room} />;
}
