// useLostFocus: a place for the focus after the focused element has left the page.
import { type RefObject, useEffect, useRef } from 'react';

/** Checked at each update of the caller. */
export function useLostFocus(place: RefObject<HTMLElement | null>): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const isRemoved = last.current instanceof HTMLElement && !last.current.isConnected;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isRemoved && isLost) place.current?.focus({ preventScroll: true });
  });
}
