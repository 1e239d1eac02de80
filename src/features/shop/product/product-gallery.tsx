// The pictures of a product in a strip.
import { useState } from 'react';
import type { Image } from '#contract/values.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { Carousel } from '#ui/media/carousel.tsx';
import { Picture } from '#ui/media/picture.tsx';
import styles from './product-gallery.module.css';

/** The large pictures and what turns them come with the first tap. */
const productLightbox = lazyPart(() => import('./product-lightbox.tsx'));

const SIZES = '(min-width: 80rem) 620px, (min-width: 48rem) 50vw, 94vw';

/** The pictures of a product in a strip; a tap shows them large. */
export function ProductGallery({ name, images }: { name: string; images: readonly Image[] }) {
  const [large, setLarge] = useState<number | null>(null);
  if (images.length === 0) return <Picture image={null} sizes={SIZES} shape="whole" className={styles.alone} />;
  return (
    <div className={styles.gallery}>
      <Carousel
        label={`Photos de ${name}`}
        one
        slides={images.map((image, index) => ({
          key: image['@id'],
          content: (
            <button
              type="button"
              className={styles.photo}
              aria-label={`Agrandir la photo ${index + 1} de ${name}`}
              onClick={() => setLarge(index)}
            >
              <Picture image={image} alt={image.caption || name} shape="whole" sizes={SIZES} priority={index === 0} />
            </button>
          ),
        }))}
      />
      {large !== null && (
        <LazyPart part={productLightbox} props={{ name, images, first: large, onClose: () => setLarge(null) }} />
      )}
    </div>
  );
}
