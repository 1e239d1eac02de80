// Picture: an image of the market in its displayed size, with reserved space.
//   shape 'square' (cropped), 'whole' (complete in a square box), 'wide' (16:9 crop), 'fill' (covers its box).
//   `sizes` as in HTML; `priority` for the main picture of the first view; others load lazily.
// With the data saver it requests half the size, unless a larger one is cached. The placeholder has the store's colour
// and initial (`store`), or a calm ground with the alternative text; a failed picture is retried on reconnect.
import { useContext, useEffect, useRef, useState } from 'react';
import type { Image } from '#contract/fields/values.ts';
import { awningColourOf } from '#domain/store.ts';
import { AppContext } from '../loading/app-context.tsx';
import styles from './picture.module.css';

export interface PictureProps {
  image: Image | null | undefined;
  /** The store, for the placeholder. */
  store?: { slug: string; name: string };
  /** '' if the text beside it is sufficient; default: the caption. */
  alt?: string;
  shape?: 'square' | 'whole' | 'wide' | 'fill';
  sizes: string;
  eager?: boolean;
  priority?: boolean;
  className?: string | undefined;
}

/** Paths are relative to the site, with or without a leading slash. */
export function pictureUrl(path: string): string {
  return /^(\/|https?:|blob:|data:)/.test(path) ? path : `/${path}`;
}

/** State of a failed picture (retried on reconnect), whether a small one is sufficient, and the props of its `img`. */
export function useMissingPicture() {
  const { online, sparing } = useContext(AppContext);
  const [missing, setMissing] = useState(false);
  const [small, setSmall] = useState(sparing);
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (online) setMissing(false);
  }, [online]);
  // Last, since the picture may have failed before hydration.
  useEffect(() => {
    const { current } = ref;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc !== '') setMissing(true);
  }, []);
  useEffect(() => {
    if (!ref.current?.naturalWidth) setSmall(sparing);
  }, [sparing]);
  return { missing, small, teller: { ref, onError: () => setMissing(true) } };
}

export function Picture({ image, store, alt, shape = 'square', sizes, eager, priority, className }: PictureProps) {
  const { missing, small, teller } = useMissingPicture();
  const box = {
    className: `${styles.box} ${styles[shape]} ${className ?? ''}`,
    ...(store && { 'data-awning': awningColourOf(store.slug), 'data-initial': store.name.charAt(0) }),
  };
  const words = alt ?? image?.caption ?? '';
  if (!image || missing) {
    return <span {...box}>{missing && words !== '' && <span className={styles.words}>{words}</span>}</span>;
  }
  const cropped = shape === 'square';
  const sized = (path: string, width: number) => `${pictureUrl(path)} ${small ? width * 2 : width}w`;
  const srcSet = [
    sized(image['240_inset_path'], 240),
    sized(cropped ? image['480_outbound_path'] : image['480_inset_path'], 480),
    sized(image['720_inset_path'], 720),
    ...(cropped ? [] : [sized(image['1080_inset_path'], 1080)]),
  ].join(', ');
  return (
    <span {...box}>
      <img
        {...teller}
        srcSet={srcSet}
        sizes={sizes}
        src={pictureUrl(cropped ? image['480_outbound_path'] : image['720_inset_path'])}
        alt={words}
        width={480}
        height={shape === 'wide' ? 270 : 480}
        loading={eager || priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding={priority ? 'sync' : 'async'}
      />
    </span>
  );
}
