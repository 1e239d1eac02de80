// Unsaved texts: asks before a page is left on which something was typed and not sent.
import { useEffect, useId, useLayoutEffect, useSyncExternalStore } from 'react';
import { useBlocker, useTranslate } from 'react-admin';

/** Forms of the page, and whether they have something unsaved. */
const forms = new Map<string, boolean>();
const listeners = new Set<() => void>();
const change = (edit: () => unknown) => {
  edit();
  for (const listener of listeners) listener();
};
const onChange = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const isAnyForm = () => forms.size > 0;
const isAnyUnsaved = () => [...forms.values()].includes(true);

/**
 * @param isUnsaved null: a form without texts
 * @returns what to call once all is sent, before the page is left
 */
export function useUnsaved(isUnsaved: boolean | null): () => void {
  const form = useId();
  useLayoutEffect(() => {
    if (isUnsaved !== null) change(() => forms.set(form, isUnsaved));
  }, [form, isUnsaved]);
  useLayoutEffect(() => () => change(() => forms.delete(form)), [form]);
  return () => forms.set(form, false);
}

/** One for all forms of a page, since a router asks a single one; the forms of records have react-admin's. */
export const UnsavedGuard = () => (useSyncExternalStore(onChange, isAnyForm) ? <Guard /> : null);

function Guard() {
  const translate = useTranslate();
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => isAnyUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (state !== 'blocked') return;
    if (window.confirm(translate('ra.message.unsaved_changes'))) proceed?.();
    else reset?.();
  }, [state, proceed, reset, translate]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isAnyUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return null;
}
