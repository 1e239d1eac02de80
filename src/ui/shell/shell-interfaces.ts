// Shell interfaces: props of the components around every page, wired by src/app/shell/shell.tsx.
// Personal data (cart count, user) may be null until hydration; its space is reserved.
import type { ReactNode } from 'react';
import type { SearchResult } from '#contract/catalogue/search.ts';
import type { GeoCoordinates, Image } from '#contract/fields/values.ts';

export interface MenuCategory {
  id: string;
  slug: string;
  name: string;
  children: readonly MenuCategory[];
}

export interface CategoryMenuProps {
  /** Level 1 with children, three levels deep; null while loading. */
  categories: readonly MenuCategory[] | null;
  /** Featured product beside level 3; rendered when its subcategory is opened. */
  renderFeatured?: ((category: MenuCategory) => ReactNode) | undefined;
  /** First interaction with the menu, to load the whole tree. */
  onReach?: () => void;
}

/** Results, best first. */
export interface SearchPanel {
  status: 'loading' | 'success' | 'error' | 'offline';
  /** Results come from local data, so there may be more. */
  isStale: boolean;
  /** Nobody offers what was typed: the results are the nearest things. */
  isNearest: boolean;
  /** Time of the server's answer, milliseconds since 1970, if its age should be displayed. */
  seenAt: number | null;
  results: readonly SearchResult[];
  /** The directory, for the positions of stores. */
  stores: readonly { '@id': string; geoCoordinates: GeoCoordinates | null }[];
  /** Origin of distances. */
  origin: GeoCoordinates | null;
}

export interface SearchBoxProps {
  value: string;
  onValue: (text: string) => void;
  /** Enter, the loupe, or 'Plus de résultats...'. */
  onSubmit: () => void;
  /** Escape or the cross: clears the results and the form. */
  onClose: () => void;
  /** A suggestion was followed. */
  onFollow: () => void;
  /** Texts searched before, offered below an empty field. */
  recent: readonly string[];
  /** Deletes them. */
  onForget: () => void;
  /** Default: 'Rechercher'. */
  label?: string;
  placeholder?: string;
  /** In the middle of a page: moves below the header on focus, so that suggestions have the space above the keyboard. */
  rises?: boolean;
  /** Position choices; the first one is 'Ma position'. Without any there is no selector. */
  positions: readonly { value: string; label: string }[];
  position: string;
  onPosition: (value: string) => void;
  /** Null: collapsed. */
  panel: SearchPanel | null;
}

export interface UserMenuProps {
  /** 'unknown' until hydration; 'locked': known user, needs a new login. */
  status: 'unknown' | 'anonymous' | 'authenticated' | 'locked';
  username: string | null;
  online: boolean;
  /** Shows 'Gérer mon magasin'. */
  canManageStore: boolean;
  onLogout: () => void;
}

export interface CartButtonProps {
  /** Total quantity; null until the cart is known. */
  quantity: number | null;
  /** Lines that wait to be sent. */
  waiting: number;
}

export interface ConnectivityLineProps {
  /** True until something has shown the contrary. */
  online: boolean;
  /** Online, but the server is slow. */
  weak: boolean;
  /** Pending writes; 0 while they are merely in progress. */
  waiting: number;
  /** Writes to review. */
  refused: number;
  /** One of them needs a decision. */
  urgent: boolean;
  /** Login address if a login is required; null otherwise. */
  loginTo: string | null;
  /** Opens the pending list; absent where it is open. */
  onShow?: (() => void) | undefined;
}

export interface TrayBadgeProps {
  /** Lines in the list. */
  count: number;
  /** Some writes are unsent; otherwise the list is informative. */
  waiting: boolean;
  /** A decision is needed. */
  urgent: boolean;
  onShow: () => void;
}

export interface SiteHeaderProps extends CategoryMenuProps {
  /** Code for taps may be loaded. */
  settled: boolean;
  siteName: string;
  /** Receives the slot element (header-slot.tsx); the header then is slim, without search, cart and categories. */
  slot?: ((element: HTMLElement | null) => void) | undefined;
  /** Null on the search page, which has its own field. */
  search: SearchBoxProps | null;
  user: UserMenuProps;
  cart: CartButtonProps;
  /** Badge of the pending list; null for none. */
  tray: ReactNode;
  /** The line below the header, in a live region. */
  line: ReactNode;
  /** Flash messages, below the header. */
  messages: ReactNode;
  /** Id of the page's content. */
  contentId: string;
}

export interface BottomBarProps {
  cart: CartButtonProps;
  /** Authenticated: links to /compte, otherwise to /authentication. */
  authenticated: boolean;
}

export type FooterPlace = 'plateforme' | 'nous-contacter' | 'aide' | 'pied-de-page';

export interface SiteFooterProps {
  siteName: string;
  tagline: string;
  /** Static pages; grouped by place here. */
  pages: readonly { slug: string; name: string; place: FooterPlace }[];
  /** 'Facebook', 'Instagram' … with their https address. */
  social: readonly { name: string; url: string }[];
  /** Payment and carrier partners, with their picture if there is one. */
  partners: readonly { name: string; image: Image | null }[];
}

export interface FlashBarProps {
  flashes: readonly {
    id: string;
    text: string;
    status: 'success' | 'error';
    /** Link to details. */
    link?: { to: string; word: string } | undefined;
  }[];
  onDismiss: (id: string) => void;
}

export interface CartAddedDialogProps {
  open: boolean;
  onClose: () => void;
  /** The added product, if known. */
  product?: { name: string; image: Image | null; storeName: string; storeSlug: string } | null | undefined;
  /** Written on the device, sent later. */
  waiting?: boolean | undefined;
}
