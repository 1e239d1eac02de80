// A shop's first page.
import { useState } from 'react';
import { generatePath } from 'react-router-dom';
import type { Store } from '#contract/stores.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/reads/configuration.ts';
import { useApiQuery } from '#state/reads/query.ts';
import { useAddToCart } from '#state/writes/use-add-to-cart.ts';
import { ProductCard } from '#ui/catalogue/product-card.tsx';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { Slideshow } from '#ui/media/slideshow.tsx';
import { Video } from '#ui/media/video.tsx';
import { ProductShapes } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { PlainText } from '#ui/text/markdown.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { Section } from '#ui/text/section.tsx';
import { ReviewsSection } from '../reviews/review-list.tsx';
import { StoreContact } from './store-contact.tsx';
import { useStore } from './store-layout.tsx';
import styles from './store-page.module.css';

const COLLAPSED_LENGTH = 400;
const SPECIALS_AT_MOST = 5;
/** Of a card in a strip of five. */
const SPECIAL_SIZES = '(min-width: 64rem) 234px, (min-width: 40rem) 26vw, 44vw';
/** A shop with one product needs no list of its own. */
const LIST_FROM = 2;

export function StorePage() {
  const store = useStore();
  const siteName = useSiteName();
  const path = generatePath(paths.store, { slug: store.slug });
  return (
    <>
      <PageMeta
        title={store.name}
        siteName={siteName}
        description={store.description || undefined}
        path={path}
        image={store.images[0]?.['720_inset_path']}
        type="profile"
      />
      <div className={styles.front}>
        <Showcase store={store} />
        <div className={styles.words}>
          <Description text={store.description} />
          {store.aboutText !== '' && <PlainText text={store.aboutText} />}
        </div>
      </div>
      <Special store={store} title="Nouveautés" flag="news" />
      <Special store={store} title="Les incontournables" flag="inevitable" />
      <Special store={store} title="Bons plans" flag="currentOffers" />
      {store.productCount >= LIST_FROM && (
        <p className={styles.all}>
          <LinkButton to={generatePath(paths.storeProducts, { slug: store.slug })} size="large">
            Voir les {store.productCount} produits
          </LinkButton>
        </p>
      )}
      <StoreContact store={store} />
      <ReviewsSection of={store} id="reviews" path={path} />
    </>
  );
}

function Showcase({ store }: { store: Store }) {
  const slides = store.images.map((image, index) => ({
    key: image['@id'],
    content: (
      <Picture
        image={image}
        alt={image.caption || store.name}
        shape="wide"
        sizes="(min-width: 64rem) 620px, 94vw"
        priority={index === 0}
      />
    ),
  }));
  if (store.youtubeVideoId) {
    slides.push({ key: 'video', content: <Video id={store.youtubeVideoId} name={store.name} /> });
  }
  return <Slideshow label={`Photos de ${store.name}`} slides={slides} />;
}

/** Longer than 400 characters: folded, with a way to read on. */
function Description({ text }: { text: string }) {
  const [unfolded, setUnfolded] = useState(false);
  if (text === '') return null;
  const long = text.length > COLLAPSED_LENGTH;
  const shown =
    long && !unfolded ? `${text.slice(0, text.lastIndexOf(' ', COLLAPSED_LENGTH)).replace(/[\s.,;:!?]+$/, '')}…` : text;
  return (
    <div>
      <PlainText text={shown} />
      {long && (
        <Button variant="quiet" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? 'Voir moins' : 'Voir plus'}
        </Button>
      )}
    </div>
  );
}

interface SpecialProps {
  store: Store;
  title: string;
  flag: 'news' | 'inevitable' | 'currentOffers';
}

/** Some of the shop's products, chosen by it; nothing at all when there are none, or when they can't be had. */
function Special({ store, title, flag }: SpecialProps) {
  const query = useApiQuery(
    'stores.products',
    { params: { id: store.id }, query: { published: true, [flag]: true, itemsPerPage: SPECIALS_AT_MOST } },
    { enabled: store.productCount > 0 },
  );
  const { add } = useAddToCart();
  if (store.productCount === 0 || query.status === 'error' || query.data?.['hydra:totalItems'] === 0) return null;
  return (
    <Section title={title}>
      {query.data ? (
        <>
          <AgeOf query={query} />
          <ul className={styles.strip} aria-label={title}>
            {query.data['hydra:member'].map((product) => (
              <li key={product.id}>
                <ProductCard
                  product={product}
                  sizes={SPECIAL_SIZES}
                  onAdd={(chosen) => {
                    void add(chosen);
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <ProductShapes count={SPECIALS_AT_MOST} />
      )}
    </Section>
  );
}
