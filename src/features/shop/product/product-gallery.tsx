// The pictures of a product in a strip.
import { useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/catalogue/products.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { Slideshow } from '#ui/media/slideshow.tsx';
import styles from './product-gallery.module.css';

/** The large pictures and what turns them come with the first tap. */
const productLightbox = lazyPart(() => import('./product-lightbox.tsx'));

const SIZES = '(min-width: 80rem) 620px, (min-width: 48rem) 50vw, 94vw';

/** Before the product's name, on the button of a picture. */
const wordsOf = (index: number) => `Agrandir la photo ${index + 1} de `;

/** The pictures of a product in a strip; a tap shows them large. */
export function ProductGallery({ product: { name, images, store } }: { product: Product }) {
  const [large, setLarge] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (large === null) return;
    // What was tapped may have been drawn anew under the large pictures: the focus goes back to what has its place.
    return () => {
      if (document.activeElement !== document.body) return;
      frame.current?.querySelector<HTMLElement>(`[aria-label^="${wordsOf(large)}"]`)?.focus({ preventScroll: true });
    };
  }, [large]);
  if (images.length === 0)
    return <Picture image={null} shop={store} sizes={SIZES} shape="whole" className={styles.alone} />;
  return (
    <div ref={frame} className={styles.gallery}>
      <Slideshow
        label={`Photos de ${name}`}
        slides={images.map((image, index) => ({
          key: image['@id'],
          content: (
            <button
              type="button"
              className={styles.photo}
              aria-label={wordsOf(index) + name}
              onClick={() => setLarge(index)}
            >
              <Picture
                image={image}
                shop={store}
                alt={image.caption || name}
                shape="whole"
                sizes={SIZES}
                priority={index === 0}
              />
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
