// The demo's orders: who bought what, and how far each has come.
import type { ShippingType, StoreOrderState } from '#contract/fields/values.ts';
import type { RelayPoint } from '../../services/relay-points.ts';
import { type Customer, clientEmail, customers } from '../content/people.ts';
import { slugOf } from '../french-text.ts';
import type { Imported, ProductRow } from '../imported.ts';
import { type Random, randomFrom } from '../random.ts';
import { userIdOf } from './accounts.ts';
import type { Moments } from './moments.ts';
import { mayBePaidOnDelivery, type SoldPart, Till } from './sales.ts';

/** An order before the database has numbered it, with its parts and what became of its payment. */
export type SoldOrder = {
  userId: string;
  paymentOnDelivery: boolean;
  stockTakenAt: Date | null;
  createdAt: Date;
  parts: SoldPart[];
  payment: { amount: number; state: 'pending' | 'accepted' | 'declined' } | null;
};

/** An order as it is told: who, when, where, how delivered, and how far it has come. */
type Told = {
  customer: Customer;
  age: number;
  state: StoreOrderState;
  parts: { store: string; shippingType?: ShippingType; wanted?: string[] }[];
  coupon?: string;
  onDelivery?: boolean;
};

const main = 'fromagerie-du-chatel';
/** Shops whose goods people add to a cart of cheese. */
const neighbours = [
  'brasserie-des-trois-ponts',
  'boulangerie-aux-epis',
  'les-groseilles-du-barrois',
  'jardins-de-souilly',
  'ruches-de-l-argonne',
  'biscuiterie-du-chateau-bas',
  'la-cave-haute',
  'cafe-ligier',
  'savonnerie-du-val',
  'terre-de-damvillers',
  'moulin-de-dun',
  'laines-de-spincourt',
];
const holdingStock: readonly StoreOrderState[] = ['payment_pending', 'payed', 'validated', 'shipped'];

const client = customers.find((customer) => customer.email === clientEmail) as Customer;

/** The orders of the shopper of the demonstration: one of each thing that can happen. */
const ofTheClient: readonly Told[] = [
  { customer: client, age: 312, state: 'shipped', parts: [{ store: main, shippingType: 'store' }] },
  {
    customer: client,
    age: 231,
    state: 'shipped',
    parts: [{ store: main, shippingType: 'home' }],
    coupon: 'BIENVENUE10',
  },
  {
    customer: client,
    age: 148,
    state: 'shipped',
    parts: [
      {
        store: 'brasserie-des-trois-ponts',
        shippingType: 'relay',
        wanted: ['biere-ambree-des-ponts', 'blonde-du-quai'],
      },
      { store: main, shippingType: 'relay', wanted: ['tomme-de-meuse'] },
    ],
  },
  { customer: client, age: 63, state: 'payment_declined', parts: [{ store: main, shippingType: 'home' }] },
  { customer: client, age: 13.2, state: 'shipped', parts: [{ store: main, shippingType: 'relay' }], coupon: 'MOINS5' },
  {
    customer: client,
    age: 4.1,
    state: 'validated',
    parts: [{ store: main, shippingType: 'custom_store', wanted: ['plateau-decouverte', 'tomme-de-meuse'] }],
    onDelivery: true,
  },
  {
    customer: client,
    age: 1.3,
    state: 'payed',
    parts: [
      { store: main, shippingType: 'store', wanted: ['tomme-de-meuse', 'carre-de-l-est-au-lait-cru'] },
      { store: 'boulangerie-aux-epis', shippingType: 'store', wanted: ['pain-de-campagne-au-levain'] },
    ],
  },
];

/** What waits on the merchant's desk this week, and the states that pass quickly. */
function ofThisWeek(): Told[] {
  const told = (
    place: number,
    age: number,
    state: StoreOrderState,
    shippingType: ShippingType,
    onDelivery = false,
  ): Told => ({
    customer: customers[place] ?? client,
    age,
    state,
    parts: [{ store: main, shippingType }],
    onDelivery,
  });
  return [
    told(1, 6.4, 'validated', 'home'),
    told(7, 5.2, 'shipped', 'relay'),
    told(12, 3.6, 'validated', 'custom_relay'),
    told(6, 2.7, 'payed', 'home'),
    told(19, 2.2, 'canceled', 'home'),
    told(3, 1.8, 'payed', 'custom_store', true),
    told(22, 1.1, 'payed', 'relay'),
    told(14, 0.7, 'payment_declined', 'relay'),
    told(9, 0.5, 'payed', 'store'),
    told(10, 0.09, 'payment_pending', 'home'),
    told(17, 0.03, 'new', 'store'),
  ];
}

