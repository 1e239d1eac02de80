import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

export type ScrollRule = 'top' | 'below-header' | 'stay';

/** Home goes to the top; the tabs of a shop stay where they are; everything else starts just below the header. */
export function scrollRule(pathname: string): ScrollRule {
  if (pathname === '/') return 'top';
  const segments = pathname.split('/');
  return segments[1] === 'boutique' && segments.length > 3 ? 'stay' : 'below-header';
}

/** Applies the rule at each new address. Going back is left to the browser; an anchor goes to its element. */
export function useScrollRules(mainId: string): void {
  const { pathname, hash } = useLocation();
  const navigation = useNavigationType();
  const first = useRef(true);
  useEffect(() => {
    const main = document.getElementById(mainId);
    if (first.current) {
      first.current = false;
      return;
    }
    if (navigation === 'POP') return;
    const anchor = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (anchor) {
      anchor.scrollIntoView();
      return;
    }
    const rule = scrollRule(pathname);
    if (rule === 'top') scrollTo(0, 0);
    else if (rule === 'below-header' && main) {
      // The header grows with the line that says what waits and with the row of categories: it is measured, not assumed.
      const header = document.querySelector('body header')?.getBoundingClientRect().height ?? 0;
      scrollTo(0, Math.max(0, main.getBoundingClientRect().top + scrollY - header));
    }
    // Whoever listens to the page instead of seeing it starts at the new content, too.
    if (rule !== 'stay') main?.focus({ preventScroll: true });
  }, [pathname, hash, navigation, mainId]);
}
