// Hook that removes the first page's linked data (JSON-LD) after a navigation.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The server's linked data describes only the first page. */
export function useDropLinkedData(): void {
  const { pathname } = useLocation();
  const served = useRef(pathname);
  useEffect(() => {
    if (served.current === pathname) return;
    for (const script of document.querySelectorAll('script[type="application/ld+json"]')) script.remove();
  }, [pathname]);
}
