// Header slot: lets a part of the site render its own content into the header.
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The slot's element; null if the header has none. */
export const HeaderSlot = createContext<HTMLElement | null>(null);

/** Renders its children into the slot when it exists. */
export function InHeader({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlot);
  return slot && createPortal(children, slot);
}
