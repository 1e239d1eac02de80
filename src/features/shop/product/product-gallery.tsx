// ProductGallery: strip of a product's pictures.
import { useEffect, useRef, useState } from 'react';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { Slideshow } from '#ui/media/slideshow.tsx';
import styles from './product-gallery.module.css';

/** The lightbox loads on the first click. */
const productLightbox = lazyPart(() => import('./product-lightbox.tsx'));

const SIZES = '(min-width: 80rem) 620px, (min-width: 48rem) 50vw, 94vw';

/** Before the product's name, on the button of a picture. */
const wordsOf = (index: number) => `Agrandir la photo ${index + 1} de `;

/** Strip of pictures; a click opens the lightbox. */
export function ProductGallery({ product: { name, images, store } }: { product: ProductSummary }) {
  const [large, setLarge] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (large === null) return;
    // The clicked picture may have been rendered again: the focus returns to its replacement.
    return () => {
      if (document.activeElement !== document.body) return;
      frame.current?.querySelector<HTMLElement>(`[aria-label^="${wordsOf(large)}"]`)?.focus({ preventScroll: true });
    };
  }, [large]);
  if (images.length === 0)
    return <Picture image={null} store={store} sizes={SIZES} shape="whole" className={styles.alone} />;
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
                store={store}
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
