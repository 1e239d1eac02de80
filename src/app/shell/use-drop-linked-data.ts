// A hook that removes the linked data of the first page once another one is shown.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** What the server told machines of the first page is not true of the next. */
export function useServedWords(): void {
  const { pathname } = useLocation();
  const served = useRef(pathname);
  useEffect(() => {
    if (served.current === pathname) return;
    for (const told of document.querySelectorAll('script[type="application/ld+json"]')) told.remove();
  }, [pathname]);
}
