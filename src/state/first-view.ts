// What one public route needs before it is rendered, and the form in which the server hands it to the browser.
// Guarantee: only answers of `kept` endpoints (public, the same for everyone) ever travel in a first view.
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import type { ShellLinks } from './shell-view.ts';

/** One read: the endpoint's name and its arguments, exactly as the page gives them to `useApiQuery`. */
export type ViewQuery = { [N in ReadName]: readonly [N, EndpointArguments<N>] }[ReadName];

/** Where the view is: the parameters of the route's path and the query string. */
export interface ViewPlace {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

/** The answer of a query that was already asked; undefined while it is unknown or when the server refused it. */
export type AnswerOfView = <N extends ReadName>(name: N, args: EndpointArguments<N>) => EndpointAnswer<N> | undefined;

/**
 * The queries of a first view. Called again with the answers so far until it names no new one, so that a query may
 * depend on the answer of another (the products of a category, once its id is known).
 */
export type ViewQueries = (place: ViewPlace, answerOf: AnswerOfView) => ViewQuery[];

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
