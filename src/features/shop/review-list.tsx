import type { Collection } from '#contract/hydra.ts';
import type { Product } from '#contract/products.ts';
import type { Review } from '#contract/reviews.ts';
import { formatDate } from '#domain/dates.ts';
import { useApiQuery } from '#state/query.ts';
import { Section } from '#ui/section.tsx';
import { Stars } from '#ui/stars.tsx';
import { LineShapes, Loaded, type LoadedProps } from '#ui/status.tsx';
import styles from './review-list.module.css';

/** The reviews of a product, under its average. */
export function ReviewList({ id, product }: { id: string; product: Product }) {
  const query = useApiQuery('products.reviews', { params: { id: product.id } }, { enabled: product.reviewCount > 0 });
  return (
    <Section title="Avis" id={id}>
      {product.reviewCount === 0 ? (
        <NoReview />
      ) : (
        <>
          <Average value={product.averageRating} count={product.reviewCount} />
          <Reviews query={query} />
        </>
      )}
    </Section>
  );
}

export function NoReview() {
  return <p className={styles.none}>Aucun avis pour le moment.</p>;
}

export function Average({ value, count }: { value: number | null; count: number }) {
  if (value === null) return null;
  return (
    <p className={styles.average}>
      <b>{value.toFixed(1).replace('.', ',')}</b>
      <Stars value={value} />
      <span>{count} avis</span>
    </p>
  );
}

export function Reviews({ query }: { query: LoadedProps<Collection<Review>>['query'] }) {
  return (
    <Loaded query={query} what="reviews" aged loading={<LineShapes count={3} />}>
      {(list) => (
        <ul className={styles.reviews}>
          {list['hydra:member'].map((review) => (
            <li key={review['@id']}>
              <p className={styles.head}>
                <Stars value={review.rating} size="small" />
                <b>{review.author}</b>
                <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
              </p>
              <p className={styles.text}>{review.text}</p>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
