// Mounts the endpoint of the search.
import type { FastifyInstance } from 'fastify';
import { searchMarket } from '../catalogue/search.ts';
import { mount } from '../http/mount.ts';
import { collectionOf } from '../presenters/collection.ts';

export function searchRoutes(app: FastifyInstance): void {
  mount(app, 'search', async ({ tx, query }) =>
    collectionOf(`/search?q=${encodeURIComponent(query.q)}`, await searchMarket(tx, query.q)),
  );
}
