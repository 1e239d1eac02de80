// On a narrow screen tabs are a strip that is pushed along: neither the one that is open nor the one that has the focus
// is left beyond its edge.
import { type RefCallback, useCallback } from 'react';
import { useLocation } from 'react-router-dom';

/** In the middle of the strip, as far as that can be pushed; the page around it stands still. */
function bringIntoSight(strip: Element, tab: Element): void {
  const [inside, found] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  strip.scrollLeft += found.left + found.width / 2 - (inside.left + inside.width / 2);
}

/** @returns for the list of links, whenever it comes */
export function useTabInSight(): RefCallback<HTMLUListElement> {
  const { pathname } = useLocation();
  return useCallback(
    (strip) => {
      const open = [...(strip?.querySelectorAll('a') ?? [])].find((tab) => tab.pathname === pathname);
      if (strip && open) bringIntoSight(strip, open);
      // The browser leaves one where it is of which a little shows already.
      const follow = ({ target }: FocusEvent) => {
        if (strip && target instanceof Element && target.matches(':focus-visible')) bringIntoSight(strip, target);
      };
      strip?.addEventListener('focusin', follow);
      return () => strip?.removeEventListener('focusin', follow);
    },
    [pathname],
  );
}
