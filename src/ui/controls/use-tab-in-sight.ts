// Hook that scrolls the open or focused link of a tab strip or sidebar into view.
import { type RefCallback, useCallback } from 'react';
import { useLocation } from 'react-router-dom';

/** Centres it in the strip, without scrolling the page. */
function bringIntoSight(strip: Element, tab: Element): void {
  const [inside, found] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  strip.scrollLeft += found.left + found.width / 2 - (inside.left + inside.width / 2);
  strip.scrollTop += found.top + found.height / 2 - (inside.top + inside.height / 2);
}

/** @returns a ref for the element that scrolls */
export function useTabInSight(): RefCallback<HTMLElement> {
  const { pathname } = useLocation();
  return useCallback(
    (strip) => {
      const open = [...(strip?.querySelectorAll('a') ?? [])].find((tab) => tab.pathname === pathname);
      if (strip && open) bringIntoSight(strip, open);
      // The browser does not scroll to a partly visible link.
      const follow = ({ target }: FocusEvent) => {
        if (strip && target instanceof Element && target.matches(':focus-visible')) bringIntoSight(strip, target);
      };
      strip?.addEventListener('focusin', follow);
      return () => strip?.removeEventListener('focusin', follow);
    },
    [pathname],
  );
}
