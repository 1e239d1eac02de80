// Content endpoints: configuration, static pages, events, terms.
import * as z from 'zod/mini';
import { slug } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { image } from '../fields/values.ts';
import { collection } from '../wire/hydra.ts';

export const configuration = z.object({
  '@id': z.string(),
  '@type': z.literal('Configuration'),
  key: z.string(),
  value: z.string(),
  valueImage: z.nullable(image),
});
export type Configuration = z.output<typeof configuration>;

export const pagePlaces = ['plateforme', 'nous-contacter', 'aide', 'pied-de-page'] as const;
export const page = z.object({
  '@id': z.string(),
  '@type': z.literal('Page'),
  slug: z.string(),
  name: z.string(),
  place: z.enum(pagePlaces),
  /** Markdown. */
  description: z.string(),
});
export type Page = z.output<typeof page>;

export const event = z.object({
  '@id': z.string(),
  '@type': z.literal('Event'),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  images: z.array(image),
});
export type Event = z.output<typeof event>;

/** One version of the merchants' terms. */
export const termAndCondition = z.object({
  '@id': z.string(),
  '@type': z.literal('TermAndCondition'),
  /** Markdown. */
  terms: z.string(),
  createdAt: z.string(),
});
export type TermAndCondition = z.output<typeof termAndCondition>;

export const contentEndpoints = {
  'configurations.list': {
    method: 'GET',
    path: '/configurations',
    access: 'public',
    offline: 'kept',
    answer: collection(configuration),
  },
  /** Synonyms of the search. Separate from the list, since only an offline search needs them. */
  'configurations.synonyms': {
    method: 'GET',
    path: '/configurations/synonyms',
    access: 'public',
    offline: 'kept',
    answer: configuration,
  },
  /** Area and rivers for maps without tiles (`#domain/map-outline.ts`). Separate, since only maps need it. */
  'configurations.mapOutline': {
    method: 'GET',
    path: '/configurations/map_outline',
    access: 'public',
    offline: 'kept',
    answer: configuration,
  },
  'pages.list': { method: 'GET', path: '/pages', access: 'public', offline: 'kept', answer: collection(page) },
  /** Oldest first; the last version is in force. */
  'terms.list': {
    method: 'GET',
    path: '/term_and_conditions',
    access: 'public',
    offline: 'kept',
    answer: collection(termAndCondition),
  },
  'events.list': {
    method: 'GET',
    path: '/events',
    access: 'public',
    offline: 'kept',
    query: z.strictObject({ slug: z.optional(slug) }),
    answer: collection(event),
  },
  'events.bySlug': {
    method: 'GET',
    path: '/events/by_slug/:slug',
    access: 'public',
    offline: 'kept',
    params: z.object({ slug }),
    answer: event,
  },
} as const satisfies Record<string, Endpoint>;
