import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Image } from '#contract/values.ts';
import { IconButton } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { Picture, pictureUrl, useMissingPicture } from '#ui/picture.tsx';
import styles from './product-lightbox.module.css';

/** How long a slide takes; after it, a copy at an end has given way to the picture it stands for. */
const SLIDE_MS = 500;

/** The strip itself can be reached and pushed with the arrow keys. */
const pushedByKeys = { tabIndex: 0 } as const;

interface LightboxProps {
  name: string;
  images: readonly Image[];
  /** Index of the picture that was tapped. */
  first: number;
  onClose: () => void;
}

/**
 * All pictures large, one at a time, round and round: the strip begins with a copy of the last picture and ends with one
 * of the first, and once it rests on a copy it jumps, unseen, to the picture itself.
 */
export default function ProductLightbox({ name, images, first, onClose }: LightboxProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(first);
  const count = images.length;
  const round = count > 1;
  const slides = round ? [images.at(-1), ...images, images[0]].filter((image) => image !== undefined) : [...images];

  const show = (slide: number, behavior: ScrollBehavior) => {
    const list = strip.current;
    list?.scrollTo({ left: slide * list.clientWidth, behavior });
  };
  const slideShown = () => {
    const list = strip.current;
    return list && list.clientWidth > 0 ? Math.round(list.scrollLeft / list.clientWidth) : 0;
  };
  useEffect(() => {
    const list = strip.current;
    if (list) list.scrollLeft = (round ? first + 1 : first) * list.clientWidth;
  }, [first, round]);
  const resting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);

  const onScroll = () => {
    const slide = slideShown();
    setAt(round ? (slide - 1 + count) % count : slide);
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const rest = slideShown();
      if (round && rest === 0) show(count, 'instant');
      else if (round && rest === count + 1) show(1, 'instant');
    }, SLIDE_MS);
  };
  const go = (step: number) => show(slideShown() + step, 'smooth');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === 'ArrowRight') go(1);
  };

  return (
    <Modal open onClose={onClose} title={name} size="full">
      <section className={styles.frame} aria-roledescription="carrousel" aria-label={`Photos de ${name}`}>
        <ul {...pushedByKeys} ref={strip} className={styles.strip} onScroll={onScroll}>
          {slides.map((image, index) => (
            <li key={`${index.toString()}${image['@id']}`} aria-hidden={round && (index === 0 || index > count)}>
              <Slide image={image} words={image.caption || name} />
            </li>
          ))}
        </ul>
        {round && (
          <fieldset className={styles.controls} onKeyDown={onKeyDown} aria-label="Changer de photo">
            <IconButton icon="left" label="Photo précédente" variant="outlined" onClick={() => go(-1)} />
            <p aria-live="polite">
              {at + 1} / {count}
            </p>
            <IconButton icon="right" label="Photo suivante" variant="outlined" onClick={() => go(1)} />
          </fieldset>
        )}
      </section>
    </Modal>
  );
}

/** The large size; without a network the small one, which the page behind has shown. */
function Slide({ image, words }: { image: Image; words: string }) {
  const { missing, teller } = useMissingPicture();
  if (missing) return <Picture image={image} alt={words} shape="whole" sizes="240px" className={styles.small} />;
  return (
    <img
      {...teller}
      src={pictureUrl(image['1080_inset_path'])}
      srcSet={`${pictureUrl(image['720_inset_path'])} 720w, ${pictureUrl(image['1080_inset_path'])} 1080w`}
      sizes="100vw"
      alt={words}
    />
  );
}
