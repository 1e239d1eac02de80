// Demo orders: buyers, parts and states.
import type { ShippingType, StoreOrderState } from '#contract/fields/values.ts';
import type { RelayPoint } from '../../services/relay-points.ts';
import { clientEmail, customers, type DemoCustomer } from '../content/people.ts';
import { slugOfFrench } from '../french-text.ts';
import type { DemoProductRow, ImportedMarket } from '../imported.ts';
import { type Random, randomFrom } from '../random.ts';
import { userIdOf } from './accounts.ts';
import type { Moments } from './moments.ts';
import { DemoSeller, mayBePaidOnDelivery, type SoldPart } from './sales.ts';

/** An order without its database id, with parts and payment. */
export type SoldOrder = {
  userId: string;
  paymentOnDelivery: boolean;
  stockReservedAt: Date | null;
  createdAt: Date;
  parts: SoldPart[];
  payment: { amount: number; state: 'pending' | 'accepted' | 'declined' } | null;
};

/** Outline of an order: customer, time, parts, state. */
type OrderScript = {
  customer: DemoCustomer;
  age: number;
  state: StoreOrderState;
  parts: { store: string; shippingType?: ShippingType; wanted?: string[] }[];
  coupon?: string;
  onDelivery?: boolean;
};

export const MAIN_STORE = 'fromagerie-du-chatel';
/** Stores whose products are added to a cheese order. */
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
const reservingStates: readonly StoreOrderState[] = ['payment_pending', 'payed', 'validated', 'shipped'];

const client = customers.find((customer) => customer.email === clientEmail) as DemoCustomer;

/** Orders of the demo's shopper: one of each kind. */
const clientOrders: readonly OrderScript[] = [
  { customer: client, age: 312, state: 'shipped', parts: [{ store: MAIN_STORE, shippingType: 'store' }] },
  {
    customer: client,
    age: 231,
    state: 'shipped',
    parts: [{ store: MAIN_STORE, shippingType: 'home' }],
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
      { store: MAIN_STORE, shippingType: 'relay', wanted: ['tomme-de-meuse'] },
    ],
  },
  { customer: client, age: 63, state: 'payment_declined', parts: [{ store: MAIN_STORE, shippingType: 'home' }] },
  {
    customer: client,
    age: 13.2,
    state: 'shipped',
    parts: [{ store: MAIN_STORE, shippingType: 'relay' }],
    coupon: 'MOINS5',
  },
  {
    customer: client,
    age: 4.1,
    state: 'validated',
    parts: [{ store: MAIN_STORE, shippingType: 'custom_store', wanted: ['plateau-decouverte', 'tomme-de-meuse'] }],
    onDelivery: true,
  },
  {
    customer: client,
    age: 1.3,
    state: 'payed',
    parts: [
      { store: MAIN_STORE, shippingType: 'store', wanted: ['tomme-de-meuse', 'carre-de-l-est-au-lait-cru'] },
      { store: 'boulangerie-aux-epis', shippingType: 'store', wanted: ['pain-de-campagne-au-levain'] },
    ],
  },
];

/** Orders of the current week, including short-lived states. */
function scriptThisWeek(): OrderScript[] {
  const order = (
    place: number,
    age: number,
    state: StoreOrderState,
    shippingType: ShippingType,
    onDelivery = false,
  ): OrderScript => ({
    customer: customers[place] ?? client,
    age,
    state,
    parts: [{ store: MAIN_STORE, shippingType }],
    onDelivery,
  });
  return [
    order(1, 6.4, 'validated', 'home'),
    order(7, 5.2, 'shipped', 'relay'),
    order(12, 3.6, 'validated', 'custom_relay'),
    order(6, 2.7, 'payed', 'home'),
    order(19, 2.2, 'canceled', 'home'),
    order(3, 1.8, 'payed', 'custom_store', true),
    order(22, 1.1, 'payed', 'relay'),
    order(14, 0.7, 'payment_declined', 'relay'),
    order(9, 0.5, 'payed', 'store'),
    order(10, 0.09, 'payment_pending', 'home'),
    order(17, 0.03, 'new', 'store'),
  ];
}

const usualShippingTypes: readonly ShippingType[] = [
  'store',
  'store',
  'store',
  'home',
  'relay',
  'custom_store',
  'custom_relay',
];

