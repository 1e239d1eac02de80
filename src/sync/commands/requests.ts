// Commands of what people ask and say: messages, appointments, estimates, reviews, and the platform's contact form.
// Guarantee: each goes on its own, so that nothing waits behind a letter, but for reviews of one thing, of which the last
// one written is the one that stays; a refused one keeps what was written, to be mended in its form.
import type { CommandRecord, Meaning, Place } from './command.ts';

export type RequestType =
  | 'messages.create'
  | 'appointments.create'
  | 'estimates.create'
  | 'storeReviews.create'
  | 'productReviews.create'
  | 'platformMessages.create';

const mismatch: Meaning = { as: 'park', parkedFor: 'auth', text: 'Cette demande appartient à un autre compte.' };
const past: Meaning = { as: 'rejected', text: 'Un créneau proposé est déjà passé.' };
const alone = {
  v: 1,
  upcast: {},
  aggregate: null,
  lane: (_: unknown, id: string) => `new:${id}`,
  refusals: { 'owner-mismatch': mismatch },
} as const;

interface About {
  about: { slug: string; name: string };
}
const atStore =
  (part: 'contact' | 'reviews') =>
  ({ about: { slug } }: About): Place => ({ screen: 'store', params: { slug }, part });

export const requestCommands: { [T in RequestType]: CommandRecord<T> } = {
  'messages.create': {
    ...alone,
    endpoint: 'messages.create',
    request: ({ store, subject, message }) => ({ body: { store, subject, message } }),
    place: atStore('contact'),
    describe: ({ about }) => `Écrire à «\u00a0${about.name}\u00a0»`,
  },
  'appointments.create': {
    ...alone,
    endpoint: 'appointments.create',
    request: ({ store, message, timeSlots }) => ({ body: { store, message, timeSlots } }),
    refusals: { ...alone.refusals, 'slot-past': past },
    place: atStore('contact'),
    describe: ({ about }) => `Demander un rendez-vous à «\u00a0${about.name}\u00a0»`,
  },
  'estimates.create': {
    ...alone,
    endpoint: 'estimates.create',
    request: ({ store, message, items }) => ({ body: { store, message, items } }),
    place: atStore('contact'),
    describe: ({ about }) => `Demander un devis à «\u00a0${about.name}\u00a0»`,
  },
  'storeReviews.create': {
    ...alone,
    lane: ({ store }) => `review:${store}`,
    endpoint: 'storeReviews.create',
    request: ({ store, author, rating, text }) => ({ body: { store, author, rating, text } }),
    place: atStore('reviews'),
    describe: ({ about }) => `Donner un avis sur «\u00a0${about.name}\u00a0»`,
  },
  'productReviews.create': {
    ...alone,
    lane: ({ product }) => `review:${product}`,
    endpoint: 'productReviews.create',
    request: ({ product, author, rating, text }) => ({ body: { product, author, rating, text } }),
    place: ({ about: { slug } }) => ({ screen: 'product', params: { slug }, part: 'reviews' }),
    describe: ({ about }) => `Donner un avis sur «\u00a0${about.name}\u00a0»`,
  },
  'platformMessages.create': {
    ...alone,
    endpoint: 'platformMessages.create',
    request: ({ name, email, subject, message }) => ({
      body: { name, email, subject, message },
    }),
    place: () => ({ screen: 'contact' }),
    describe: ({ subject }) => `Écrire à l’équipe du marché\u00a0: ${subject}`,
  },
};
