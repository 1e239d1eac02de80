// Form rows outside of the store's settings and catalogue: orders and requests to process, reviews, and the account.
import { eq } from 'drizzle-orm';
import type { FieldValues } from 'react-hook-form';
import type { Store } from '#contract/catalogue/stores.ts';
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { users } from '#server/db/schema/accounts.ts';
import { notices } from '#server/db/schema/notices.ts';
import { storeAppointments } from '#server/db/schema/requests.ts';
import { makeCategory, makeStore } from './builders.ts';
import type { EditRow, NewRow } from './form-run.ts';
import type { FormScene, ShownForm } from './form-scene.ts';
import { until } from './page.ts';
import { makeAppointment, makeStoreOrder } from './store-work.ts';
import { DEMO_PASSWORD } from './test-server.ts';

export type Rows = (
  scene: FormScene,
) => EditRow<FieldValues> | NewRow<FieldValues> | Promise<EditRow<FieldValues> | NewRow<FieldValues>>;

/** Reads from the server, or repeats the last value while offline. */
export function lastRead<T>(scene: FormScene, path: () => string): () => Promise<T> {
  let last: T | undefined;
  return async () => {
    if (scene.network.up || last === undefined) last = (await scene.elsewhere<T>('GET', path())).body;
    return last;
  };
}

/** The bodies of requests that the market has accepted, once per key. */
function acceptedBodies<B>({ network }: FormScene, path: string): B[] {
  const bodies = new Map<string, B>();
  for (const { method, url, headers, body, answer } of network.log) {
    const isTaken = method === 'POST' && url.endsWith(path) && answer?.status === 201;
    if (isTaken) bodies.set(headers['idempotency-key'] ?? '', JSON.parse(body));
  }
  return [...bodies.values()];
}

/** The page of an order that the store has to send. */
export function shownTracking(scene: FormScene, id: number): ShownForm<{ trackingCode: string }> {
  const read = lastRead<StoreOrder>(scene, () => `/store_orders/${id}`);
  return {
    async definition() {
      const { trackingForm } = await import('#features/merchant/orders/tracking-form.tsx');
      const { shownOrder } = await import('#state/merchant-orders/store-orders.ts');
      const views = scene.modules.pageStore.get(scene.modules.pending.storeOrderViewsAtom);
      return trackingForm(shownOrder(await read(), { views, rows: scene.rows() }));
    },
    async refusal() {
      const { trackingRefusal } = await import('#features/merchant/orders/tracking-form.tsx');
      const { trackingMatcher } = await import('#state/merchant-orders/store-orders.ts');
      const refused = scene.refused(trackingMatcher(id));
      return refused && trackingRefusal(refused);
    },
  };
}

/** The page of an appointment requested from the store. */
export function shownAnswer(scene: FormScene, id: () => string): ShownForm<{ slot: string }> {
  const read = lastRead<StoreAppointment>(scene, () => `/store_appointments/${id()}`);
  return {
    async definition() {
      const { answerForm } = await import('#features/merchant/requests/appointment-page.tsx');
      return answerForm(await read());
    },
    async refusal() {
      const { answerRefusal } = await import('#features/merchant/requests/appointment-page.tsx');
      const { answerMatcher } = await import('#state/merchant/received-requests.ts');
      const refused = scene.refused(answerMatcher(id()));
      return refused && answerRefusal(refused);
    },
  };
}

const SLOTS = 400;
const slotDays = Array.from({ length: SLOTS }, (_, at) =>
  new Date(Date.UTC(2099, 0, 1 + at)).toISOString().slice(0, 10),
);

