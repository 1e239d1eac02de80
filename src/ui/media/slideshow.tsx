// Slideshow: slides one at a time, round and round, turned by finger, button or arrow key. What turns them (Swiper) comes
// after them, in a page only once that is loaded, and not at all where data are spared: until it is there, and where it can't
// be had, the plain strip stands in its place, at the same slide.
//   <Slideshow label="Photos" slides={[{ key, words, content }]} />      in a page: arrow keys while the focus is in it
//   <Slideshow … first={2} large />                                       fills its box, zooms, and all arrow keys are its own
import { useContext, useEffect, useState } from 'react';
import { Surroundings } from '../loading/app-context.tsx';
import { LazyPart, lazyPart } from '../loading/lazy-part.tsx';
import { Carousel } from './carousel.tsx';
import type { SlideshowProps } from './swiper-slides.tsx';

const swiperSlides = lazyPart(() => import('./swiper-slides.tsx'));

export function Slideshow(props: SlideshowProps) {
  const { label, slides, large = false } = props;
  const [at, setAt] = useState(props.first ?? 0);
  const strip = <Carousel label={label} slides={slides} one first={props.first ?? 0} onShown={setAt} />;
  const wanted = useAfterLoad(!large);
  const { sparing } = useContext(Surroundings);
  if (!large && (slides.length < 2 || !wanted || sparing)) return strip;
  return <LazyPart part={swiperSlides} props={{ ...props, first: at }} fallback={strip} missing={() => strip} />;
}

/** True once the page and its pictures are there; at once when there is nothing to wait for. */
function useAfterLoad(waits: boolean): boolean {
  const [loaded, setLoaded] = useState(!waits);
  useEffect(() => {
    const now = () => setLoaded(true);
    if (document.readyState === 'complete') return now();
    addEventListener('load', now, { once: true });
    return () => removeEventListener('load', now);
  }, []);
  return loaded;
}
