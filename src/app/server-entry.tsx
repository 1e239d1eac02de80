// Server entry: rendering, loaded by server/web/web-app.ts from its own bundle.
// Each request has its own query client and store.
import { createStore } from 'jotai';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { CarriedView } from '#contract/wire/first-view.ts';
import { homeQueries } from '#features/shop/home/home-page.tsx';
import { categoryQueries } from '#features/shop/listing/category-page.tsx';
import { productQueries } from '#features/shop/product/product-page.tsx';
import { paths } from '#paths';
import type { AnswerOfView, ViewPlace, ViewQueries, ViewQuery } from '#state/api/first-view.ts';
import { seedShell } from '#state/api/shell-links.ts';
import { collectQueries, createQueryClient, missingQueries, seedQueryClient } from '#state/page/query-client.ts';
import { StateProvider } from '#state/page/state-provider.tsx';
import { App } from './app.tsx';
import { splitHead } from './document-head.ts';
import { canonicalAddress, hasUnboundedQuery } from './read-queries.ts';
import { areas } from './router.tsx';
import { allPatterns, filledOnDemand, isAddress, redirectOf, viewPlaceOf } from './routes.ts';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

export type RouteView =
  /** A page of which the server fills the first view. */
  | ({ kind: 'filled'; pattern: string; address: URL; place: ViewPlace; area: null } & Opening)
  /** A server-rendered page of a lazy area, rendered repeatedly until it needs no more answers. */
  | ({ kind: 'filled'; pattern: string; address: URL; place: ViewPlace; area: 'more' } & Opening)
  /** A page that the browser draws. */
  | { kind: 'shell' }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' };

/** Queries before the first render. */
interface Opening {
  queries: ViewQueries;
  /** For an item of a list: whether the list lacks it. */
  lacks?: (place: ViewPlace, answerOf: AnswerOfView) => boolean;
}

const filled: { pattern: string; queries: ViewQueries }[] = [
  { pattern: paths.home, queries: homeQueries },
  { pattern: paths.category, queries: categoryQueries },
  { pattern: paths.product, queries: productQueries },
];

/** For a page about one item: the query that proves its existence. */
const ofThing = (named: (slug: string) => ViewQuery): Opening => ({
  queries: ({ params: { slug = '' } }) => [named(slug)],
});
const ofStore = ofThing((slug) => ['stores.bySlug', { params: { slug } }]);
const openings: Readonly<Record<string, Opening>> = {
  [paths.store]: ofStore,
  [paths.storeProducts]: ofStore,
  [paths.storeAbout]: ofStore,
  [paths.storeReviews]: ofStore,
  [paths.event]: ofThing((slug) => ['events.bySlug', { params: { slug } }]),
  [paths.page]: {
    queries: () => [['pages.list', {}]],
    lacks: ({ params }, answerOf) =>
      answerOf('pages.list', {})?.['hydra:member'].every(({ slug }) => slug !== params.slug) ?? false,
  },
};
const unopened: Opening = { queries: () => [] };

/** All patterns, for the server's routing. */
export const patterns = allPatterns();

export function viewOf(asked: URL): RouteView {
  for (const { pattern, queries } of filled) {
    const address = canonicalAddress(pattern, asked);
    const place = viewPlaceOf(pattern, address);
    if (place) return { kind: 'filled', pattern, address, place, queries, area: null };
  }
  for (const pattern of filledOnDemand) {
    const address = canonicalAddress(pattern, asked);
    const place = viewPlaceOf(pattern, address);
    if (!place) continue;
    if (hasUnboundedQuery(pattern, asked)) return { kind: 'shell' };
    return { kind: 'filled', pattern, address, place, area: 'more', ...(openings[pattern] ?? unopened) };
  }
  return unfilled(asked);
}

function unfilled(address: URL): RouteView {
  if (isAddress(address.pathname)) return { kind: 'shell' };
  const to = redirectOf(address.pathname, address.search);
  return to ? { kind: 'redirect', to } : { kind: 'unknown' };
}

export interface RenderedMarkup {
  /** Title, description, links and social tags, ready for <head>. */
  head: string;
  body: string;
  /** Queries of the render without an answer. */
  missing: (readonly [name: string, args: unknown])[];
}

// The server renders this area synchronously.
await areas.more.load();

export function render(address: URL, view: CarriedView): RenderedMarkup {
  const queryClient = createQueryClient();
  const store = createStore();
  collectQueries(queryClient);
  seedQueryClient(queryClient, view);
  seedShell(store, view);
  const markup = renderToString(
    <StaticRouter location={address.pathname + address.search}>
      <StateProvider queryClient={queryClient} store={store}>
        <App />
      </StateProvider>
    </StaticRouter>,
  );
  const missing = missingQueries(queryClient);
  queryClient.clear();
  return { ...splitHead(markup), missing };
}

/** Content of the shell until the browser renders the page. */
export function renderShell(): RenderedMarkup {
  return { ...splitHead(renderToString(<ShellSkeleton />)), missing: [] };
}
