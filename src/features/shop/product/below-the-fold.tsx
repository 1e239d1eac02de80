// Lower part of a product page: reviews and related products.
import { generatePath } from 'react-router-dom';
import type { Product } from '#contract/catalogue/products.ts';
import { paths } from '#paths';
import { ReportLink } from '../requests/report-link.tsx';
import { ReviewsSection } from '../reviews/review-list.tsx';
import { RelatedProducts } from './related-products.tsx';

export default function ProductBelowFold({ product, reviewsId }: { product: Product; reviewsId: string }) {
  return (
    <>
      <ReviewsSection of={product} id={reviewsId} path={generatePath(paths.product, { slug: product.slug })} />
      <RelatedProducts product={product} />
      <ReportLink iri={product['@id']} title={product.name} />
    </>
  );
}
