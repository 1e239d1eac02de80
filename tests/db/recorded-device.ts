// A device on which a command of every type waits, recorded as it stands on the disk: of one cart some were done, answered without
// the cart and lost on their way.
// fixtures/device-1.0.json was made so with version 1.0, and is never made again: later versions are tried on it.
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import type { Owner } from '#db/rows.ts';
import type { Command } from '#sync/commands/registry.ts';
import { createNetwork } from '../support/network.ts';
import { photo } from '../support/pictures.ts';
import type { TestMarket } from '../support/test-server.ts';
import { newMachine, openDevice } from '../sync/device.ts';
import { type Recorded, record } from './recorded.ts';
import {
  categoryId,
  couponIds,
  imageIds,
  merchant,
  orderMark,
  other,
  productIds,
  receivedIds,
  storeId,
  usedAt,
  visitor,
} from './recorded-market.ts';

const line = (product: 'bread' | 'honey', quantity: number): Command => {
  const id = productIds[product];
  const shown = {
    product: {
      '@id': `/products/${id}`,
      id,
      slug: product,
      name: product,
      images: [],
      price: { amount: 450, convertedAmount: 4.5, stringValue: '4,50' },
      reducedPrice: null,
      stock: null,
      preOrderDate: null,
      notSellToMinor: false,
      dematerialized: false,
      orderable: true,
      store: { '@id': `/stores/${storeId}`, id: storeId, slug: 'fournil', name: 'Le Fournil', logo: null },
    },
    optionValues: [],
    unitPrice: 450,
  };
  return { type: 'cart.add', args: { lineKey: `${id}|`, productId: id, optionValueIds: [], quantity, shown } };
};
const toStore = { store: `/stores/${storeId}`, about: { slug: 'fournil', name: 'Le Fournil' } };
const picture = 'temp:5d8f6f0a-0000-4000-8000-000000000040';
const made = 'temp:5d8f6f0a-0000-4000-8000-000000000041';

const ofVisitor: Command[] = [
  line('bread', 2),
  { type: 'cart.setQuantity', args: { lineKey: `${productIds.bread}|`, quantity: 3 } },
  line('honey', 1),
  { type: 'cart.remove', args: { lineKey: `${productIds.honey}|` } },
  { type: 'cart.applyCoupon', args: { code: 'MOINS1' } },
  { type: 'availability.create', args: { email: 'a@etal.test', product: `/products/${productIds.bread}` } },
  { type: 'view.create', args: { uniqueId: visitor.slice(2), type: 'store', store: `/stores/${storeId}` } },
];
const ofMerchant: Command[] = [
  { type: 'storeOrders.validate', args: { id: orderMark } },
  {
    type: 'storeOrders.tracking',
    args: { id: orderMark, trackingCode: '6A01' },
    base: { values: { trackingCode: null } },
  },
  { type: 'storeOrders.ready', args: { id: orderMark } },
  { type: 'storeOrders.ship', args: { id: orderMark } },
  {
    type: 'storeOrders.refund',
    args: {
      id: orderMark,
      body: { amount: { amount: 100 }, reason: 'Geste commercial', refunded: 0 },
      shown: { amount: 100, means: 'payment', lines: [], delivery: 0, reason: 'Geste commercial' },
    },
  },
  {
    type: 'storeOrders.weigh',
    args: {
      id: orderMark,
      body: { lines: [{ item: '/store_order_items/1', grams: 1120 }], refunded: 100 },
      shown: {
        weighed: {
          '/store_order_items/1': { grams: 1200, tolerance: 10, weighed: { grams: 1120, price: 2016, less: 144 } },
        },
        refunds: [
          {
            ...{ amount: 144, means: 'payment', delivery: 0, reason: 'Pesée' },
            lines: [{ item: '/store_order_items/1', quantity: 0, amount: 144 }],
          },
        ],
      },
    },
  },
  {
    type: 'images.upload',
    args: { tempId: picture, caption: 'Le pain', fileName: 'pain.jpg', mime: 'image/jpeg', size: 0, sha256: '' },
    bytes: Uint8Array.from(await photo({ side: 30 })).buffer,
  },
  { type: 'images.caption', args: { id: imageIds.captioned, caption: 'Le four' } },
  { type: 'images.delete', args: { id: imageIds.deleted } },
  {
    type: 'products.update',
    args: { id: productIds.edited, changes: { name: 'Pain de seigle', images: [picture] }, name: 'edited' },
    base: { version: 1, values: { name: 'edited', images: [] } },
  },
  {
    type: 'products.create',
    args: { tempId: made, values: { name: 'Brioche', category: `/categories/${categoryId}`, price: 600 } },
  },
  { type: 'products.publish', args: { id: productIds.hidden } },
  { type: 'products.disable', args: { id: productIds.shown } },
  { type: 'products.delete', args: { id: productIds.deleted } },
  {
    type: 'stores.save',
    args: { id: storeId, changes: { name: 'Le Fournil du Pont' } },
    base: { version: 1, values: { name: 'Le Fournil' } },
  },
  { type: 'coupons.create', args: { values: { code: 'NEUF', discount: 5, discountType: 'relative' } } },
  {
    type: 'coupons.update',
    args: { id: couponIds.changed, changes: { active: false } },
    base: { version: 1, values: { active: true } },
  },
];

