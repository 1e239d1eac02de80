import { generatePath } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/configuration.ts';
import { useApiQuery } from '#state/query.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import { Section } from '#ui/section.tsx';
import { Average, NoReview, Reviews } from './review-list.tsx';
import { useStore } from './store-layout.tsx';

export function StoreReviewsPage() {
  const store = useStore();
  const siteName = useSiteName();
  const query = useApiQuery('stores.reviews', { params: { id: store.id } }, { enabled: store.reviewCount > 0 });
  return (
    <>
      <PageMeta
        title={`${store.name} - avis`}
        siteName={siteName}
        description={store.description || undefined}
        path={generatePath(paths.storeReviews, { slug: store.slug })}
        image={store.images[0]?.['720_inset_path']}
      />
      <Section title="Avis" id="reviews">
        {store.reviewCount === 0 ? (
          <NoReview />
        ) : (
          <>
            <Average value={store.averageRating} count={store.reviewCount} />
            <Reviews query={query} />
          </>
        )}
      </Section>
    </>
  );
}
