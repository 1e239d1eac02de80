// What the script in the document and the page agree on.

export interface EarlyTap {
  /** The button, link or form. */
  control: HTMLElement;
  /** What it is called: finds it again where it was drawn anew. */
  name: string;
}

/** `globalThis.early`: there from the first paint on, in pages that the server has made. */
export interface Early {
  /** What was heard and is not answered yet, in order. Their names stand in sessionStorage, too, each with a line break. */
  taps: EarlyTap[];
  /** False while the page taps by itself, and once it hears for itself. */
  on: boolean;
  /** The page cannot come to life: said for all that was heard, and for all that follows. */
  fail(): void;
}

declare global {
  var early: Early | undefined;
}
