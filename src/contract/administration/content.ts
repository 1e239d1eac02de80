// Content endpoints of operators: pages, events and relay points of the market, and pictures for them.
// The fields are those of the market folder, whose format reads them here.
import * as z from 'zod/mini';
import { boundedList, iri, requiredTextLine, slug, textLine } from '../bounds.ts';
import { pagePlaces } from '../catalogue/content.ts';
import type { Endpoint } from '../endpoint.ts';
import { postalCode } from '../fields/phone.ts';
import { grouped, image, patternText, uuid } from '../fields/values.ts';
import {
  MAX_ADDRESS_LINE,
  MAX_CITY,
  MAX_DESCRIPTION,
  MAX_HOURS_LINE,
  MAX_NAME,
  MAX_OPENING_ROWS,
  MAX_PAGE_POSITION,
  MAX_PAGE_TEXT,
  MAX_RELAY_ID,
} from '../limits.ts';
import { degrees } from '../merchant/store-changes.ts';
import { collection } from '../wire/hydra.ts';

const name = requiredTextLine(MAX_NAME, 'Nom requis');

export const pageFields = {
  name,
  place: z.enum(pagePlaces, `Un de\u00a0: ${pagePlaces.join(', ')}.`),
  /** Markdown. */
  description: requiredTextLine(MAX_PAGE_TEXT, 'Texte requis'),
};
export const pagePosition = z
  .int('Nombre entier attendu.')
  .check(
    z.minimum(0, 'Nombre positif attendu.'),
    z.maximum(MAX_PAGE_POSITION, `${grouped(MAX_PAGE_POSITION)} au maximum.`),
  );
export const eventFields = { name, description: textLine(MAX_DESCRIPTION) };
export const relayPointId = patternText(/^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/, MAX_RELAY_ID, 'Identifiant incorrect.');
export const relayPointFields = {
  name,
  latitude: degrees(90),
  longitude: degrees(180),
  address1: requiredTextLine(MAX_ADDRESS_LINE),
  postalCode: postalCode.check(z.minLength(1, 'Champ obligatoire')),
  city: requiredTextLine(MAX_CITY),
};

const pageAnswer = z.object({
  ...{ '@id': z.string(), '@type': z.literal('MarketPage'), id: z.string(), slug: z.string(), name: z.string() },
  ...{ place: z.enum(pagePlaces), position: z.int(), description: z.string() },
});
export type MarketPage = z.output<typeof pageAnswer>;

const eventAnswer = z.object({
  ...{ '@id': z.string(), '@type': z.literal('MarketEvent'), id: z.string(), slug: z.string(), name: z.string() },
  ...{ description: z.string(), picture: z.nullable(image) },
});
export type MarketEvent = z.output<typeof eventAnswer>;

const relayPointAnswer = z.object({
  ...{ '@type': z.literal('MarketRelayPoint'), id: z.string(), name: z.string() },
  ...{ latitude: z.number(), longitude: z.number(), address1: z.string(), postalCode: z.string(), city: z.string() },
  /** 'mar-ven 09:00-12:00 14:00-18:30' */
  hours: z.array(z.string()),
});
export type MarketRelayPoint = z.output<typeof relayPointAnswer>;

const ofOperator = { access: 'operator', offline: 'online' } as const;
const byId = { params: z.object({ id: uuid }) } as const;
const byRelayId = { params: z.object({ id: relayPointId }) } as const;

const pageBody = z.object({ ...pageFields, position: pagePosition });
const eventBody = z.object({ ...eventFields, picture: z.nullable(iri) });
const relayPointBody = z.object({
  ...relayPointFields,
  hours: boundedList(textLine(MAX_HOURS_LINE), MAX_OPENING_ROWS),
});

const PAGES = '/administration/pages';
const EVENTS = '/administration/events';
const RELAY_POINTS = '/administration/relay_points';

/** Each save or deletion is in the log, and stays when the market folder is imported again. */
export const marketContentEndpoints = {
  'administration.pages': { ...ofOperator, method: 'GET', path: PAGES, answer: collection(pageAnswer) },
  'administration.page': { ...ofOperator, ...byId, method: 'GET', path: `${PAGES}/:id`, answer: pageAnswer },
  /** 422 on `slug` if another page has it. */
  'administration.createPage': {
    ...ofOperator,
    method: 'POST',
    path: PAGES,
    body: z.extend(pageBody, { slug }),
    answer: pageAnswer,
    status: 201,
  },
  'administration.savePage': {
    ...{ ...ofOperator, ...byId, method: 'PUT', path: `${PAGES}/:id` },
    ...{ body: pageBody, answer: pageAnswer },
  },
  /** 409 `needed` for the terms of sale. */
  'administration.deletePage': { ...ofOperator, ...byId, method: 'DELETE', path: `${PAGES}/:id` },

  'administration.events': { ...ofOperator, method: 'GET', path: EVENTS, answer: collection(eventAnswer) },
  'administration.event': { ...ofOperator, ...byId, method: 'GET', path: `${EVENTS}/:id`, answer: eventAnswer },
  'administration.createEvent': {
    ...ofOperator,
    method: 'POST',
    path: EVENTS,
    body: z.extend(eventBody, { slug }),
    answer: eventAnswer,
    status: 201,
  },
  'administration.saveEvent': {
    ...{ ...ofOperator, ...byId, method: 'PUT', path: `${EVENTS}/:id` },
    ...{ body: eventBody, answer: eventAnswer },
  },
  /** Its products stay, without it. 409 `needed` for the event of the home page. */
  'administration.deleteEvent': { ...ofOperator, ...byId, method: 'DELETE', path: `${EVENTS}/:id` },

  'administration.relayPoints': {
    ...ofOperator,
    method: 'GET',
    path: RELAY_POINTS,
    answer: collection(relayPointAnswer),
  },
  'administration.relayPoint': {
    ...{ ...ofOperator, ...byRelayId, method: 'GET', path: `${RELAY_POINTS}/:id` },
    answer: relayPointAnswer,
  },
  'administration.createRelayPoint': {
    ...ofOperator,
    method: 'POST',
    path: RELAY_POINTS,
    body: z.extend(relayPointBody, { newId: relayPointId }),
    answer: relayPointAnswer,
    status: 201,
  },
  'administration.saveRelayPoint': {
    ...{ ...ofOperator, ...byRelayId, method: 'PUT', path: `${RELAY_POINTS}/:id` },
    ...{ body: relayPointBody, answer: relayPointAnswer },
  },
  /** Orders keep the address that they were sent to. */
  'administration.deleteRelayPoint': { ...ofOperator, ...byRelayId, method: 'DELETE', path: `${RELAY_POINTS}/:id` },

  /** A picture of the market. Deleted after a week unless something shows it. 413, 415, 422 as for merchants. */
  'administration.uploadPicture': {
    ...ofOperator,
    method: 'POST',
    path: '/administration/pictures',
    bodyType: 'multipart',
    body: z.object({}),
    answer: image,
    status: 201,
  },
} as const satisfies Record<string, Endpoint>;
