// What one public route asks before it is rendered, so that the server can fill its page.
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';

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