/** Orders of the past year: two or three a week, twice as many before Christmas. */
function scriptTheYear({ ago }: Moments): OrderScript[] {
  const random = randomFrom('orders');
  const scripts: OrderScript[] = [];
  for (let age = 362; age > 7; age -= 1) {
    const isFestive = ago(age).getUTCMonth() === 11;
    let orders = random.chance(isFestive ? 0.7 : 0.36) ? 1 : 0;
    if (isFestive && random.chance(0.3)) orders += 1;
    for (let index = 0; index < orders; index += 1) scripts.push(scriptOrder(age, random));
  }
  return scripts;
}

function scriptOrder(age: number, random: Random): OrderScript {
  const drawn = random.next();
  const state = drawn < 0.92 ? 'shipped' : drawn < 0.96 ? 'canceled' : 'payment_declined';
  return {
    customer: random.pick(customers.slice(1)),
    age: age - 0.05 - random.next() * 0.45,
    state,
    parts: [
      { store: MAIN_STORE, shippingType: random.pick(usualShippingTypes) },
      ...(random.chance(0.34) ? [{ store: random.pick(neighbours) }] : []),
    ],
    ...(random.chance(0.12) ? { coupon: age < 190 && random.chance(0.5) ? 'MOINS5' : 'BIENVENUE10' } : {}),
    onDelivery: random.chance(0.4),
  };
}

function findRelayPoint(customer: DemoCustomer, points: ImportedMarket['relayPoints'], random: Random): RelayPoint {
  const near = points.filter((point) => slugOfFrench(point.city) === slugOfFrench(customer.city));
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

function createSoldOrder(
  script: OrderScript,
  index: number,
  seller: DemoSeller,
  { stores, coupons, relayPoints }: ImportedMarket,
  moments: Moments,
): SoldOrder {
  const random = randomFrom(`order:${index}`);
  const createdAt = moments.ago(script.age);
  const updatedAt = moments.ago(script.age - latency[script.state]);
  const coupon = coupons.find((each) => each.code === script.coupon) ?? null;
  const parts = script.parts.map((part) => {
    const store = stores.find(({ row }) => row.slug === part.store)?.row;
    if (!store) throw new Error(`No shop '${part.store}'`);
    const offered = store.deliveryMethods as ShippingType[];
    const shippingType = part.shippingType ?? random.pick(offered.filter((type) => type !== 'demat'));
    const sellable = seller.productsOf(store.id);
    const named = (part.wanted ?? []).map((slug) => sellable.find((product) => product.slug === slug));
    const wanted = part.wanted ? named.filter((product) => product !== undefined) : pickSome(sellable, random);
    return { part, store, shippingType, wanted };
  });
  const paymentOnDelivery = script.onDelivery === true && mayBePaidOnDelivery(parts);
  const soldParts = parts.map(({ part, store, shippingType, wanted }) =>
    seller.sell(
      {
        key: `${index}:${part.store}`,
        store,
        customer: script.customer,
        shippingType,
        relayPoint: shippingType === 'relay' ? findRelayPoint(script.customer, relayPoints, random) : null,
        coupon: coupon?.storeId === store.id ? coupon : null,
        state: script.state,
        createdAt,
        updatedAt,
        wanted,
      },
      random,
    ),
  );
  const amount = soldParts.reduce((sum, { storeOrder }) => sum + storeOrder.total, 0);
  return {
    userId: userIdOf(script.customer.email),
    paymentOnDelivery,
    stockReservedAt: reservingStates.includes(script.state) ? createdAt : null,
    createdAt,
    parts: soldParts,
    payment: paymentOnDelivery || script.state === 'new' ? null : { amount, state: paymentStateOf(script.state) },
  };
}

function paymentStateOf(state: StoreOrderState): 'pending' | 'accepted' | 'declined' {
  if (state === 'payment_pending') return 'pending';
  return state === 'payment_declined' ? 'declined' : 'accepted';
}

const pickSome = (products: readonly DemoProductRow[], random: Random): DemoProductRow[] =>
  random.shuffled(products).slice(0, random.between(1, 3));

/** A year of orders, oldest first. */
export function orderRows(imported: ImportedMarket, moments: Moments): SoldOrder[] {
  const seller = new DemoSeller(imported);
  return [...scriptTheYear(moments), ...clientOrders, ...scriptThisWeek()]
    .sort((first, second) => second.age - first.age)
    .map((script, index) => createSoldOrder(script, index, seller, imported, moments));
}
