// Demo messages, appointments and estimates.
import type {
  availabilityProducts,
  estimateItems,
  estimates as estimatesTable,
  storeAppointments,
  storeMessages,
  views as viewsTable,
} from '../../db/schema/requests.ts';
import { customers } from '../content/people.ts';
import { appointments, estimates, messages } from '../content/requests.ts';
import { typeset } from '../french-text.ts';
import type { DemoStore } from '../imported.ts';
import { randomFrom, uuidOf } from '../random.ts';
import { userIdOf } from './accounts.ts';
import type { Moments } from './moments.ts';

const storeIdOf = (slug: string): string => uuidOf(`store:${slug}`);
const productIdOf = (slug: string): string => uuidOf(`product:${slug}`);

function customerIdOf(place: number): string {
  const customer = customers[place];
  if (!customer) throw new Error(`No customer ${place}`);
  return userIdOf(customer.email);
}

/** Younger requests are unread, in days. */
const UNREAD_DAYS = 5;

const openedAt = (age: number, ago: Moments['ago']): Date | null => (age > UNREAD_DAYS ? ago(age - 1) : null);

export const messageRows = ({ ago }: Moments): (typeof storeMessages.$inferInsert)[] =>
  messages.map((written, index) => ({
    id: uuidOf(`message:${index}`),
    storeId: storeIdOf(written.store),
    ownerId: customerIdOf(written.customer),
    subject: typeset(written.subject),
    message: typeset(written.message),
    createdAt: ago(written.age),
    readAt: openedAt(written.age, ago),
  }));

export const appointmentRows = ({ ago, dayIn }: Moments): (typeof storeAppointments.$inferInsert)[] =>
  appointments.map((asked, index) => ({
    id: uuidOf(`appointment:${index}`),
    storeId: storeIdOf(asked.store),
    ownerId: customerIdOf(asked.customer),
    state: asked.state,
    message: typeset(asked.message),
    response: asked.response ?? null,
    timeSlots: asked.slots.map(({ inDays, begin, end, accepted }) => ({
      date: dayIn(inDays),
      beginHour: begin,
      endHour: end,
      accepted,
    })),
    createdAt: ago(asked.age),
  }));

const estimateIdOf = (index: number): string => uuidOf(`estimate:${index}`);

export const demoEstimateRows = ({ ago }: Moments): (typeof estimatesTable.$inferInsert)[] =>
  estimates.map((asked, index) => ({
    id: estimateIdOf(index),
    storeId: storeIdOf(asked.store),
    ownerId: customerIdOf(asked.customer),
    subject: 'Demande de devis',
    message: typeset(asked.message),
    createdAt: ago(asked.age),
    readAt: openedAt(asked.age, ago),
  }));

export const estimateItemRows = (): (typeof estimateItems.$inferInsert)[] =>
  estimates.flatMap((asked, index) =>
    asked.items.map(({ product, label, quantity, comment }, position) => ({
      id: uuidOf(`estimate:${index}:${position}`),
      estimateId: estimateIdOf(index),
      productId: product ? productIdOf(product) : null,
      label: typeset(label ?? ''),
      quantity,
      comment: typeset(comment ?? ''),
      position,
    })),
  );

/** Alerts for products out of stock. */
export const alertRows = ({ ago }: Moments): (typeof availabilityProducts.$inferInsert)[] =>
  ['beurre-de-baratte', 'mirabelles-de-lorraine', 'deux-poules-rousses'].flatMap((slug) =>
    [1, 8, 16].map((place, index) => ({
      id: uuidOf(`alert:${slug}:${place}`),
      email: customers[place]?.email ?? '',
      productId: productIdOf(slug),
      createdAt: ago(3 + index * 4),
    })),
  );

/** Visits: a year for the most popular store, a month for the others. */
export function viewRows(demoStores: readonly DemoStore[], { dayIn }: Moments): (typeof viewsTable.$inferInsert)[] {
  return demoStores.flatMap(({ row: { id: storeId, slug } }) => {
    const random = randomFrom(`views:${slug}`);
    const isBusiest = slug === 'fromagerie-du-chatel';
    const days = isBusiest ? 365 : 30;
    return Array.from({ length: days }, (_, age) => age).flatMap((age) =>
      Array.from({ length: isBusiest ? random.between(3, 11) : random.between(0, 4) }, (_visit, index) => ({
        uniqueId: uuidOf(`visitor:${slug}:${age}:${index}`),
        type: 'store',
        storeId,
        day: dayIn(-age),
      })),
    );
  });
}
