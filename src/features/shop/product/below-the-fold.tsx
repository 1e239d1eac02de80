// What stands at the foot of a product's page: reviews and related products.
import { generatePath } from 'react-router-dom';
import type { Product } from '#contract/catalogue/products.ts';
import { paths } from '#paths';
import { ReviewsSection } from '../reviews/review-list.tsx';
import { RelatedProducts } from './related-products.tsx';

/** What stands at the foot of a product's page. */
export default function ProductMore({ product, reviewsId }: { product: Product; reviewsId: string }) {
  return (
    <>
      <ReviewsSection of={product} id={reviewsId} path={generatePath(paths.product, { slug: product.slug })} />
      <RelatedProducts product={product} />
    </>
  );
}
