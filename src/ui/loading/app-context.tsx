// What the app tells the drawn parts of the world around them, once, around all pages: whether the network is believed to
// be there, whether data are spared, and what to draw in place of something that is not on this device.
import { type ComponentType, createContext } from 'react';

/** What is missing: a whole page by its kind, or a part of one. */
export type AbsentKind =
  | 'product'
  | 'category'
  | 'category-products'
  | 'store'
  | 'store-products'
  | 'stores'
  | 'event'
  | 'list'
  | 'search'
  | 'page'
  | 'reviews'
  | 'orders'
  | 'order'
  | 'requests'
  | 'request'
  | 'part';

/** Whole pages: whatever stands in their place carries the heading. */
export const WHOLE_PAGES: ReadonlySet<AbsentKind> = new Set(['product', 'category', 'store', 'event', 'page']);

/** Parts of a page that stands without them. */
export const PARTS: ReadonlySet<AbsentKind> = new Set(['part', 'reviews']);

export interface AbsentProps {
  what: AbsentKind;
  /** The network is there and does not answer; otherwise there is none. */
  silent: boolean;
  onRetry: () => void;
}

interface World {
  online: boolean;
  Absent: ComponentType<AbsentProps> | null;
  /** Smaller pictures, and nothing that was not asked for. */
  sparing: boolean;
  onSparing?: (sparing: boolean) => void;
}

export const Surroundings = createContext<World>({ online: true, Absent: null, sparing: false });
