// Pages: answers navigations from the cache, and passes server-only pages on.
// Guarantee: every navigation is answered: by the cached home page or shell, the server, or the last resort page.
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { Route } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { apiPrefix } from './cached-endpoints.ts';
import { cachedHomePage, renewHomePage } from './home-page-cache.ts';
import { type Goal, lastResort, pastTheWorker } from './last-resort.ts';
import { cachedShell } from './precache.ts';
import { ofServer } from './server-paths.ts';
import { trustedNetwork } from './trusted-network.ts';

function goalOf({ url, method }: Request): Goal {
  const { pathname } = new URL(url);
  if (!ofServer.test(pathname)) return 'market';
  if (!pathname.startsWith('/paiement/')) return 'document';
  return method === 'GET' ? 'payment' : 'payment-sent';
}

const lastResortPage: WorkboxPlugin = {
  fetchDidFail: async ({ error, state = {} }) => {
    state.error = error;
  },
  handlerDidError: async ({ request, state }) => lastResort(goalOf(request), state?.error),
};

/** Without a time limit for the body, since the browser renders it while it arrives. */
const server = (firstByteMs: number) =>
  new NetworkOnly({ plugins: [trustedNetwork({ firstByteMs, bodyMs: Number.POSITIVE_INFINITY }), lastResortPage] });
const pageOfServer = server(10_000);
const sentToServer = server(30_000);

const isNavigation = (request: Request, { pathname, search }: URL) =>
  request.mode === 'navigate' && !pathname.startsWith(`${apiPrefix}/`) && pathname + search !== pastTheWorker;

/** @param onOpening called for each page of the app */
export const pageRoutes = (onOpening: (event: ExtendableEvent) => void) => [
  new Route(({ request, url }) => isNavigation(request, url) && ofServer.test(url.pathname), pageOfServer),
  new Route(({ request, url }) => isNavigation(request, url) && ofServer.test(url.pathname), sentToServer, 'POST'),
  new Route(
    ({ request, url }) => isNavigation(request, url),
    async ({ request, url, event }) => {
      onOpening(event);
      if (url.pathname === '/') event.waitUntil(renewHomePage(event));
      const cached = (url.pathname === '/' && (await cachedHomePage())) || (await cachedShell());
      return cached || pageOfServer.handle({ request, event });
    },
  ),
];
