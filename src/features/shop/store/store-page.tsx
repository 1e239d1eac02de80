// First page of a store.
import { useState } from 'react';
import { generatePath } from 'react-router-dom';
import type { Store } from '#contract/catalogue/stores.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { Button } from '#ui/controls/button.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { Slideshow } from '#ui/media/slideshow.tsx';
import { Video } from '#ui/media/video.tsx';
import { PlainText } from '#ui/text/markdown.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { ReviewsSection } from '../reviews/review-list.tsx';
import { StoreContact } from './store-contact.tsx';
import { useStore } from './store-layout.tsx';
import styles from './store-page.module.css';
import { FirstProducts, StoreSelection } from './store-selections.tsx';

const COLLAPSED_LENGTH = 400;

export function StoreHomePage() {
  const store = useStore();
  const siteName = useSiteName();
  const path = generatePath(paths.store, { slug: store.slug });
  return (
    <div className={styles.page}>
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
        <Words description={store.description} about={store.aboutText} />
      </div>
      <StoreSelection store={store} title="Nouveautés" flag="news" />
      <StoreSelection store={store} title="Les incontournables" flag="inevitable" />
      <StoreSelection store={store} title="Bons plans" flag="currentOffers" />
      <FirstProducts store={store} />
      <StoreContact store={store} />
      <ReviewsSection of={store} id="reviews" path={path} few />
    </div>
  );
}

function Showcase({ store }: { store: Store }) {
  const slides = store.images.map((image, index) => ({
    key: image['@id'],
    content: (
      <Picture
        image={image}
        store={store}
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

/**
 * Description of the store. More than 400 characters are collapsed; on phones the following part, too, if both together
 * are as long.
 */
function Words({ description, about }: { description: string; about: string }) {
  const [unfolded, setUnfolded] = useState(false);
  const long = description.length > COLLAPSED_LENGTH;
  const longTogether = description.length + about.length > COLLAPSED_LENGTH;
  const shown =
    long && !unfolded
      ? `${description.slice(0, description.lastIndexOf(' ', COLLAPSED_LENGTH)).replace(/[\s.,;:!?]+$/, '')}…`
      : description;
  return (
    <div className={styles.words} data-folded={(longTogether && !unfolded) || undefined}>
      {description !== '' && (
        <div className={long ? styles.long : undefined}>
          <PlainText text={shown} />
        </div>
      )}
      {about !== '' && (
        <div className={styles.about}>
          <PlainText text={about} />
        </div>
      )}
      {longTogether && (
        <Button
          variant="quiet"
          className={long ? styles.more : `${styles.more} ${styles.onPhone}`}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Voir moins' : 'Voir plus'}
        </Button>
      )}
    </div>
  );
}
