// Search route. What nothing answers is counted for the operators; a failure of that is no failure of the search.
import type { FastifyInstance } from 'fastify';
import { searchMarket } from '../catalogue/search.ts';
import { recordSearchMiss } from '../catalogue/search-misses.ts';
import { mount } from '../http/mount.ts';

export function searchRoutes(app: FastifyInstance): void {
  mount(app, 'search', async ({ tx, query, market, now }) => {
    const { q, ...filters } = query;
    const found = await searchMarket(tx, query, `/search?q=${encodeURIComponent(q)}`);
    const isMissed = found.nearest === true || found['hydra:totalItems'] === 0;
    if (isMissed && Object.keys(filters).length === 0) {
      await recordSearchMiss(market.db, q, now).catch((error: unknown) =>
        market.log.warn({ err: error }, 'a search without a result was not counted'),
      );
    }
    return found;
  });
}
