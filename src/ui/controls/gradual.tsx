// Gradual: renders the beginning of a long list, and more when its end comes into view. A button shows the rest; counts
// beside the list cover all entries.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

const FIRST = 25;
const STEP = 50;
/** Renders this far ahead. */
const AHEAD = '600px 0px';

export interface GradualProps<T> {
  items: readonly T[];
  /** Minimum number of entries, to include a requested one. */
  least?: number;
  children: (item: T) => ReactNode;
  /** Wraps the button for a list or table. */
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
              {more === 1 ? 'Afficher le dernier' : `Afficher les ${more} suivants`}
            </Button>
          </span>,
        )}
    </>
  );
}
