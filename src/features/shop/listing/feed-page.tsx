// Feed page: lists of the whole market: new products and discounts.
import { useSearchParams } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { pagePath, pageTitle, requestedPage } from './list-address.ts';
import { ListHead, productCount } from './list-head.tsx';
import styles from './listing.module.css';
import { PagedProducts } from './paged-products.tsx';

const feeds = {
  latest: {
    title: 'Nouveautés',
    description: 'Les produits arrivés les derniers chez les commerçants et les artisans près de chez vous.',
    query: { 'order[createdAt]': 'DESC' },
  },
  promotions: {
    title: 'Promotions',
    description: 'Les produits à prix réduit chez les commerçants et les artisans près de chez vous.',
    query: { 'exists[reducedPrice.amount]': true, 'order[createdAt]': 'DESC' },
  },
} as const;

export function FeedPage({ feed }: { feed: keyof typeof feeds }) {
  const { title, description, query } = feeds[feed];
  const siteName = useSiteName();
  const [search] = useSearchParams();
  const page = requestedPage(search);
  return (
    <div className={`${styles.listing} wrap`}>
      <PageMeta
        title={pageTitle(title, page)}
        siteName={siteName}
        description={description}
        path={pagePath(paths[feed], page)}
      />
      <PagedProducts
        query={query}
        label={title}
        empty="Aucun résultat"
        head={(total) => (
          <div className={styles.head}>
            <ListHead title={title}>{productCount(total)}</ListHead>
          </div>
        )}
      />
    </div>
  );
}
