// SwiperSlides: a slideshow on Swiper's core, keyboard and zoom. Own buttons and count, since Swiper's are made from
// text, which the page's policy forbids.
import 'swiper/css';
import 'swiper/css/zoom';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Swiper as Engine } from 'swiper';
import { Keyboard, Zoom } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import { IconButton } from '../controls/button.tsx';
import around from './carousel.module.css';
import { SlideCount } from './carousel.tsx';
import styles from './swiper-slides.module.css';

const SLIDE_MS = 500;
const MOST_ZOOM = 3;

export interface SlideshowProps {
  label: string;
  slides: readonly { key: string; content: ReactNode; caption?: string }[];
  /** The slide that is shown first. */
  first?: number;
  large?: boolean;
}

export default function SwiperSlides({ label, slides, first = 0, large = false }: SlideshowProps) {
  const [engine, setEngine] = useState<Engine | null>(null);
  const [at, setAt] = useState(first);
  const [zoomed, setZoomed] = useState(false);
  // Read once; a change while it is displayed does not matter.
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [start] = useState(first);
  const frame = useFocusOfBefore(label);
  // Its dialog opens after the slides were mounted; Swiper ignores keys until it knows its size.
  useLayoutEffect(() => engine?.update(), [engine]);
  const round = slides.length > 1;
  const caption = slides[at]?.caption ?? '';
  return (
    <section
      ref={frame}
      className={large ? styles.large : around.carousel}
      aria-roledescription="carrousel"
      aria-label={label}
      // In a page, arrow keys only while it has the focus.
      onFocus={() => engine?.keyboard.enable()}
      onBlur={() => large || engine?.keyboard.disable()}
      // The first finger of Swiper's first pinch would turn to the next picture, too: with a second one nothing turns.
      onPointerDownCapture={({ isPrimary }) => {
        if (engine) engine.allowTouchMove = isPrimary;
      }}
    >
      <Swiper
        modules={large ? [Keyboard, Zoom] : [Keyboard]}
        className={styles.slides ?? ''}
        speed={still ? 0 : SLIDE_MS}
        loop={round}
        // A second tap in the middle of a turn is a second turn.
        loopPreventsSliding={false}
        // Swiper's own resize handling would undo a simultaneous slide change.
        updateOnWindowResize={false}
        onResize={(resized) => resized.update()}
        initialSlide={start}
        keyboard={{ enabled: large, pageUpDown: false }}
        zoom={large && { maxRatio: MOST_ZOOM }}
        onSwiper={setEngine}
        onRealIndexChange={({ realIndex }) => setAt(realIndex)}
        onZoomChange={(_engine, scale) => setZoomed(scale > 1)}
      >
        {slides.map((slide, index) => (
          <SwiperSlide
            key={slide.key}
            zoom={large}
            role="group"
            aria-roledescription="photo"
            aria-label={`${index + 1} sur ${slides.length}`}
            inert={index !== at}
          >
            {slide.content}
          </SwiperSlide>
        ))}
      </Swiper>
      {large ? (
        <div className={styles.controls}>
          {round && <Step engine={engine} way="back" what="Photo précédente" />}
          <p aria-live="polite">
            {round && (
              <span>
                {at + 1} / {slides.length}
              </span>
            )}
            {caption !== '' && <span className={styles.caption}>{caption}</span>}
          </p>
          <IconButton
            icon={zoomed ? 'minus' : 'plus'}
            label={zoomed ? 'Revenir à la photo entière' : 'Agrandir la photo'}
            variant="outlined"
            onClick={() => engine?.zoom.toggle()}
          />
          {round && <Step engine={engine} way="on" what="Photo suivante" />}
        </div>
      ) : (
        <>
          <Step engine={engine} way="back" what="Précédent" className={around.before} />
          <Step engine={engine} way="on" what="Suivant" className={around.after} />
          <SlideCount at={at} of={slides.length} className={styles.count} />
        </>
      )}
    </section>
  );
}

/** Restores the focus of the carousel that it replaces. */
function useFocusOfBefore(label: string) {
  const frame = useRef<HTMLElement>(null);
  const [before] = useState(() => {
    const focused = document.activeElement;
    const isHere = focused?.closest('section')?.getAttribute('aria-label') === label;
    return isHere && (focused.getAttribute('aria-label') ?? 'Suivant');
  });
  useLayoutEffect(() => {
    if (before) frame.current?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(before)}"]`)?.focus();
  }, [before]);
  return frame;
}

interface StepProps {
  engine: Engine | null;
  way: 'back' | 'on';
  what: string;
  className?: string | undefined;
}

function Step({ engine, way, what, className }: StepProps) {
  return (
    <IconButton
      icon={way === 'back' ? 'left' : 'right'}
      label={what}
      variant="outlined"
      className={className}
      onClick={() => (way === 'back' ? engine?.slidePrev() : engine?.slideNext())}
    />
  );
}
