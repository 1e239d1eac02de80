// Request commands: messages, appointments, estimates, reviews and the platform's contact form.
// Guarantees: each has its own lane, so that none delays another; reviews of one subject share a lane, so that the last
// one wins; a refused command keeps its text for correction in the form.
import type { EndpointArguments, QueuedName } from '#contract/registry.ts';
import { type CommandRecord, noPlace, type Place, type RefusalMeaning } from './record.ts';

type Body<N extends QueuedName> = NonNullable<EndpointArguments<N>['body']>;

/** The addressed store or reviewed product, for messages and the link to its page. */
interface About {
  about: { slug: string; name: string };
}

const ownerMismatch: RefusalMeaning = {
  as: 'park',
  parkedFor: 'auth',
  text: 'Cette demande appartient à un autre compte.',
};
const slotPast: RefusalMeaning = { as: 'rejected', text: 'Un créneau proposé est déjà passé.' };
const requestDefaults = {
  v: 1,
  upcast: {},
  aggregate: null,
  lane: (_: unknown, id: string) => `new:${id}`,
  refusals: { 'owner-mismatch': ownerMismatch },
  staleReads: ['users.requests'],
} as const;

const storePlace =
  (part: 'contact' | 'reviews') =>
  ({ about: { slug } }: About): Place => ({ screen: 'store', params: { slug }, part });

export const sendMessageCommand: CommandRecord<'messages.create', Body<'messages.create'> & About> = {
  type: 'messages.create',
  endpoint: 'messages.create',
  ...requestDefaults,
  request: ({ store, subject, message }) => ({ body: { store, subject, message } }),
  place: storePlace('contact'),
  describe: ({ about }) => `Écrire à «\u00a0${about.name}\u00a0»`,
};

export const requestAppointmentCommand: CommandRecord<'appointments.create', Body<'appointments.create'> & About> = {
  type: 'appointments.create',
  endpoint: 'appointments.create',
  ...requestDefaults,
  request: ({ store, message, timeSlots }) => ({ body: { store, message, timeSlots } }),
  refusals: { ...requestDefaults.refusals, 'slot-past': slotPast },
  staleReads: ['users.requests', 'users.appointments'],
  place: storePlace('contact'),
  describe: ({ about }) => `Demander un rendez-vous à «\u00a0${about.name}\u00a0»`,
};

export const requestEstimateCommand: CommandRecord<'estimates.create', Body<'estimates.create'> & About> = {
  type: 'estimates.create',
  endpoint: 'estimates.create',
  ...requestDefaults,
  request: ({ store, message, items }) => ({ body: { store, message, items } }),
  place: storePlace('contact'),
  describe: ({ about }) => `Demander un devis à «\u00a0${about.name}\u00a0»`,
};

export const reviewStoreCommand: CommandRecord<'storeReviews.create', Body<'storeReviews.create'> & About> = {
  type: 'storeReviews.create',
  endpoint: 'storeReviews.create',
  ...requestDefaults,
  lane: ({ store }) => `review:${store}`,
  request: ({ store, author, rating, text }) => ({ body: { store, author, rating, text } }),
  staleReads: ['stores.reviews', 'stores.bySlug', 'users.reviews'],
  place: storePlace('reviews'),
  describe: ({ about }) => `Donner un avis sur «\u00a0${about.name}\u00a0»`,
};

export const reviewProductCommand: CommandRecord<'productReviews.create', Body<'productReviews.create'> & About> = {
  type: 'productReviews.create',
  endpoint: 'productReviews.create',
  ...requestDefaults,
  lane: ({ product }) => `review:${product}`,
  request: ({ product, author, rating, text }) => ({ body: { product, author, rating, text } }),
  staleReads: ['products.reviews', 'products.bySlug', 'users.reviews'],
  place: ({ about: { slug } }) => ({ screen: 'product', params: { slug }, part: 'reviews' }),
  describe: ({ about }) => `Donner un avis sur «\u00a0${about.name}\u00a0»`,
};

export const writeToPlatformCommand: CommandRecord<'platformMessages.create', Body<'platformMessages.create'>> = {
  type: 'platformMessages.create',
  endpoint: 'platformMessages.create',
  ...requestDefaults,
  staleReads: [],
  request: ({ name, email, subject, message }) => ({
    body: { name, email, subject, message },
  }),
  place: () => ({ screen: 'contact' }),
  describe: ({ subject }) => `Écrire à l’équipe du marché\u00a0: ${subject}`,
};

/** `name`: of the product. */
interface StockAlert {
  email: string;
  product: string;
  name?: string;
}

/** Validated by the contract before it is queued, like the requests. */
export const requestStockAlertCommand: CommandRecord<'availability.create', StockAlert> = {
  ...requestDefaults,
  type: 'availability.create',
  endpoint: 'availability.create',
  request: ({ email, product }) => ({ body: { email, product } }),
  refusals: {},
  place: noPlace,
  describe: ({ name }) =>
    name ? `Être prévenu du retour de «\u00a0${name}\u00a0»` : 'Être prévenu du retour en stock',
};

export const requestCommands = [
  sendMessageCommand,
  requestAppointmentCommand,
  requestEstimateCommand,
  reviewStoreCommand,
  reviewProductCommand,
  writeToPlatformCommand,
] as const;

export type RequestType = (typeof requestCommands)[number]['type'];
