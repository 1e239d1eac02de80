// Market content: configuration, pages, events, terms.
import { asc, eq } from 'drizzle-orm';
import {
  type Configuration,
  type Event,
  type Page,
  pagePlaces,
  type TermAndCondition,
} from '#contract/catalogue/content.ts';
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { MAP_OUTLINE_SETTING } from '#domain/map-outline.ts';
import { COMMISSION_SETTING } from '#domain/orders/commission.ts';
import { SYNONYMS_SETTING } from '#domain/search/search-question.ts';
import { MAP_CENTER_SETTING, mapViewOf, TOWNS_SETTING, type Town, townsOf } from '#domain/towns.ts';
import type { Tx } from '../db/client.ts';
import { events } from '../db/schema/catalogue.ts';
import { configurations, pages } from '../db/schema/content.ts';
import { terms } from '../db/schema/stores.ts';
import { type ImageRow, imageCell, presentImageOrNull, presentImages } from '../presenters/images.ts';
import type { Env } from '../runtime/env.ts';
import { appearanceSettings } from './appearance.ts';

interface ConfigurationRow {
  key: string;
  value: string;
  valueImage: ImageRow | null;
}

/** Keys set by the server's options rather than by the database. */
const optionKeys = ['demo', 'onlinePayment'];
/** Excluded from the configuration list: no view needs them, or only search and maps. */
const unlistedKeys = new Set([
  ...optionKeys,
  ...appearanceSettings,
  SYNONYMS_SETTING,
  MAP_OUTLINE_SETTING,
  COMMISSION_SETTING,
  'senderEmail',
]);

function optionRows({ demo, payment }: Env): ConfigurationRow[] {
  const entry = (key: string, value: string) => ({ key, value, valueImage: null });
  return [...(demo ? [entry('demo', '1')] : []), entry('onlinePayment', payment)];
}

const presentConfiguration = ({ key, value, valueImage }: ConfigurationRow): Configuration => ({
  '@id': `/configurations/${key}`,
  '@type': 'Configuration',
  key,
  value,
  valueImage: presentImageOrNull(valueImage),
});

export const readSynonymsEntry = async (tx: Tx): Promise<Configuration> =>
  presentConfiguration({ key: SYNONYMS_SETTING, value: await readSynonymLines(tx), valueImage: null });

export async function readConfiguration(tx: Tx, env: Env): Promise<Configuration[]> {
  const { key, value, valueImageId } = configurations;
  const rows = await tx
    .select({ key, value, valueImage: imageCell(valueImageId) })
    .from(configurations)
    .orderBy(asc(key));
  return [...rows.filter((row) => !unlistedKeys.has(row.key)), ...optionRows(env)].map(presentConfiguration);
}

export const readMapOutlineEntry = async (tx: Tx): Promise<Configuration> =>
  presentConfiguration({
    key: MAP_OUTLINE_SETTING,
    value: await readSetting(tx, MAP_OUTLINE_SETTING),
    valueImage: null,
  });

export const readTowns = async (tx: Tx): Promise<Town[]> => townsOf(await readSetting(tx, TOWNS_SETTING));

/** Middle of the market. */
export async function readCenter(tx: Tx): Promise<GeoCoordinates> {
  const center = await readSetting(tx, MAP_CENTER_SETTING);
  return mapViewOf({ center, zoom: '' }, await readTowns(tx)).center;
}

export const readSynonymLines = (tx: Tx): Promise<string> => readSetting(tx, SYNONYMS_SETTING);

/** '' in a market without this setting. */
async function readSetting(tx: Tx, name: string): Promise<string> {
  const { key, value } = configurations;
  const [row] = await tx.select({ value }).from(configurations).where(eq(key, name));
  return row?.value ?? '';
}

const pagePlace = (name: string): Page['place'] => pagePlaces.find((place) => place === name) ?? 'pied-de-page';

export async function listPages(tx: Tx): Promise<Page[]> {
  const rows = await tx.select().from(pages).orderBy(asc(pages.position), asc(pages.name));
  return rows.map(({ id, slug, name, place, description }) => ({
    '@id': `/pages/${id}`,
    '@type': 'Page',
    slug,
    name,
    place: pagePlace(place),
    description,
  }));
}

/** All versions, oldest first. */
export async function listTerms(tx: Tx): Promise<TermAndCondition[]> {
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

/** @param slug limits the result to this event */
export async function listEvents(tx: Tx, slug?: string): Promise<Event[]> {
  const which = slug === undefined ? undefined : eq(events.slug, slug);
  const rows = await tx.select(eventColumns).from(events).where(which).orderBy(asc(events.name));
  return rows.map(presentEvent);
}