export const otherRows: Record<string, Rows> = {
  tracking: async (scene): Promise<EditRow<FieldValues>> => {
    const id = await makeStoreOrder(scene.market.db, { storeId: scene.storeId });
    const path = `/store_orders/${id}`;
    return {
      name: 'tracking',
      fields: { trackingCode: (n) => `6A-${n}` },
      shown: shownTracking(scene, id) as never,
      async readStored() {
        const { trackingCode } = (await scene.elsewhere<StoreOrder>('GET', path)).body;
        return { trackingCode: trackingCode ?? '' };
      },
      elsewhere: (_, trackingCode) => scene.elsewhere('PUT', path, { body: { trackingCode } }),
    };
  },
  answer: (scene): NewRow<FieldValues> => {
    let id = '';
    let slots: StoreAppointment['timeSlots'] = [];
    return {
      name: 'answer',
      fields: { slot: (n) => String(n % SLOTS) },
      asSent: (slot) => ({ ...slots[Number(slot)], accepted: true }),
      async begin() {
        id = await makeAppointment(scene.market.db, scene.storeId, slotDays);
        slots = (await scene.elsewhere<StoreAppointment>('GET', `/store_appointments/${id}`)).body.timeSlots;
      },
      shown: shownAnswer(scene, () => id) as never,
      async received() {
        const { db } = scene.market;
        const [row] = await db.select().from(storeAppointments).where(eq(storeAppointments.id, id));
        return (row?.timeSlots ?? []).flatMap(({ accepted }, at) => (accepted ? [String(at)] : []));
      },
    };
  },
  review: async (scene): Promise<NewRow<FieldValues>> => {
    const { slug } = await makeStore(scene.market.db);
    const store = (await scene.elsewhere<Store>('GET', `/stores/by_slug/${slug}`)).body;
    return {
      name: 'review',
      fields: { text: (n) => `Avis ${n}` },
      filled: { author: 'Odile', rating: '4' },
      shown: {
        async definition() {
          const { emptyReview, reviewForm } = await import('#features/shop/reviews/review-form.tsx');
          const { requestForm } = await import('#features/shop/requests/use-request-form.ts');
          return requestForm(reviewForm(store, emptyReview)) as never;
        },
      },
      received: async () => acceptedBodies<{ text: string }>(scene, '/store_reviews').map(({ text }) => text),
    };
  },
  'quick product': async (scene): Promise<NewRow<FieldValues>> => {
    const { id } = await makeCategory(scene.market.db);
    return {
      name: 'quick product',
      fields: { name: (n) => `Vite fait ${n}` },
      filled: { price: '4,50' },
      shown: {
        async definition() {
          const { quickForm } = await import('#features/merchant/products/quick/quick-page.tsx');
          return quickForm(`/categories/${id}`, null, () => {}) as never;
        },
      },
      async received() {
        const path = `/stores/${scene.storeId}/own_products?itemsPerPage=200&name=Vite`;
        const { body } = await scene.elsewhere<{ 'hydra:member': { name: string }[] }>('GET', path);
        return body['hydra:member'].map(({ name }) => name);
      },
    };
  },
  report: async (scene): Promise<NewRow<FieldValues>> => ({
    name: 'report',
    isOnline: true,
    fields: { explanation: (n) => `Une raison, ${n} fois` },
    filled: { reason: 'other', name: 'Odile', email: 'odile@etal.test', goodFaith: true },
    shown: {
      async definition() {
        const { noticeForm } = await import('#features/shop/requests/report-form.tsx');
        return noticeForm(`/stores/${scene.storeId}`, { name: '', email: '' }, () => {}) as never;
      },
    },
    async received() {
      const rows = await scene.market.db
        .select()
        .from(notices)
        .where(eq(notices.subject, `/stores/${scene.storeId}`));
      return rows.map(({ explanation }) => explanation);
    },
  }),
  address: async (scene): Promise<EditRow<FieldValues>> => {
    const here = () => scene.modules.pageStore.get(scene.modules.session.sessionAtom).user;
    async function onServer() {
      const [row] = await scene.market.db.select().from(users).where(eq(users.id, scene.ownerId));
      return row?.email;
    }
    return {
      name: 'address',
      isOnline: true,
      // After its token is renewed the page knows an answer that it never received.
      async begin() {
        await (await scene.modules.ready()).session.refresh();
        const email = await onServer();
        await until(() => here()?.email === email, 'the page knows the address');
      },
      fields: { email: (n) => `odile-${n}-${scene.ownerId.slice(0, 8)}@etal.test` },
      filled: { password: DEMO_PASSWORD },
      shown: {
        async definition() {
          const { emailForm } = await import('#features/account/profile/email-form.tsx');
          const user = here();
          if (!user) throw new Error('nobody is here');
          return emailForm(user) as never;
        },
      },
      readStored: async () => ({ email: await onServer() }),
      // An address has no version: the last write wins.
      elsewhere: async () => {},
    };
  },
};
