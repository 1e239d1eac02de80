// Renders pages of the front end to HTML from answers of the server, for tests of their texts.
import { createStore } from 'jotai';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { CarriedAnswer } from '#contract/wire/first-view.ts';
import { cartAtom, emptyCart } from '#state/cart/cart.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { createQueryClient, seedQueryClient } from '#state/page/query-client.ts';
import { StateProvider } from '#state/page/state-provider.tsx';
import { sessionAtom } from '#state/session/session.ts';

interface RenderOptions {
  answers?: CarriedAnswer[];
  cart?: typeof emptyCart;
  /** Id of the merchant's own store. */
  ownedStore?: string;
  /** Its path and route: ['/compte/commande/3', '/compte/commande/:id']. */
  at?: [path: string, route: string];
}

/** @returns its HTML */
export function renderPage(
  element: ReactElement,
  { answers = [], cart = emptyCart, ownedStore, at }: RenderOptions = {},
): string {
  const queryClient = createQueryClient();
  seedQueryClient(queryClient, { at: Date.now(), answers, shell: { origin: '', categories: [], pages: [] } });
  const store = createStore();
  store.set(cartAtom, { cart, cartIri: '/carts/c', ready: true, alert: null });
  store.set(connectivityAtom, (now) => ({ ...now, online: true, sure: true }));
  if (ownedStore)
    store.set(sessionAtom, {
      status: 'authenticated',
      user: { ownedStore, roles: ['ROLE_STORE_ADMIN'] } as never,
      isEnded: false,
      ready: true,
    });
  const [path, route] = at ?? ['/', '/'];
  return renderToStaticMarkup(
    <StateProvider queryClient={queryClient} store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path={route} element={element} />
        </Routes>
      </MemoryRouter>
    </StateProvider>,
  );
}

/** The element with this accessible name, up to the end of the next element of its kind. */
export function sectionOf(html: string, tag: string, name: string): string {
  const escaped = name.replace(
    /[&<>"']/g,
    (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#x27' }[sign]};`,
  );
  const begin = html.indexOf(`aria-label="${escaped}"`);
  if (begin < 0) throw new Error(`Nothing is named '${name}'.`);
  const end = html.indexOf(`</${tag}>`, begin);
  return html.slice(begin, end);
}
