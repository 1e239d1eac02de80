// Content routes: configuration, pages, events.
import type { FastifyInstance } from 'fastify';
import {
  listEvents,
  listPages,
  listTerms,
  readConfiguration,
  readMapOutlineEntry,
  readSynonymsEntry,
} from '../catalogue/content.ts';
import { mount } from '../http/mount.ts';
import { presentCollection } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';

export function contentRoutes(app: FastifyInstance): void {
  mount(app, 'configurations.list', async ({ tx, market }) =>
    presentCollection('/configurations', await readConfiguration(tx, market.env)),
  );

  mount(app, 'configurations.synonyms', ({ tx }) => readSynonymsEntry(tx));

  mount(app, 'configurations.mapOutline', ({ tx }) => readMapOutlineEntry(tx));

  mount(app, 'pages.list', async ({ tx }) => presentCollection('/pages', await listPages(tx)));

  mount(app, 'terms.list', async ({ tx }) => presentCollection('/term_and_conditions', await listTerms(tx)));

  mount(app, 'events.list', async ({ tx, query }) => presentCollection('/events', await listEvents(tx, query.slug)));

  mount(app, 'events.bySlug', async ({ tx, params }) => {
    const [event] = await listEvents(tx, params.slug);
    if (!event) throw notFound();
    return event;
  });
}
