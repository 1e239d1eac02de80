// Slideshow: slides in a loop, by swipe, button or arrow key. Swiper loads after the page, and never with the data
// saver; the plain carousel is shown until then, at the same slide.
//   <Slideshow label="Photos" slides={[{ key, words, content }]} />      in a page: arrow keys while it has the focus
//   <Slideshow … first={2} large />                                       fills its box, with zoom and all arrow keys
import { useContext, useEffect, useState } from 'react';
import { AppContext } from '../loading/app-context.tsx';
import { LazyPart, lazyPart } from '../loading/lazy-part.tsx';
import { Carousel } from './carousel.tsx';
import type { SlideshowProps } from './swiper-slides.tsx';

const swiperSlides = lazyPart(() => import('./swiper-slides.tsx'));

export function Slideshow(props: SlideshowProps) {
  const { label, slides, large = false } = props;
  const [at, setAt] = useState(props.first ?? 0);
  const strip = <Carousel label={label} slides={slides} one first={props.first ?? 0} onShown={setAt} />;
  const wanted = useAfterLoad(!large);
  const { sparing } = useContext(AppContext);
  if (!large && (slides.length < 2 || !wanted || sparing)) return strip;
  return <LazyPart part={swiperSlides} props={{ ...props, first: at }} fallback={strip} missing={() => strip} />;
}

/** True after the page and its pictures have loaded; at once if there is nothing to wait for. */
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
