import { type ComponentType, useEffect, useState } from 'react';
import { AreaLoading, AreaMissing } from './area-states.tsx';

type AreaModule = { default: ComponentType };

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
  return {
    get component() {
      return component;
    },
    preload() {
      underway ??= load().then(
        (module) => {
          component = module.default;
        },
        (failure: unknown) => {
          underway = null;
          throw failure;
        },
      );
      return underway;
    },
  };
}

/** The area, or a quiet shape in its place; without a network the screen says so and tries again. */
export function Area({ area }: { area: LazyArea }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'missing'>(area.component ? 'loaded' : 'loading');
  useEffect(() => {
    if (state !== 'loading') return;
    let left = false;
    area.preload().then(
      () => left || setState('loaded'),
      () => left || setState('missing'),
    );
    return () => {
      left = true;
    };
  }, [state, area]);
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