/** A shopper's letters, reviews and requests. */
const ofShopper: Command[] = [
  { type: 'messages.create', args: { ...toStore, subject: 'Plateau', message: 'Pour douze ?' } },
  {
    type: 'appointments.create',
    args: { ...toStore, message: '', timeSlots: [{ date: '2099-12-01', beginHour: '10:00', endHour: '11:30' }] },
  },
  {
    type: 'estimates.create',
    args: {
      ...toStore,
      message: '',
      items: [{ product: `/products/${productIds.bread}`, label: 'bread', quantity: 20, comment: 'Tranché' }],
    },
  },
  { type: 'storeReviews.create', args: { ...toStore, author: 'Odile', rating: 5, text: 'Bon accueil.' } },
  {
    type: 'productReviews.create',
    args: {
      about: { slug: 'bread', name: 'bread' },
      product: `/products/${productIds.bread}`,
      author: 'Odile',
      rating: 4,
      text: 'Du goût.',
    },
  },
  {
    type: 'platformMessages.create',
    args: { name: 'Odile', email: 'odile@etal.test', subject: 'Une idée', message: 'Ouvrez le dimanche.' },
  },
];

/** What a shop does with what it received. */
const ofShop: Command[] = [
  { type: 'messages.read', args: { id: receivedIds.message } },
  { type: 'estimates.read', args: { id: receivedIds.estimate } },
  {
    type: 'appointments.confirm',
    args: {
      id: receivedIds.appointment,
      who: 'Odile',
      response: 'Rendez-vous accepté',
      timeSlots: [{ date: '2099-12-01', beginHour: '10:00', endHour: '11:30', accepted: true }],
    },
  },
  {
    type: 'appointments.cancel',
    args: { id: receivedIds.declined, who: 'Odile', response: 'Pas de disponibilité pour les créneaux choisis' },
  },
];

const twoBreads: AgreedTerms = {
  lines: [{ product: productIds.bread, optionValues: [], quantity: 2, unitPrice: 450 }],
  coupon: null,
  parts: [
    {
      store: storeId,
      shippingType: 'store',
      fees: 0,
      distance: null,
      pickupId: null,
      firstName: 'Odile',
      lastName: 'Lorrain',
      phoneNumber: '03 29 00 00 00',
      email: '',
      address: { address1: '', address2: '', postalCode: '', city: '' },
    },
  ],
  paymentOnDelivery: true,
  ifChanged: 'ask',
  most: 900,
};
const twoBreadsShown = {
  shops: [{ name: 'Le Fournil', way: 'Retrait en magasin', lines: [{ name: 'bread', quantity: 2, total: 900 }] }],
};

/** On a market made by `makeRecordedMarket`; leaves everything in it that the merchant has as it is. */
export async function recordDevice(market: TestMarket): Promise<Recorded> {
  const network = createNetwork(market.app, () => usedAt);
  const token = await market.login(other.email);
  const device = await openDevice(newMachine(usedAt), network, {
    credentials: {
      user: async () => other.owner,
      token: async (owner) => (owner === other.owner ? token : null),
      refresh: async () => 'unreachable',
    },
  });
  device.clock.addSample(usedAt, usedAt);
  const submit = async (owner: Owner, commands: readonly Command[]) => {
    for (const command of commands) await device.submit({ ...command, owner });
  };
  await device.db.device.put({ k: 'visitorId', value: visitor.slice(2) });
  await submit(other.owner, [line('bread', 1)]);
  await device.drain();
  // The first is answered without its cart, the answer to the second is lost with the network.
  await submit(other.owner, [line('bread', 1), line('honey', 2)]);
  network.fail(({ body }) => body.includes(productIds.honey), 'lost');
  await device.drain();
  network.up = false;
  await submit(visitor, ofVisitor);
  // The first of the cart is on its way without a network: its request is frozen from then on.
  await device.drain();
  await submit(merchant.owner, ofMerchant);
  await submit(other.owner, [...ofShopper, ...ofShop, { type: 'cart.removeCoupon', args: { code: 'MOINS1' } }]);
  // Committed without a network, and the next cart begun.
  const cart = (await device.db.outbox.toCollection().last())?.lane ?? '';
  await submit(other.owner, [
    { type: 'cart.commit', args: { cart, agreed: twoBreads, order: twoBreadsShown } },
    line('honey', 1),
  ]);
  await device.db.recent.put({ id: `/products/${productIds.bread}`, time: usedAt });
  const recorded = await record(device.db.backendDB());
  device.kill();
  return recorded;
}
