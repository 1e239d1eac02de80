// A row of real stalls; once the device has said the hour and where it is, the nearest open ones.
import { STALLS } from '#contract/reads.ts';
import { useApiQuery } from '#state/api/query.ts';
import { StallCard, StallRow } from '#ui/catalogue/store-tile.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { Section } from '#ui/text/section.tsx';
import { AllStores } from './all-stores.tsx';

// The hours and the distances are nobody's first view.
const nearStalls = lazyPart(() => import('./near-stores.tsx'));

export function Stalls() {
  const stores = useApiQuery(...STALLS).data?.['hydra:member'] ?? [];
  if (stores.length === 0) return null;
  const drawn = (
    <Section title="Nos commerçants">
      <AllStores />
      <StallRow>
        {stores.map((store) => (
          <StallCard key={store.id} store={store} />
        ))}
      </StallRow>
    </Section>
  );
  return <LazyPart part={nearStalls} props={{ stores }} fallback={drawn} />;
}
