// A part whose code comes when it is first drawn. Guarantee: it never takes the page down with it: while its code is away
// its fallback stands, `missing` after a few seconds, and it is asked for again when the network is back or on the word.
//   const panel = lazyPart(() => import('./panel.tsx'));   <LazyPart part={panel} props={{ name }} fallback={…} />
import { type ComponentType, type ReactNode, useContext, useEffect, useState } from 'react';
import { Surroundings } from './app-context.tsx';
import { bringMissingStyles } from './missing-styles.ts';

/** Longer than this a part is said to be missing, milliseconds; it still appears if it comes later. */
const PATIENCE_MS = 5000;

export interface Part<P> {
  /** Fetches the code; called when the part is first drawn, or ahead of that. */
  load(): Promise<void>;
  /** Null until its code is there. */
  readonly component: ComponentType<P> | null;
}

export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> {
  let component: ComponentType<P> | null = null;
  let failed = false;
  let underway: Promise<void> | null = null;
  const attempt = async () => {
    if (failed) await bringMissingStyles();
    failed = true;
    component = (await load()).default;
    failed = false;
  };
  return {
    get component() {
      return component;
    },
    // Several of a kind may be drawn at once: only an attempt that has lasted too long counts as failed for the next one.
    load() {
      if (underway) return underway;
      const mine = attempt();
      const forget = () => {
        if (underway === mine) underway = null;
      };
      underway = mine;
      const timer = setTimeout(forget, PATIENCE_MS);
      mine.then(() => clearTimeout(timer), forget);
      return mine;
    },
  };
}

interface LazyPartProps<P> {
  part: Part<P>;
  props: P;
  fallback?: ReactNode;
  missing?: (again: () => void) => ReactNode;
}

export function LazyPart<P extends object>({ part, props, fallback = null, missing }: LazyPartProps<P>) {
  const { online } = useContext(Surroundings);
  const [state, setState] = useState<'away' | 'here' | 'missing'>(part.component ? 'here' : 'away');
  useEffect(() => {
    if (state !== 'away') return;
    let left = false;
    const say = (next: 'here' | 'missing') => left || setState(next);
    const timer = setTimeout(() => say('missing'), PATIENCE_MS);
    part.load().then(
      // Said missing meanwhile: it comes after all.
      () => setState('here'),
      () => say('missing'),
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [state, part]);
  // The belief in the network may lag behind, or never have been lost: the device's own word counts, too.
  useEffect(() => {
    const again = () => setState((now) => (now === 'missing' ? 'away' : now));
    if (online) again();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [online]);
  const { component: Component } = part;
  if (Component) return <Component {...props} />;
  return state === 'missing' && missing ? missing(() => setState('away')) : fallback;
}
