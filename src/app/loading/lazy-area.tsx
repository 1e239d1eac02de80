// An area of the app whose code comes when it is first visited.
import { type ComponentType, useContext, useEffect, useState } from 'react';
import { Surroundings } from '#ui/loading/app-context.tsx';
import { bringMissingStyles } from '#ui/loading/missing-styles.ts';
import { AreaLoading, AreaMissing } from './area-states.tsx';

type AreaModule = { default: ComponentType };

/** Longer than this a quiet shape says nothing: the screen says how it stands, and goes on waiting; milliseconds. */
const patienceMs = 5000;

/** An area whose code comes when it is needed. */
export interface LazyArea {
  /** Null until its code is there. */
  readonly component: ComponentType | null;
  /** Fetches the code; called by the first look at the area, on idle, or when a link to it comes into reach. */
  preload(): Promise<void>;
}

export function lazyArea(load: () => Promise<AreaModule>): LazyArea {
  let component: ComponentType | null = null;
  let underway: Promise<void> | null = null;
  let failed = false;
  return {
    get component() {
      return component;
    },
    preload() {
      underway ??= (failed ? bringMissingStyles().then(load) : load()).then(
        (module) => {
          component = module.default;
        },
        (failure: unknown) => {
          underway = null;
          failed = true;
          throw failure;
        },
      );
      return underway;
    },
  };
}

/** The area, or a quiet shape in its place; on a silent network and without one the screen says so, and tries again. */
export function Area({ area }: { area: LazyArea }) {
  const { online } = useContext(Surroundings);
  const [state, setState] = useState<'loading' | 'loaded' | 'missing'>(area.component ? 'loaded' : 'loading');
  useEffect(() => {
    if (state !== 'loading') return;
    let left = false;
    const timer = setTimeout(() => left || setState('missing'), patienceMs);
    area.preload().then(
      // Said missing meanwhile: it comes after all.
      () => setState('loaded'),
      () => left || setState('missing'),
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [state, area]);
  useEffect(() => {
    if (online) setState((now) => (now === 'missing' ? 'loading' : now));
  }, [online]);
  useEffect(() => {
    if (state !== 'missing') return;
    const again = () => setState('loading');
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [state]);
  const { component: Loaded } = area;
  if (Loaded) return <Loaded />;
  return state === 'missing' ? <AreaMissing onRetry={() => setState('loading')} /> : <AreaLoading />;
}