const usualWays: readonly ShippingType[] = ['store', 'store', 'store', 'home', 'relay', 'custom_store', 'custom_relay'];

/** The year before: two or three orders a week, twice as many before Christmas. */
function ofTheYear({ ago }: Moments): Told[] {
  const random = randomFrom('orders');
  const told: Told[] = [];
  for (let age = 362; age > 7; age -= 1) {
    const isFestive = ago(age).getUTCMonth() === 11;
    let orders = random.chance(isFestive ? 0.7 : 0.36) ? 1 : 0;
    if (isFestive && random.chance(0.3)) orders += 1;
    for (let index = 0; index < orders; index += 1) told.push(ofTheDay(age, random));
  }
  return told;
}

function ofTheDay(age: number, random: Random): Told {
  const drawn = random.next();
  const state = drawn < 0.92 ? 'shipped' : drawn < 0.96 ? 'canceled' : 'payment_declined';
  return {
    customer: random.pick(customers.slice(1)),
    age: age - 0.05 - random.next() * 0.45,
    state,
    parts: [
      { store: main, shippingType: random.pick(usualWays) },
      ...(random.chance(0.34) ? [{ store: random.pick(neighbours) }] : []),
    ],
    ...(random.chance(0.12) ? { coupon: age < 190 && random.chance(0.5) ? 'MOINS5' : 'BIENVENUE10' } : {}),
    onDelivery: random.chance(0.4),
  };
}

function relayNear(customer: Customer, points: Imported['relayPoints'], random: Random): RelayPoint {
  const near = points.filter((point) => slugOf(point.city) === slugOf(customer.city));
  return random.pick(near.length > 0 ? near : points.filter((point) => point.city === 'Verdun'));
}

const latency: Record<StoreOrderState, number> = {
  new: 0,
  payment_pending: 0.001,
  payment_declined: 0.004,
  canceled: 0.02,
  payed: 0.005,
  validated: 0.6,
  shipped: 1.4,
};

function sold(
  told: Told,
  index: number,
  till: Till,
  { shops, coupons, relayPoints }: Imported,
  moments: Moments,
): SoldOrder {
  const random = randomFrom(`order:${index}`);
  const createdAt = moments.ago(told.age);
  const updatedAt = moments.ago(told.age - latency[told.state]);
  const coupon = coupons.find((each) => each.code === told.coupon) ?? null;
  const parts = told.parts.map((part) => {
    const store = shops.find(({ row }) => row.slug === part.store)?.row;
    if (!store) throw new Error(`No shop '${part.store}'`);
    const offered = store.deliveryMethods as ShippingType[];
    const shippingType = part.shippingType ?? random.pick(offered.filter((type) => type !== 'demat'));
    const sellable = till.productsOf(store.id);
    const named = (part.wanted ?? []).map((slug) => sellable.find((product) => product.slug === slug));
    const wanted = part.wanted ? named.filter((product) => product !== undefined) : someOf(sellable, random);
    return { part, store, shippingType, wanted };
  });
  const paymentOnDelivery = told.onDelivery === true && mayBePaidOnDelivery(parts);
  const soldParts = parts.map(({ part, store, shippingType, wanted }) =>
    till.sell(
      {
        key: `${index}:${part.store}`,
        store,
        customer: told.customer,
        shippingType,
        relayPoint: shippingType === 'relay' ? relayNear(told.customer, relayPoints, random) : null,
        coupon: coupon?.storeId === store.id ? coupon : null,
        state: told.state,
        createdAt,
        updatedAt,
        wanted,
      },
      random,
    ),
  );
  const amount = soldParts.reduce((sum, { storeOrder }) => sum + storeOrder.total, 0);
  return {
    userId: userIdOf(told.customer.email),
    paymentOnDelivery,
    stockTakenAt: holdingStock.includes(told.state) ? createdAt : null,
    createdAt,
    parts: soldParts,
    payment: paymentOnDelivery || told.state === 'new' ? null : { amount, state: paymentStateOf(told.state) },
  };
}

function paymentStateOf(state: StoreOrderState): 'pending' | 'accepted' | 'declined' {
  if (state === 'payment_pending') return 'pending';
  return state === 'payment_declined' ? 'declined' : 'accepted';
}

const someOf = (products: readonly ProductRow[], random: Random): ProductRow[] =>
  random.shuffled(products).slice(0, random.between(1, 3));

/** A year of orders, oldest first. */
export function orderRows(imported: Imported, moments: Moments): SoldOrder[] {
  const till = new Till(imported);
  return [...ofTheYear(moments), ...ofTheClient, ...ofThisWeek()]
    .sort((first, second) => second.age - first.age)
    .map((told, index) => sold(told, index, till, imported, moments));
}
