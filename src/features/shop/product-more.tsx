import type { Product } from '#contract/products.ts';
import { RelatedProducts } from './related-products.tsx';
import { ReviewList } from './review-list.tsx';

/** What stands at the foot of a product's page. */
export default function ProductMore({ product, reviewsId }: { product: Product; reviewsId: string }) {
  return (
    <>
      <ReviewList id={reviewsId} product={product} />
      <RelatedProducts product={product} />
    </>
  );
}
