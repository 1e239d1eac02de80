// First view: the answers that the server embeds in a page.
// Guarantee: only answers of `kept` endpoints, which are public.
import type { ReadName } from '../registry.ts';

export interface ShellLinks {
  /** Origin of the site: 'https://…', without a trailing slash. */
  origin: string;
  /** Top level of the category tree, in order. */
  categories: { slug: string; name: string }[];
  /** Static pages for the footer. */
  pages: { slug: string; name: string; place: 'plateforme' | 'nous-contacter' | 'aide' | 'pied-de-page' }[];
}

/** One embedded answer. */
export interface CarriedAnswer {
  name: ReadName;
  args: unknown;
  /** Absent for a 404. */
  answer?: unknown;
}

/** The inert JSON of a filled page; `at` is the server's clock in milliseconds when the answers were read. */
export interface CarriedView {
  at: number;
  answers: CarriedAnswer[];
  shell: ShellLinks;
}
