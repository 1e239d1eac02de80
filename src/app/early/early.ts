// Early taps: the interface between the inline script and the page.

export interface EarlyTap {
  /** The button, link or form. */
  control: HTMLElement;
  /** Label of the control, to find it again after a re-render. */
  name: string;
}

/** `globalThis.early`: exists from the first paint in server-rendered pages. */
export interface Early {
  /** Pending taps, in order. Their names are in sessionStorage, too, one per line. */
  taps: EarlyTap[];
  /** False while the page replays taps, and after hydration. */
  on: boolean;
  /** The page failed to load: reports all pending and later taps. */
  fail(): void;
}

declare global {
  var early: Early | undefined;
}
