// Carousel: a strip one pushes with the thumb; CSS scroll-snap, buttons for those who have none.
//   <Carousel label="Photos" items={…} />   `one`: a single slide at a time; otherwise cards of their own width
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import styles from './carousel.module.css';

export interface CarouselProps {
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
  /** One slide fills the strip; otherwise slides keep their width. */
  one?: boolean;
}

/** What scrolls can be reached and pushed with the arrow keys, even when nothing in it takes the focus. */
const pushedByKeys = { tabIndex: 0 } as const;

export function Carousel({ label, slides, one = false }: CarouselProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
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
          if (one && list.clientWidth > 0) setAt(Math.round(list.scrollLeft / list.clientWidth));
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
          {one && (
            <p className={styles.count} aria-live="polite">
              <span aria-hidden="true">
                {at + 1} / {slides.length}
              </span>
              <span className="visually-hidden">
                {at + 1} sur {slides.length}
              </span>
            </p>
          )}
        </>
      )}
    </section>
  );
}
