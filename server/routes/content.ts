// Mounts the endpoints of the market's own content: configuration, pages, events.
import type { FastifyInstance } from 'fastify';
import { allPages, allTerms, configurationOf, eventsOf, synonymsEntry } from '../catalogue/content.ts';
import { mount } from '../http/mount.ts';
import { collectionOf } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';

export function contentRoutes(app: FastifyInstance): void {
  mount(app, 'configurations.list', async ({ tx, market }) =>
    collectionOf('/configurations', await configurationOf(tx, market.env)),
  );

  mount(app, 'configurations.synonyms', ({ tx }) => synonymsEntry(tx));

  mount(app, 'pages.list', async ({ tx }) => collectionOf('/pages', await allPages(tx)));

  mount(app, 'terms.list', async ({ tx }) => collectionOf('/term_and_conditions', await allTerms(tx)));

  mount(app, 'events.list', async ({ tx, query }) => collectionOf('/events', await eventsOf(tx, query.slug)));

  mount(app, 'events.bySlug', async ({ tx, params }) => {
    const [event] = await eventsOf(tx, params.slug);
    if (!event) throw notFound();
    return event;
  });
}
