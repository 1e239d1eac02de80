// What every modal dialog does, on a native <dialog>: what is behind is inert, and the focus goes back to where it was.
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { raise } from './top-dialog.ts';

/** The ref of a dialog that is open for as long as it is drawn. */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    if (!element.open) showInPlace(element);
    const lower = raise(element);
    // The dialog itself, so that no button looks chosen before one has chosen, unless one is marked as the way to go.
    (element.querySelector<HTMLElement>('[data-first-focus]') ?? element).focus();
    return () => {
      lower();
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

/** Tells the styles how wide the scroll bar is that goes with the first dialog: what is behind does not move. */
function showInPlace(element: HTMLDialogElement): void {
  const page = document.documentElement;
  if (!document.querySelector('dialog[open]')) {
    page.style.setProperty('--scroll-bar', `${Math.max(0, innerWidth - page.clientWidth)}px`);
  }
  element.showModal();
}

/**
 * Props of a dialog that closes on a tap beside it. With the end of the tap: its beginning moves the focus, which must be
 * back where it was when the dialog has gone. A text marked from the inside out does not close it.
 */
export function closedOutside(onClose: () => void) {
  return {
    onPointerDown: ({ target, currentTarget }: PointerEvent<HTMLDialogElement>) => {
      currentTarget.dataset.outside = target === currentTarget ? 'yes' : 'no';
    },
    onClick: ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
      if (target === currentTarget && currentTarget.dataset.outside === 'yes') onClose();
    },
  };
}
