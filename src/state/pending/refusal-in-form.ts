// Refusals displayed in a form, at its fields.
// Guarantee: only the user removes one: by continuing with the form, by leaving the page after an immediate answer, or
// by dismissing it in the list. While the form displays it, the list does not; if the form disappears for another
// reason (deleted subject, reload), the list shows it again.
import { useLayoutEffect, useRef } from 'react';
import { pageStore } from '../page/page-store.ts';
import { dismissWrite } from './pending-actions.ts';
import { refusalsInFormsAtom } from './pending-writes.ts';

function list(ids: Iterable<string>, isInForm: boolean): void {
  pageStore.set(refusalsInFormsAtom, (before) => {
    const after = new Set(before);
    for (const id of ids) isInForm ? after.add(id) : after.delete(id);
    return after;
  });
}

export interface RefusalInForm {
  /** `answered`: the answer came at once; otherwise the user may not have seen it. */
  show(id: string, answered: boolean): void;
  /** The user continues, so it has been seen. */
  acknowledge(): void;
}

/** For one form, from its first paint. @returns the port, and `end` */
export function createRefusalInForm(): RefusalInForm & { end(): void } {
  /** Page of an immediate answer; null for a late one. */
  const shown = new Map<string, string | null>();
  let isOver = false;
  const dismiss = (id: string) => void dismissWrite(id).catch(console.error);
  return {
    show(id, answered) {
      if (isOver) return;
      shown.set(id, answered ? location.pathname : null);
      list([id], true);
    },
    acknowledge() {
      for (const id of shown.keys()) dismiss(id);
      list(shown.keys(), false);
      shown.clear();
    },
    end() {
      isOver = true;
      for (const [id, place] of shown) if (place !== null && place !== location.pathname) dismiss(id);
      list(shown.keys(), false);
      shown.clear();
    },
  };
}

export function useRefusalInForm(): RefusalInForm {
  const own = useRef<ReturnType<typeof createRefusalInForm> | null>(null);
  // Before any effect of the form shows a refusal.
  useLayoutEffect(() => {
    const made = createRefusalInForm();
    own.current = made;
    return () => made.end();
  }, []);
  const { current: port } = useRef<RefusalInForm>({
    show: (id, answered) => own.current?.show(id, answered),
    acknowledge: () => own.current?.acknowledge(),
  });
  return port;
}
