// Reviews of a product or a store: average, form, list.
import { useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { Product } from '#contract/catalogue/products.ts';
import type { Review } from '#contract/catalogue/reviews.ts';
import type { Store } from '#contract/catalogue/stores.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { REVIEW_POLICY } from '#domain/review-policy.ts';
import { ofName } from '#domain/text/elision.ts';
import { formatDate } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { requestTypes, useWaitingRequests } from '#state/account/requests.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useShellLinks } from '#state/api/shell-links.ts';
import { useSession } from '#state/session/session.ts';
import { Stars } from '#ui/catalogue/stars.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { LineShapes, Loaded, type LoadedProps } from '#ui/states/loaded.tsx';
import { WaitingBadge } from '#ui/text/age.tsx';
import { Section } from '#ui/text/section.tsx';
import { ReportLink } from '../requests/report-link.tsx';
import { LoginFirst } from '../requests/request-form.tsx';
import styles from './review-list.module.css';

const SHOWN_FIRST = 8;
/** Visible reviews on phones below other content. */
const FEW = 2;
/** Requires a login. */
const reviewForm = lazyPart(() => import('./review-form.tsx'));

interface ReviewsSectionProps {
  /** Reviewed product or store. */
  of: Product | Store;
  /** Anchor of the section. */
  id: string;
  /** Address of the page, as return path after a login. */
  path: string;
  /** Below other content: phones show two reviews. */
  few?: boolean;
}

/** Average, form, own pending reviews, and all reviews. */
export function ReviewsSection({ of, id, path, few = false }: ReviewsSectionProps) {
  const isProduct = of['@type'] === 'Product';
  const asked = { params: { id: of.id } };
  const some = { enabled: of.reviewCount > 0 };
  const ofProduct = useApiQuery('products.reviews', asked, { enabled: some.enabled && isProduct });
  const ofStore = useApiQuery('stores.reviews', asked, { enabled: some.enabled && !isProduct });
  return (
    <Section title="Avis" id={id}>
      <Average value={of.averageRating} count={of.reviewCount} />
      <WaitingReviews of={of} />
      {of.reviewCount === 0 ? <NoReview /> : <Reviews query={isProduct ? ofProduct : ofStore} few={few} />}
      <ReviewPolicyLink />
      <WriteReview of={of} backTo={`${path}#${id}`} />
    </Section>
  );
}

/** Nothing on a market without this page. */
function ReviewPolicyLink() {
  const carried = useShellLinks();
  const { data } = useApiQuery('pages.list', {}, { enabled: carried === null });
  const policy = (carried?.pages ?? data?.['hydra:member'])?.find(({ slug }) => slug === REVIEW_POLICY);
  if (!policy) return null;
  return (
    <p className={styles.rule}>
      Du plus récent au plus ancien. <Link to={generatePath(paths.page, { slug: REVIEW_POLICY })}>{policy.name}</Link>
    </p>
  );
}

function WaitingReviews({ of }: Pick<ReviewsSectionProps, 'of'>) {
  const ofProducts = useWaitingRequests(requestTypes.productReview).filter(({ args }) => args.product === of['@id']);
  const ofStores = useWaitingRequests(requestTypes.storeReview).filter(({ args }) => args.store === of['@id']);
  // The latest pending review replaces earlier ones.
  const waiting = [...ofProducts, ...ofStores].slice(0, 1);
  if (waiting.length === 0) return null;
  return (
    <ul className={styles.waiting}>
      {waiting.map(({ id, args: { author, rating, text } }) => (
        <li key={id}>
          <p className={styles.head}>
            <Stars value={rating} size="small" />
            <b>{author}</b>
            <WaitingBadge />
          </p>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ul>
  );
}

function WriteReview({ of, backTo }: { of: Product | Store; backTo: string }) {
  const session = useSession();
  if (!session.ready) return <div className={styles.formRoom} />;
  return (
    <div className={styles.write}>
      <h3>Donner votre avis</h3>
      {session.status === 'anonymous' ? (
        <LoginFirst backTo={backTo}>Vous devez vous connecter pour laisser un avis</LoginFirst>
      ) : (
        <>
          <p className={styles.rule}>Un avis par personne : un nouveau remplace le précédent.</p>
          <LazyPart part={reviewForm} props={{ of }} fallback={<LineShapes count={3} />} />
        </>
      )}
    </div>
  );
}

function NoReview() {
  return <p className={styles.none}>Aucun avis pour le moment.</p>;
}

function Average({ value, count }: { value: number | null; count: number }) {
  if (value === null) return null;
  return (
    <p className={styles.average}>
      <b>{value.toFixed(1).replace('.', ',')}</b>
      <Stars value={value} />
      <span>{count} avis</span>
    </p>
  );
}

function Reviews({ query, few }: { query: LoadedProps<Collection<Review>>['query']; few: boolean }) {
  const [all, setAll] = useState(false);
  return (
    <Loaded query={query} what="reviews" aged loading={<LineShapes count={3} />}>
      {({ 'hydra:member': reviews }) => (
        <>
          <ul className={styles.reviews} data-few={(few && !all) || undefined}>
            {reviews.slice(0, all ? reviews.length : SHOWN_FIRST).map((review) => (
              <li key={review['@id']}>
                <p className={styles.head}>
                  <Stars value={review.rating} size="small" />
                  <b>{review.author}</b>
                  <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
                  {review.verified && (
                    <span className={styles.verified}>
                      Achat vérifié{review.boughtAt && `, le ${formatDate(review.boughtAt)}`}
                    </span>
                  )}
                  <ReportLink iri={review['@id']} title={`l’avis ${ofName(review.author)}`} />
                </p>
                <p className={styles.text}>{review.text}</p>
              </li>
            ))}
          </ul>
          {!all && reviews.length > (few ? FEW : SHOWN_FIRST) && (
            <Button
              variant="secondary"
              className={`${styles.more} ${reviews.length > SHOWN_FIRST ? '' : styles.onPhone}`}
              onClick={() => setAll(true)}
            >
              Voir les {reviews.length} avis
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
