// StoreRow: a row of stores; the nearest open ones once the device has reported time and position.
import { HOME_STORES } from '#contract/reads.ts';
import { useApiQuery } from '#state/api/query.ts';
import { StoreTile, StoreTileRow } from '#ui/catalogue/store-tile.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { Section } from '#ui/text/section.tsx';
import { AllStores } from './all-stores.tsx';

// Hours and distances are not in the first view.
const nearStores = lazyPart(() => import('./near-stores.tsx'));

export function HomeStores() {
  const stores = useApiQuery(...HOME_STORES).data?.['hydra:member'] ?? [];
  if (stores.length === 0) return null;
  const drawn = (
    <Section title="Nos commerçants">
      <AllStores />
      <StoreTileRow>
        {stores.map((store) => (
          <StoreTile key={store.id} store={store} />
        ))}
      </StoreTileRow>
    </Section>
  );
  return <LazyPart part={nearStores} props={{ stores }} fallback={drawn} />;
}
