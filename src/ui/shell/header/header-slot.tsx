// The place in the header that a part of the site fills with its own sign, from wherever that part is drawn.
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element of the header that takes the sign; null where the header has no such place. */
export const HeaderSlot = createContext<HTMLElement | null>(null);

/** Draws its children in the header's place for them, as soon as there is one. */
export function InHeader({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlot);
  return slot && createPortal(children, slot);
}
