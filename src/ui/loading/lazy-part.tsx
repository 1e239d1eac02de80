// LazyPart: a component whose code loads on its first render.
// Guarantee: a failed load does not break the page: the fallback is shown, after a few seconds `missing`, and loading
// is retried on reconnect or on request.
//   const panel = lazyPart(() => import('./panel.tsx'));
//   <LazyPart part={panel} props={{ name }} fallback={…} />
import { type ComponentType, type ReactNode, useContext, useEffect, useState } from 'react';
import { AppContext } from './app-context.tsx';
import { loadMissingStyles } from './missing-styles.ts';

/** Then the part is reported as missing, milliseconds; it still appears if it loads later. */
const CODE_TIMEOUT_MS = 5000;

export interface LazyPartSource<P> {
  /** Loads the code; called on the first render, or earlier. */
  load(): Promise<void>;
  /** Null until loaded. */
  readonly component: ComponentType<P> | null;
}

export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>): LazyPartSource<P> {
  let component: ComponentType<P> | null = null;
  let failed = false;
  let underway: Promise<void> | null = null;
  const attempt = async () => {
    if (failed) await loadMissingStyles();
    failed = true;
    component = (await load()).default;
    failed = false;
  };
  return {
    get component() {
      return component;
    },
    // Instances share an attempt, unless it has taken too long.
    load() {
      if (underway) return underway;
      const mine = attempt();
      const forget = () => {
        if (underway === mine) underway = null;
      };
      underway = mine;
      const timer = setTimeout(forget, CODE_TIMEOUT_MS);
      mine.then(() => clearTimeout(timer), forget);
      return mine;
    },
  };
}

interface LazyPartProps<P> {
  part: LazyPartSource<P>;
  props: P;
  fallback?: ReactNode;
  missing?: (again: () => void) => ReactNode;
}

export function LazyPart<P extends object>({ part, props, fallback = null, missing }: LazyPartProps<P>) {
  const { online } = useContext(AppContext);
  const [state, setState] = useState<'pending' | 'here' | 'missing'>(part.component ? 'here' : 'pending');
  useEffect(() => {
    if (state !== 'pending') return;
    let left = false;
    const show = (next: 'here' | 'missing') => left || setState(next);
    const timer = setTimeout(() => show('missing'), CODE_TIMEOUT_MS);
    part.load().then(
      // It loaded after all.
      () => setState('here'),
      () => show('missing'),
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [state, part]);
  // The belief in the network may lag behind, or never have been lost: the device's own word counts, too.
  useEffect(() => {
    const again = () => setState((now) => (now === 'missing' ? 'pending' : now));
    if (online) again();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [online]);
  const { component: Component } = part;
  if (Component) return <Component {...props} />;
  return state === 'missing' && missing ? missing(() => setState('pending')) : fallback;
}
