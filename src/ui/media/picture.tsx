// Picture: one image of the market at the size it is shown; its room is reserved, it is never stretched.
//   shape 'square' (cropped), 'whole' (all of it on a calm ground, square box), 'wide' (16:9 crop), 'fill' (covers its box).
//   `sizes` as in HTML; `priority` for the one picture the first view turns on; the rest load as they come near.
// Where data are spared it is asked for at half that size, unless it is there already.
// Until it is there, and where it cannot be had, its ground is its shop's colour with the shop's initial (`shop`), else a calm
// one with its words; it is asked for again once the network is back.
import { useContext, useEffect, useRef, useState } from 'react';
import type { Image } from '#contract/fields/values.ts';
import { stallOf } from '#domain/store.ts';
import { Surroundings } from '../loading/app-context.tsx';
import styles from './picture.module.css';

export interface PictureProps {
  image: Image | null | undefined;
  /** Whose it is, where that is one shop's. */
  shop?: { slug: string; name: string };
  /** '' when the words beside it say it all; the caption otherwise. */
  alt?: string;
  shape?: 'square' | 'whole' | 'wide' | 'fill';
  sizes: string;
  eager?: boolean;
  priority?: boolean;
  className?: string | undefined;
}

/** Paths are relative to the site, with or without their first slash. */
export function pictureUrl(path: string): string {
  return /^(\/|https?:|blob:|data:)/.test(path) ? path : `/${path}`;
}

/**
 * Whether a picture could not be had (it is asked for again once the network is back), whether a small one will do, and
 * what its `img` needs to tell so.
 */
export function useMissingPicture() {
  const { online, sparing } = useContext(Surroundings);
  const [missing, setMissing] = useState(false);
  const [small, setSmall] = useState(sparing);
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (online) setMissing(false);
  }, [online]);
  // Last, since it knows best: it may have failed before the page was taken over.
  useEffect(() => {
    const { current } = ref;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc !== '') setMissing(true);
  }, []);
  useEffect(() => {
    if (!ref.current?.naturalWidth) setSmall(sparing);
  }, [sparing]);
  return { missing, small, teller: { ref, onError: () => setMissing(true) } };
}

export function Picture({ image, shop, alt, shape = 'square', sizes, eager, priority, className }: PictureProps) {
  const { missing, small, teller } = useMissingPicture();
  const box = {
    className: `${styles.box} ${styles[shape]} ${className ?? ''}`,
    ...(shop && { 'data-stall': stallOf(shop.slug), 'data-initial': shop.name.charAt(0) }),
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
