import { useSearchParams } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/reads/configuration.ts';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from '../listing.module.css';
import { pageAsked, pagePath, pageTitle } from './list-address.ts';
import { PlaceHead } from './list-head.tsx';
import { PagedProducts } from './paged-products.tsx';
import { productCount } from './product-count.ts';

export function PromotionsPage() {
  const siteName = useSiteName();
  const [search] = useSearchParams();
  const page = pageAsked(search);
  return (
    <div className={`${styles.listing} wrap`}>
      <PageMeta
        title={pageTitle('Promotions', page)}
        siteName={siteName}
        description="Les produits à prix réduit chez les commerçants et les artisans près de chez vous."
        path={pagePath(paths.promotions, page)}
      />
      <PagedProducts
        query={{ 'exists[reducedPrice.amount]': true, 'order[createdAt]': 'DESC' }}
        label="Promotions"
        empty="Aucun résultat"
        head={(total) => (
          <div className={styles.head}>
            <PlaceHead title="Promotions">{productCount(total)}</PlaceHead>
          </div>
        )}
      />
    </div>
  );
}
