// Renderer: loads the server bundle that Vite builds from src/app/server-entry.tsx.
import { pathToFileURL } from 'node:url';
import type { ReadName } from '#contract/registry.ts';
import type { CarriedView } from '#contract/wire/first-view.ts';

/** A read of a first view: endpoint name and arguments. */
export type ViewQuery = readonly [name: ReadName, args: unknown];
export type AnswerOf = (name: ReadName, args: unknown) => unknown;

export interface ViewPlace {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

export interface FilledView {
  kind: 'filled';
  /** Route pattern. */
  pattern: string;
  /** Canonical address, without parameters the page ignores. */
  address: URL;
  place: ViewPlace;
  queries(place: ViewPlace, answerOf: AnswerOf): ViewQuery[];
  /** True if the queries' answers do not contain this place; a 404 is detected without it. */
  lacks?: ((place: ViewPlace, answerOf: AnswerOf) => boolean) | undefined;
  /** Lazy area of the page; the render reports its further queries. */
  area: 'more' | null;
}

export type View = FilledView | { kind: 'shell' } | { kind: 'redirect'; to: string } | { kind: 'unknown' };

export interface Rendered {
  head: string;
  body: string;
  /** Reads missing from the render. */
  missing: ViewQuery[];
}

export interface Renderer {
  /** All routes, as patterns with `:name` and `*`. */
  patterns: string[];
  viewOf(address: URL): View;
  render(address: URL, view: CarriedView): Rendered;
  renderShell(): Rendered;
}

export async function loadRenderer(file: string): Promise<Renderer> {
  return (await import(pathToFileURL(file).href)) as Renderer;
}
