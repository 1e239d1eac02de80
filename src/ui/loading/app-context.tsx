// App context: connectivity, data saver, and the placeholder of missing content, for UI components.
import { type ComponentType, createContext } from 'react';

/** Kind of missing content: a page or a part. */
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

/** Kinds of whole pages; their placeholder has the heading. */
export const WHOLE_PAGES: ReadonlySet<AbsentKind> = new Set(['product', 'category', 'store', 'event', 'page']);

/** Kinds of optional parts of a page. */
export const PARTS: ReadonlySet<AbsentKind> = new Set(['part', 'reviews']);

export interface AbsentProps {
  what: AbsentKind;
  /** True if the network is silent; false if there is none. */
  silent: boolean;
  onRetry: () => void;
}

interface World {
  online: boolean;
  Absent: ComponentType<AbsentProps> | null;
  /** Smaller pictures, and no optional content. */
  sparing: boolean;
  onSparing?: (sparing: boolean) => void;
}

export const AppContext = createContext<World>({ online: true, Absent: null, sparing: false });
