// Reads the market's own content: its configuration, its pages, its events, its terms.
import { asc, eq } from 'drizzle-orm';
import {
  type Configuration,
  type Event,
  type Page,
  pagePlaces,
  type TermAndCondition,
} from '#contract/catalogue/content.ts';
import { SYNONYMS_SETTING } from '#domain/search/search-question.ts';
import type { Tx } from '../db/client.ts';
import { events } from '../db/schema/catalogue.ts';
import { configurations, pages } from '../db/schema/content.ts';
import { terms } from '../db/schema/shops.ts';
import { type ImageRow, imageCell, presentImageOrNull, presentImages } from '../presenters/images.ts';
import type { Env } from '../runtime/env.ts';

interface Entry {
  key: string;
  value: string;
  valueImage: ImageRow | null;
}

/** What a page has to know of how the market was started: not for the database to say. */
const startedWith = ['demo', 'onlinePayment'];
/** Of the table, what is not told with the rest: only a search needs it, and it would weigh on every page. */
const untold = new Set([...startedWith, SYNONYMS_SETTING]);

function ofSettings({ demo, payment }: Env): Entry[] {
  const entry = (key: string, value: string) => ({ key, value, valueImage: null });
  return [...(demo ? [entry('demo', '1')] : []), entry('onlinePayment', payment)];
}

const presentEntry = ({ key, value, valueImage }: Entry): Configuration => ({
  '@id': `/configurations/${key}`,
  '@type': 'Configuration',
  key,
  value,
  valueImage: presentImageOrNull(valueImage),
});

export const synonymsEntry = async (tx: Tx): Promise<Configuration> =>
  presentEntry({ key: SYNONYMS_SETTING, value: await synonymLines(tx), valueImage: null });

export async function configurationOf(tx: Tx, env: Env): Promise<Configuration[]> {
  const { key, value, valueImageId } = configurations;
  const rows = await tx
    .select({ key, value, valueImage: imageCell(valueImageId) })
    .from(configurations)
    .orderBy(asc(key));
  return [...rows.filter((row) => !untold.has(row.key)), ...ofSettings(env)].map(presentEntry);
}

/** '' in a market that calls nothing the same. */
export async function synonymLines(tx: Tx): Promise<string> {
  const { key, value } = configurations;
  const [row] = await tx.select({ value }).from(configurations).where(eq(key, SYNONYMS_SETTING));
  return row?.value ?? '';
}

const placeOf = (name: string): Page['place'] => pagePlaces.find((place) => place === name) ?? 'pied-de-page';

export async function allPages(tx: Tx): Promise<Page[]> {
  const rows = await tx.select().from(pages).orderBy(asc(pages.position), asc(pages.name));
  return rows.map(({ id, slug, name, place, description }) => ({
    '@id': `/pages/${id}`,
    '@type': 'Page',
    slug,
    name,
    place: placeOf(place),
    description,
  }));
}

/** All versions, the oldest first. */
export async function allTerms(tx: Tx): Promise<TermAndCondition[]> {
  const rows = await tx.select().from(terms).orderBy(asc(terms.createdAt), asc(terms.id));
  return rows.map(({ id, terms: text, createdAt }) => ({
    '@id': `/term_and_conditions/${id}`,
    '@type': 'TermAndCondition',
    terms: text,
    createdAt: createdAt.toISOString(),
  }));
}

const eventColumns = {
  id: events.id,
  slug: events.slug,
  name: events.name,
  description: events.description,
  image: imageCell(events.imageId),
};

type EventRow = Omit<Event, '@id' | '@type' | 'images'> & { image: ImageRow | null };
const presentEvent = ({ image, ...row }: EventRow): Event => ({
  '@id': `/events/${row.id}`,
  '@type': 'Event',
  ...row,
  images: presentImages(image),
});

/** @param slug of the only one; all without it */
export async function eventsOf(tx: Tx, slug?: string): Promise<Event[]> {
  const which = slug === undefined ? undefined : eq(events.slug, slug);
  const rows = await tx.select(eventColumns).from(events).where(which).orderBy(asc(events.name));
  return rows.map(presentEvent);
}
