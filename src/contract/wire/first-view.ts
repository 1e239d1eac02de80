// The form in which the server hands a filled page to the browser. Guarantee: only answers of `kept` endpoints (public, the
// same for everyone) ever travel in it.
import type { ReadName } from '../registry.ts';

export interface ShellLinks {
  /** Where the market stands: 'https://…', without a slash at the end. */
  origin: string;
  /** Level 1 of the category tree, in its order. */
  categories: { slug: string; name: string }[];
  /** Static pages for the footer. */
  pages: { slug: string; name: string; place: 'plateforme' | 'nous-contacter' | 'aide' | 'pied-de-page' }[];
}

/** One answer as it travels inside the page. */
export interface CarriedAnswer {
  name: ReadName;
  args: unknown;
  /** Absent when there is no such thing (404). */
  answer?: unknown;
}

/** The inert JSON of a filled page; `at` is the server's clock in milliseconds when the answers were read. */
export interface CarriedView {
  at: number;
  answers: CarriedAnswer[];
  shell: ShellLinks;
}
