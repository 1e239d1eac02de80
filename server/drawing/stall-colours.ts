// The sixteen colours of the stalls as the drawings need them: the same as src/ui/styles/stalls.css gives awnings and dots.
import { stallOf } from '#domain/store.ts';
import { type Backdrop, oklch } from './colour.ts';

/** Degrees of the oklch circle, as browsers draw it. */
export const hueOfStall = (stall: number): number => (15 + stall * 22.5) % 360;

export interface StallTones {
  /** Its cloth. */
  cloth: string;
  middle: string;
  soft: string;
  /** What is between its stripes. */
  pale: string;
}

export function tonesOf(slug: string): StallTones {
  const hue = hueOfStall(stallOf(slug));
  return {
    cloth: oklch(0.53, 0.13, hue),
    middle: oklch(0.68, 0.1, hue),
    soft: oklch(0.88, 0.055, hue),
    pale: oklch(0.955, 0.026, hue),
  };
}

/** Behind a product of that stall. */
export function stallBackdrop(stall: number): Backdrop {
  const hue = hueOfStall(stall);
  return {
    name: `stall-${stall}`,
    light: oklch(0.955, 0.026, hue),
    deep: oklch(0.885, 0.05, hue),
    accent: oklch(0.75, 0.09, hue),
    hue,
  };
}
