// Loads the rendering bundle that Vite built from src/app/server-entry.tsx.
import { pathToFileURL } from 'node:url';
import type { ReadName } from '#contract/registry.ts';
import type { CarriedView } from '#contract/wire/first-view.ts';

/** One read of a first view: endpoint name and arguments. */
export type ViewQuery = readonly [name: ReadName, args: unknown];
export type AnswerOf = (name: ReadName, args: unknown) => unknown;

export interface ViewPlace {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

export interface FilledView {
  kind: 'filled';
  /** Which of the application's addresses it is. */
  pattern: string;
  /** The address without what the page does not read: one spelling for all that show the same. */
  address: URL;
  place: ViewPlace;
  queries(place: ViewPlace, answerOf: AnswerOf): ViewQuery[];
  /** Says of what its queries found that this place is not among it; a query that finds nothing says so by itself. */
  lacks?: ((place: ViewPlace, answerOf: AnswerOf) => boolean) | undefined;
  /** The lazy area that draws it: its other queries are those its render misses. */
  area: 'more' | null;
}

export type View = FilledView | { kind: 'shell' } | { kind: 'redirect'; to: string } | { kind: 'unknown' };

export interface Rendered {
  head: string;
  body: string;
  /** Reads that the render asked for and did not find. */
  missing: ViewQuery[];
}

export interface Renderer {
  /** Every address of the application, as patterns with `:name` and `*`. */
  patterns: string[];
  viewOf(address: URL): View;
  render(address: URL, view: CarriedView): Rendered;
  renderShell(): Rendered;
}

export async function loadRenderer(file: string): Promise<Renderer> {
  return (await import(pathToFileURL(file).href)) as Renderer;
}
