// Hook for the scroll position of each new address.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

export type ScrollRule = 'top' | 'below-header' | 'stay';

/** Home scrolls to the top, tabs of a store stay, all others start just below the header. */
export function scrollRule(pathname: string): ScrollRule {
  if (pathname === '/') return 'top';
  const segments = pathname.split('/');
  return segments[1] === 'boutique' && segments.length > 3 ? 'stay' : 'below-header';
}

/** Later the user would not expect the page to move, milliseconds. */
const ANCHOR_TIMEOUT_MS = 5000;
const own = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls to an anchor of a loading page once it exists, unless the user scrolls first. */
function scrollOnceThere(main: HTMLElement, id: string): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const name of own) removeEventListener(name, stop);
  };
  const observer = new MutationObserver(() => {
    const anchor = document.getElementById(id);
    if (!anchor) return;
    stop();
    anchor.scrollIntoView();
  });
  const timer = setTimeout(stop, ANCHOR_TIMEOUT_MS);
  observer.observe(main, { childList: true, subtree: true });
  for (const name of own) addEventListener(name, stop, { passive: true });
  return stop;
}

/**
 * Applies the rule at each new address and list page. The browser restores positions on 'back'; an anchor scrolls to
 * its element; a new order or filter of a list keeps position and focus.
 */
export function useScrollRules(mainId: string): void {
  const { pathname, search, hash } = useLocation();
  const page = new URLSearchParams(search).get('page');
  const type = useNavigationType();
  const navigation = useRef(type);
  navigation.current = type;
  const shown = useRef<{ pathname: string; page: string | null } | null>(null);
  useEffect(() => {
    const main = document.getElementById(mainId);
    const before = shown.current;
    shown.current = { pathname, page };
    if (before === null || navigation.current === 'POP') return;
    const turned = before.pathname === pathname && before.page !== page;
    if (before.pathname === pathname && navigation.current === 'REPLACE') return;
    const id = hash.length > 1 ? decodeURIComponent(hash.slice(1)) : null;
    const anchor = id && document.getElementById(id);
    if (anchor) {
      anchor.scrollIntoView();
      return;
    }
    const rule = turned ? 'below-header' : scrollRule(pathname);
    if (rule === 'top') scrollTo(0, 0);
    else if (rule === 'below-header' && main) {
      // The header's height varies (pending line, categories), so it is measured.
      const header = document.querySelector('body header')?.getBoundingClientRect().height ?? 0;
      scrollTo(0, Math.max(0, main.getBoundingClientRect().top + scrollY - header));
    }
    // Screen readers start at the new content, too.
    if (rule !== 'stay') main?.focus({ preventScroll: true });
    if (id && main) return scrollOnceThere(main, id);
  }, [pathname, page, hash, mainId]);
}
