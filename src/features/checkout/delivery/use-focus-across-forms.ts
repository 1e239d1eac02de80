// useFocusAcrossForms: keeps the focus when a form is replaced by the form of a renewed order.
import { type RefObject, useLayoutEffect } from 'react';

interface FocusedControl {
  index: number;
  start: number | null;
  end: number | null;
}

/** Of a form that is removed by the running update. */
let focused: FocusedControl | null = null;

function findFocus({ elements }: HTMLFormElement): FocusedControl | null {
  const { activeElement } = document;
  const index = activeElement === null ? -1 : [...elements].indexOf(activeElement);
  if (index < 0) return null;
  const isText = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  return {
    index,
    start: isText ? activeElement.selectionStart : null,
    end: isText ? activeElement.selectionEnd : null,
  };
}

/** Both forms have the same controls, in the same order. */
export function useFocusAcrossForms(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const shown = form.current;
    if (!shown) return;
    const control = focused && shown.elements[focused.index];
    if (focused && control instanceof HTMLElement) {
      control.focus({ preventScroll: true });
      const { start, end } = focused;
      if (start !== null && 'setSelectionRange' in control) (control as HTMLInputElement).setSelectionRange(start, end);
    }
    focused = null;
    return () => {
      focused = findFocus(shown);
      queueMicrotask(() => {
        focused = null;
      });
    };
  }, [form]);
}
