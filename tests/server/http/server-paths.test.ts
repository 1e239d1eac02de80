// Addresses outside the API that a browser goes to: the service worker must leave each of them to the server.
import { expect, test } from 'vitest';
import { ofServer } from '#sw/server-paths.ts';
import { startTestMarket } from '../../support/test-server.ts';

test('the service worker passes on every page that the server itself answers', async () => {
  const market = await startTestMarket();
  const routes = market.app.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── (\/\S+) \(/gm);
  const outside = [...routes].flatMap(([, path = '']) => (/^\/api(\/|$)/.test(path) ? [] : [path]));
  await market.close();
  expect(outside).toContain('/paiement/:id');
  expect(outside.filter((path) => !ofServer.test(path))).toEqual([]);
});
