// Search route.
import type { FastifyInstance } from 'fastify';
import { searchMarket } from '../catalogue/search.ts';
import { mount } from '../http/mount.ts';

export function searchRoutes(app: FastifyInstance): void {
  mount(app, 'search', ({ tx, query }) => searchMarket(tx, query, `/search?q=${encodeURIComponent(query.q)}`));
}
