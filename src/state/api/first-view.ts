// First view: the reads of a route that the server performs before it renders the page.
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';

/** One read, with the same arguments as in `useApiQuery`. */
export type ViewQuery = { [N in ReadName]: readonly [N, EndpointArguments<N>] }[ReadName];

/** Path parameters and query string of the route. */
export interface ViewPlace {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

/** The answer of an earlier query; undefined if it is missing or was refused. */
export type AnswerOfView = <N extends ReadName>(name: N, args: EndpointArguments<N>) => EndpointAnswer<N> | undefined;

/**
 * The queries of a first view. Called again with the answers so far until it returns no new query, so that a query may
 * depend on another one (the products of a category need its id).
 */
export type ViewQueries = (place: ViewPlace, answerOf: AnswerOfView) => ViewQuery[];
