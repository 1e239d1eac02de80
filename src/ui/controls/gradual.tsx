// Gradual: a list that may be very long draws its beginning, and more as its end comes into view. The rest is one button
// away for whoever does not scroll; counts stand beside the list and are those of all of it.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

const FIRST = 25;
const STEP = 50;
/** Drawn this long before it is seen. */
const AHEAD = '600px 0px';

export interface GradualProps<T> {
  items: readonly T[];
  /** Up to this one at least: someone comes to see it. */
  least?: number;
  children: (item: T) => ReactNode;
  /** Puts the button into the list or table around it. */
  wrap?: (button: ReactNode) => ReactNode;
}

export function Gradual<T>({ items, least = 0, children, wrap = (button) => button }: GradualProps<T>) {
  const [count, setCount] = useState(FIRST);
  const drawn = Math.max(count, least);
  const more = Math.min(STEP, items.length - drawn);
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (more <= 0 || !end.current || typeof IntersectionObserver === 'undefined') return;
    const coming = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setCount(drawn + STEP),
      { rootMargin: AHEAD },
    );
    coming.observe(end.current);
    return () => coming.disconnect();
  }, [drawn, more]);
  return (
    <>
      {items.slice(0, drawn).map(children)}
      {more > 0 &&
        wrap(
          <span ref={end}>
            <Button variant="quiet" onClick={() => setCount(drawn + STEP)}>
              {more === 1 ? 'Montrer le dernier' : `Montrer les ${more} suivants`}
            </Button>
          </span>,
        )}
    </>
  );
}
