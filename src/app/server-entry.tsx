// What the server renders with: loaded by server/plugins/web-app.ts from its own bundle. Nothing outlives a request: each
// render has its own query client and its own store.
import { createStore } from 'jotai';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { categoryQueries } from '#features/shop/category-page.tsx';
import { homeQueries } from '#features/shop/home-page.tsx';
import { productQueries } from '#features/shop/product-page.tsx';
import { paths } from '#paths';
import type { CarriedView, ViewPlace, ViewQueries } from '#state/first-view.ts';
import { createQueryClient, seedQueryClient } from '#state/query-client.ts';
import { seedShell } from '#state/shell-view.ts';
import { StateProvider } from '#state/state-provider.tsx';
import { allPatterns, isAddress, placeOf, redirectOf } from './addresses.ts';
import { App } from './app.tsx';
import { splitHead } from './document-head.ts';
import { ShellSkeleton } from './shell-skeleton.tsx';

export type View =
  /** A page of which the server fills the first view. */
  | { kind: 'filled'; place: ViewPlace; queries: ViewQueries }
  /** A page that the browser draws. */
  | { kind: 'shell' }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' };

const filled: { pattern: string; queries: ViewQueries }[] = [
  { pattern: paths.home, queries: homeQueries },
  { pattern: paths.category, queries: categoryQueries },
  { pattern: paths.product, queries: productQueries },
];

/** Every address of the application, for the server's own routing. */
export const patterns = allPatterns();

export function viewOf(address: URL): View {
  for (const { pattern, queries } of filled) {
    const place = placeOf(pattern, address);
    if (place) return { kind: 'filled', place, queries };
  }
  if (isAddress(address.pathname)) return { kind: 'shell' };
  const to = redirectOf(address.pathname, address.search);
  return to ? { kind: 'redirect', to } : { kind: 'unknown' };
}

export interface Rendered {
  /** Title, description, links and social tags, ready for <head>. */
  head: string;
  body: string;
}

export function render(address: URL, view: CarriedView): Rendered {
  const queryClient = createQueryClient();
  const store = createStore();
  seedQueryClient(queryClient, view);
  seedShell(store, view);
  const markup = renderToString(
    <StaticRouter location={address.pathname + address.search}>
      <StateProvider queryClient={queryClient} store={store}>
        <App />
      </StateProvider>
    </StaticRouter>,
  );
  queryClient.clear();
  return splitHead(markup);
}

/** What stands in a page until the browser has drawn it. */
export function renderShell(): Rendered {
  return splitHead(renderToString(<ShellSkeleton />));
}
