// Carousel: a scroll-snap strip with buttons for pointers.
//   <Carousel label="Photos" items={…} />   `one`: a single slide at a time; otherwise cards of their own width
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '../controls/button.tsx';
import styles from './carousel.module.css';

export interface CarouselProps {
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
  /** One slide fills the strip; otherwise slides keep their width. */
  one?: boolean;
  /** The slide that is shown first. */
  first?: number;
  /** Called when another slide is visible. */
  onShown?: (index: number) => void;
}

/** Makes the scroll area focusable for the arrow keys. */
const pushedByKeys = { tabIndex: 0 } as const;

export function Carousel({ label, slides, one = false, first = 0, onShown }: CarouselProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(first);
  useEffect(() => {
    if (first > 0 && strip.current) strip.current.scrollLeft = first * strip.current.clientWidth;
  }, [first]);
  if (slides.length === 0) return null;
  const go = (step: number) => {
    const list = strip.current;
    if (!list) return;
    if (!one) {
      list.scrollBy({ left: step * list.clientWidth * 0.8, behavior: 'smooth' });
      return;
    }
    const next = (at + step + slides.length) % slides.length;
    list.scrollTo({ left: next * list.clientWidth, behavior: 'smooth' });
  };
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carrousel"
      aria-label={label}
      data-one={one || undefined}
    >
      <ul
        {...pushedByKeys}
        ref={strip}
        className={styles.strip}
        onScroll={(event) => {
          const list = event.currentTarget;
          if (!one || list.clientWidth === 0) return;
          const shown = Math.round(list.scrollLeft / list.clientWidth);
          setAt(shown);
          onShown?.(shown);
        }}
      >
        {slides.map((slide) => (
          <li key={slide.key}>{slide.content}</li>
        ))}
      </ul>
      {slides.length > 1 && (
        <>
          <IconButton
            icon="left"
            label="Précédent"
            variant="outlined"
            className={styles.before}
            onClick={() => go(-1)}
          />
          <IconButton icon="right" label="Suivant" variant="outlined" className={styles.after} onClick={() => go(1)} />
          {one && <SlideCount at={at} of={slides.length} />}
        </>
      )}
    </section>
  );
}

/** `at` from 0. */
export function SlideCount({ at, of, className = '' }: { at: number; of: number; className?: string | undefined }) {
  return (
    <p className={`${styles.count} ${className}`} aria-live="polite">
      <span aria-hidden="true">
        {at + 1} / {of}
      </span>
      <span className="visually-hidden">
        {at + 1} sur {of}
      </span>
    </p>
  );
}
