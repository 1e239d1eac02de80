// A refusal that stands in a form, at its fields. Guarantee: it leaves the device by an act of the person only: they go on with
// the form, leave a page that answered them a moment ago, or dismiss it in the list. While the form shows it, it is not listed
// as well; it is listed again when the form goes for another reason (what it is about has been deleted, the page is reloaded).
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
  /** `answered`: at once, to a person who has just asked; else it may have come unseen, after the write had waited. */
  show(id: string, answered: boolean): void;
  /** The person goes on: it has been seen. */
  acknowledge(): void;
}

/** Of one form, from its first paint on. @returns also what ends it */
export function createRefusalInForm(): RefusalInForm & { end(): void } {
  /** Where the person was when they were answered; null for what came by itself. */
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
