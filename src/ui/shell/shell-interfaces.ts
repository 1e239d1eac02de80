// What the parts around every page are given: data and callbacks only, wired by src/app/shell/shell.tsx.
// Personal things (cart count, user) may be null until hydration: their space is reserved meanwhile.
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
  /** Level 1 with their children, three levels deep; null while they load. */
  categories: readonly MenuCategory[] | null;
  /** The featured product card beside the level-3 links of the opened subcategory; drawn only once it is opened. */
  renderFeatured?: ((category: MenuCategory) => ReactNode) | undefined;
  /** A hand goes for the menu: the whole tree may be wanted. */
  onReach?: () => void;
}

/** What was found, best first. */
export interface SearchPanel {
  status: 'loading' | 'success' | 'error' | 'offline';
  /** Found among what the device keeps: there may be more. */
  kept: boolean;
  /** When the market gave what is shown, milliseconds since 1970, where its age wants saying. */
  seenAt: number | null;
  results: readonly SearchResult[];
  /** The directory, for the places of shops. */
  shops: readonly { '@id': string; geoCoordinates: GeoCoordinates | null }[];
  /** Where distances are counted from. */
  origin: GeoCoordinates | null;
}

export interface SearchBoxProps {
  value: string;
  onValue: (text: string) => void;
  /** Enter, the loupe, or 'Plus de résultats...'. */
  onSubmit: () => void;
  /** Escape or the cross: clears the results and the form. */
  onClose: () => void;
  /** Position choices; the first one is 'Ma position'. */
  positions: readonly { value: string; label: string }[];
  position: string;
  onPosition: (value: string) => void;
  /** Null: collapsed. */
  panel: SearchPanel | null;
}

export interface UserMenuProps {
  /** 'unknown' until hydration has read the session. 'locked': known user, to log in again. */
  status: 'unknown' | 'anonymous' | 'authenticated' | 'locked';
  username: string | null;
  online: boolean;
  /** Shows 'Gérer mon magasin'. */
  canManageStore: boolean;
  onLogout: () => void;
}

export interface CartButtonProps {
  /** Total quantity of items; null until the cart is known. */
  quantity: number | null;
  /** Lines that wait to be sent. */
  waiting: number;
}

export interface ConnectivityLineProps {
  /** True until something has shown the contrary. */
  online: boolean;
  /** Connected, and the market takes long to answer. */
  weak: boolean;
  /** Writes that wait; 0 while they are merely on their way. */
  waiting: number;
  /** Writes that were refused, or came out otherwise, and want a look. */
  refused: number;
  /** One of them wants more than to be seen. */
  urgent: boolean;
  /** Where to log in again, when only that helps; null otherwise. */
  loginTo: string | null;
  /** Opens the list of what waits or was refused; absent where it is open. */
  onShow?: (() => void) | undefined;
}

export interface TrayBadgeProps {
  /** Lines in the list. */
  count: number;
  /** Something is not sent yet; otherwise the list only tells. */
  waiting: boolean;
  /** Something wants a decision. */
  urgent: boolean;
  onShow: () => void;
}

export interface SiteHeaderProps extends CategoryMenuProps {
  /** What opens on a tap may be fetched. */
  settled: boolean;
  siteName: string;
  /**
   * Takes the element in which a part of the site puts its own sign (header-slot.tsx): a slim header then, without
   * search, cart and categories.
   */
  slot?: ((element: HTMLElement | null) => void) | undefined;
  /** Null on the search page, which has its own field. */
  search: SearchBoxProps | null;
  user: UserMenuProps;
  cart: CartButtonProps;
  /** The way to what waits to be sent; nothing when nothing does. */
  tray: ReactNode;
  /** The slate line under the header, in a region that is read out when it changes. */
  line: ReactNode;
  /** What has just happened, for some seconds, under the header. */
  messages: ReactNode;
  /** Where what the page itself shows begins. */
  contentId: string;
}

export interface BottomBarProps {
  cart: CartButtonProps;
  /** Authenticated: leads to /compte, else to /authentication. */
  authenticated: boolean;
}

export type FooterPlace = 'plateforme' | 'nous-contacter' | 'aide' | 'pied-de-page';

export interface SiteFooterProps {
  siteName: string;
  tagline: string;
  /** Static pages; they are grouped by place here. */
  pages: readonly { slug: string; name: string; place: FooterPlace }[];
  /** 'Facebook', 'Instagram' … with their https address. */
  social: readonly { name: string; url: string }[];
  /** Payment and carrier partners, drawn as plates; with their picture when there is one. */
  partners: readonly { name: string; image: Image | null }[];
}

export interface FlashBarProps {
  flashes: readonly {
    id: string;
    text: string;
    status: 'success' | 'error';
    /** Where more is said. */
    link?: { to: string; word: string } | undefined;
  }[];
  onDismiss: (id: string) => void;
}

export interface CartAddedDialogProps {
  open: boolean;
  onClose: () => void;
  /** What was added, when known. */
  product?: { name: string; image: Image | null; storeName: string; storeSlug: string } | null | undefined;
  /** Written on the device, sent later. */
  waiting?: boolean | undefined;
}
