// What the server renders with: loaded by server/web/web-app.ts from its own bundle. Nothing outlives a request: each
// render has its own query client and its own store.
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
import { createQueryClient, noteWishes, seedQueryClient, unfulfilledWishes } from '#state/page/query-client.ts';
import { StateProvider } from '#state/page/state-provider.tsx';
import { App } from './app.tsx';
import { splitHead } from './document-head.ts';
import { asRead, isEndless } from './read-queries.ts';
import { areas } from './router.tsx';
import { allPatterns, filledOnDemand, isAddress, placeOf, redirectOf } from './routes.ts';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

export type View =
  /** A page of which the server fills the first view. */
  | ({ kind: 'filled'; pattern: string; address: URL; place: ViewPlace; area: null } & Opening)
  /** The same for a lazy area: rendered as often as its render wishes for more answers. */
  | ({ kind: 'filled'; pattern: string; address: URL; place: ViewPlace; area: 'more' } & Opening)
  /** A page that the browser draws. */
  | { kind: 'shell' }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' };

/** What is asked before anything is drawn. */
interface Opening {
  queries: ViewQueries;
  /** Of a thing that is one of a list: it is not in it. */
  lacks?: (place: ViewPlace, answerOf: AnswerOfView) => boolean;
}

const filled: { pattern: string; queries: ViewQueries }[] = [
  { pattern: paths.home, queries: homeQueries },
  { pattern: paths.category, queries: categoryQueries },
  { pattern: paths.product, queries: productQueries },
];

/** Of a lazy area that shows one thing: does it exist? */
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

/** Every address of the application, for the server's own routing. */
export const patterns = allPatterns();

export function viewOf(asked: URL): View {
  for (const { pattern, queries } of filled) {
    const address = asRead(pattern, asked);
    const place = placeOf(pattern, address);
    if (place) return { kind: 'filled', pattern, address, place, queries, area: null };
  }
  for (const pattern of filledOnDemand) {
    const address = asRead(pattern, asked);
    const place = placeOf(pattern, address);
    if (!place) continue;
    if (isEndless(pattern, asked)) return { kind: 'shell' };
    return { kind: 'filled', pattern, address, place, area: 'more', ...(openings[pattern] ?? unopened) };
  }
  return unfilled(asked);
}

function unfilled(address: URL): View {
  if (isAddress(address.pathname)) return { kind: 'shell' };
  const to = redirectOf(address.pathname, address.search);
  return to ? { kind: 'redirect', to } : { kind: 'unknown' };
}

export interface Rendered {
  /** Title, description, links and social tags, ready for <head>. */
  head: string;
  body: string;
  /** Reads that the render asked for and did not find. */
  missing: (readonly [name: string, args: unknown])[];
}

// The server draws this area as the browser does once its code is there.
await areas.more.load();

export function render(address: URL, view: CarriedView): Rendered {
  const queryClient = createQueryClient();
  const store = createStore();
  noteWishes(queryClient);
  seedQueryClient(queryClient, view);
  seedShell(store, view);
  const markup = renderToString(
    <StaticRouter location={address.pathname + address.search}>
      <StateProvider queryClient={queryClient} store={store}>
        <App />
      </StateProvider>
    </StaticRouter>,
  );
  const missing = unfulfilledWishes(queryClient);
  queryClient.clear();
  return { ...splitHead(markup), missing };
}

/** What stands in a page until the browser has drawn it. */
export function renderShell(): Rendered {
  return { ...splitHead(renderToString(<ShellSkeleton />)), missing: [] };
}
