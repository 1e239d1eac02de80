// Mounts the endpoints of the market's own content: configuration, pages, events.
import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Event, type Page, pagePlaces } from '#contract/content.ts';
import { events } from '../db/schema/catalogue.ts';
import { configurations, pages } from '../db/schema/content.ts';
import { mount } from '../http/mount.ts';
import { collectionOf } from '../presenters/collection.ts';
import { type ImageRow, imageCell, presentImageOrNull, presentImages } from '../presenters/images.ts';
import type { Env } from '../runtime/env.ts';
import { notFound } from '../runtime/errors.ts';

const eventColumns = {
  id: events.id,
  slug: events.slug,
  name: events.name,
  description: events.description,
  image: imageCell(events.imageId),
};

const presentEvent = ({
  image,
  ...row
}: Omit<Event, '@id' | '@type' | 'images'> & { image: ImageRow | null }): Event => ({
  '@id': `/events/${row.id}`,
  '@type': 'Event',
  ...row,
  images: presentImages(image),
});

const placeOf = (name: string): Page['place'] => pagePlaces.find((place) => place === name) ?? 'pied-de-page';

/** What a page has to know of how the market was started. Not for the database to say. */
const settingKeys = new Set(['demo', 'onlinePayment']);

function ofSettings({ demo, payment }: Env): { key: string; value: string; valueImage: ImageRow | null }[] {
  const entry = (key: string, value: string) => ({ key, value, valueImage: null });
  return [...(demo ? [entry('demo', '1')] : []), entry('onlinePayment', payment)];
}

export function contentRoutes(app: FastifyInstance): void {
  mount(app, 'configurations.list', async ({ tx, market }) => {
    const rows = await tx
      .select({
        key: configurations.key,
        value: configurations.value,
        valueImage: imageCell(configurations.valueImageId),
      })
      .from(configurations)
      .orderBy(asc(configurations.key));
    return collectionOf(
      '/configurations',
      [...rows.filter(({ key }) => !settingKeys.has(key)), ...ofSettings(market.env)].map(
        ({ key, value, valueImage }) => ({
          '@id': `/configurations/${key}`,
          '@type': 'Configuration' as const,
          key,
          value,
          valueImage: presentImageOrNull(valueImage),
        }),
      ),
    );
  });

  mount(app, 'pages.list', async ({ tx }) => {
    const rows = await tx.select().from(pages).orderBy(asc(pages.position), asc(pages.name));
    return collectionOf(
      '/pages',
      rows.map((row) => ({
        '@id': `/pages/${row.id}`,
        '@type': 'Page' as const,
        slug: row.slug,
        name: row.name,
        place: placeOf(row.place),
        description: row.description,
      })),
    );
  });

  mount(app, 'events.list', async ({ tx, query }) => {
    const rows = await tx
      .select(eventColumns)
      .from(events)
      .where(query.slug === undefined ? undefined : eq(events.slug, query.slug))
      .orderBy(asc(events.name));
    return collectionOf('/events', rows.map(presentEvent));
  });

  mount(app, 'events.bySlug', async ({ tx, params }) => {
    const [row] = await tx.select(eventColumns).from(events).where(eq(events.slug, params.slug));
    if (!row) throw notFound();
    return presentEvent(row);
  });
}
