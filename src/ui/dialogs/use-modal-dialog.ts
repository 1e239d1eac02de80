// Behaviour of modal dialogs, on a native <dialog>: the page is inert, and the focus returns.
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { raiseDialog } from './top-dialog.ts';

/** Ref of a dialog that is open while it is mounted. */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    if (!element.open) showInPlace(element);
    const lower = raiseDialog(element);
    // Focuses the dialog itself, or a marked button.
    (element.querySelector<HTMLElement>('[data-first-focus]') ?? element).focus();
    return () => {
      lower();
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

/** Passes the scrollbar's width to the styles, so that the page does not move. */
function showInPlace(element: HTMLDialogElement): void {
  const page = document.documentElement;
  if (!document.querySelector('dialog[open]')) {
    page.style.setProperty('--scroll-bar', `${Math.max(0, innerWidth - page.clientWidth)}px`);
  }
  element.showModal();
}

/**
 * Props for closing on a click outside. Uses the end of the click, since its beginning moves the focus; selecting text
 * from inside to outside does not close it.
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
