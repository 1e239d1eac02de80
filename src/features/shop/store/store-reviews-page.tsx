// Reviews page of a store.
import { generatePath } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { ReviewsSection } from '../reviews/review-list.tsx';
import { useStore } from './store-layout.tsx';

export function StoreReviewsPage() {
  const store = useStore();
  const siteName = useSiteName();
  const path = generatePath(paths.storeReviews, { slug: store.slug });
  return (
    <>
      <PageMeta
        title={`${store.name} - avis`}
        siteName={siteName}
        description={store.description || undefined}
        path={path}
        image={store.images[0]?.['720_inset_path']}
      />
      <ReviewsSection of={store} id="reviews" path={path} />
    </>
  );
}
