// Commands one by one: their undo, the state of an order that makes them superfluous, the screen they started on, and
// the card of a field conflict.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoreOrderState } from '#contract/fields/values.ts';
import type { CartItem } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { registry } from '#contract/registry.ts';
import type { AggregateView, Cmd } from '#db/rows.ts';
import { moneyOf } from '#domain/money.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import type { Content } from '#sync/commands/record.ts';
import { commandRecords, findRecord, sentenceOf } from '#sync/commands/registry.ts';
import { isAlreadyDone } from '#sync/commands/store-orders.ts';
import { readStoreOrderViews } from '#sync/outbox/snapshots.ts';
import { parkedConflicts } from '#sync/pending/cards.ts';
import { createNetwork } from '../support/network.ts';
import { sourceFiles } from '../support/source-files.ts';
import { type Device, newMachine, openDevice } from './device.ts';
import { scriptedServer } from './scripted-server.ts';

const item = {
  '@id': '/cart_items/7',
  product: { id: 'tomme', name: 'Tomme' },
  optionValues: [{ id: 'b' }, { id: 'a' }],
  quantity: 3,
  unitPrice: moneyOf(450),
} as unknown as CartItem;
const lineKey = lineKeyOf('tomme', ['a', 'b']);
const cartWith = (...items: CartItem[]) => ({ '@type': 'Cart', items }) as unknown as AggregateView;

describe('the refusals of each command', () => {
  const sources = sourceFiles(['server', 'src'])
    .filter(({ path }) => /^(server|src\/sync)\//.test(path) && !path.startsWith('src/sync/commands/'))
    .map(({ code }) => code)
    .join('\n');

  test('are codes that the server or the replay gives', () => {
    const codes = new Set(commandRecords.flatMap(({ refusals }) => Object.keys(refusals)));
    const named = [...codes].filter((code) => !/^\d+$/.test(code) && code !== 'default');
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
  });

  test('explain a command sent with another user’s token', () => {
    const ofUsers = commandRecords.filter((record) => {
      return registry[record.endpoint].access !== 'public' && !findRecord(record.type)?.silent;
    });
    expect(ofUsers.length).toBeGreaterThan(15);
    const unready = ofUsers.filter(({ type }) => findRecord(type)?.refusals['owner-mismatch']?.parkedFor !== 'auth');
    expect(unready.map(({ type }) => type)).toEqual([]);
  });
});

test.each([
  [{ phone: '03 29 00 00 00' }, 'Enregistrer les informations de contact'],
  [{}, 'Enregistrer la boutique'],
  [{ unheardOf: 1 }, 'Enregistrer la boutique'],
])('changes of a store (%j) are described in words', (changes, words) => {
  const save = { type: 'stores.save', v: 1, args: { id: '/stores/1', changes } } as unknown as Cmd;
  expect(sentenceOf(save, null)).toBe(words);
});

test.each([
  [true, 3490, 'Commande n°\u00a07 confirmée\u00a0: 34,90\u00a0€, à payer à la livraison.'],
  [false, 3490, 'Commande n°\u00a07 réservée\u00a0: il reste 34,90\u00a0€ à payer.'],
  [false, 0, 'Commande n°\u00a07 confirmée\u00a0: rien n’est à payer.'],
])(
  'an order placed from afar (on delivery: %s, %i cents) says what is left to do',
  (paymentOnDelivery, cents, said) => {
    const settled = { answer: { id: 7, total: moneyOf(cents) } };
    const told = findRecord('cart.commit')?.notices?.({ agreed: { paymentOnDelivery } } as never, settled as never);
    expect(told?.map(({ text }) => text)).toEqual([said]);
  },
);

describe('undoing a change', () => {
  const undoOf = (
    type: string,
    args: object,
    before: AggregateView | null,
    after: AggregateView | null,
  ): Content | null => findRecord(type)?.undo?.(args as never, { cmd: {} as Cmd, before, after }) ?? null;
  const undone = (type: string, args: object, before: AggregateView | null, after: AggregateView | null = null) => {
    const { type: name, args: undoArgs } = undoOf(type, args, before, after) ?? {};
    return name && [name, undoArgs];
  };

  test('an addition is undone by subtracting it, or by removing a line that had nothing else', () => {
    const add = (quantity: number) => undone('cart.add', { lineKey, quantity }, null, cartWith(item));
    expect(add(1)).toEqual(['cart.setQuantity', { lineKey, quantity: 2 }]);
    expect(add(3)).toEqual(['cart.remove', { lineKey }]);
    expect(undone('cart.add', { lineKey, quantity: 1 }, null, cartWith())).toEqual(['cart.remove', { lineKey }]);
  });

  test('a quantity is restored; a line that did not exist is not', () => {
    const set = { lineKey, quantity: 9 };
    expect(undone('cart.setQuantity', set, cartWith(item))).toEqual(['cart.setQuantity', { lineKey, quantity: 3 }]);
    expect(undone('cart.setQuantity', set, cartWith())).toBeUndefined();
    expect(undone('cart.setQuantity', set, null)).toBeUndefined();
  });

  test('a removal is undone by adding the same line, as it was shown', () => {
    const { product, optionValues } = item;
    expect(undone('cart.remove', { lineKey }, cartWith(item))).toEqual([
      'cart.add',
      {
        lineKey,
        productId: 'tomme',
        optionValueIds: ['b', 'a'],
        quantity: 3,
        shown: { product, optionValues, unitPrice: 450 },
      },
    ]);
    expect(undone('cart.remove', { lineKey }, cartWith())).toBeUndefined();
  });

  test('a publication is undone by its end, and the reverse', () => {
    const id = '/products/1';
    expect(undone('products.publish', { id, name: 'Tomme' }, null)).toEqual(['products.disable', { id }]);
    expect(undone('products.disable', { id, name: 'Tomme' }, null)).toEqual(['products.publish', { id }]);
  });
});

test('a step of an order is done when the order has reached it, on any device', () => {
  const reached = (type: string) =>
    (['payment_declined', 'canceled', 'new', 'payment_pending', 'payed', 'validated', 'shipped'] as const).filter(
      (state: StoreOrderState) => isAlreadyDone(type, { state } as StoreOrder),
    );
  expect(reached('storeOrders.validate')).toEqual(['validated', 'shipped']);
  expect(reached('storeOrders.ready')).toEqual(['shipped']);
  const isReadyDone = (readyAt: string | null) =>
    isAlreadyDone('storeOrders.ready', { state: 'validated', readyAt } as StoreOrder);
  expect([isReadyDone(null), isReadyDone('2026-11-21T10:00:00Z')]).toEqual([false, true]);
  expect(reached('storeOrders.ship')).toEqual(['shipped']);
  expect(reached('storeOrders.tracking')).toEqual([]);
});

test('a command of a later version has a description while it is pending; an unknown type is called unreadable', () => {
  expect(sentenceOf({ type: 'cart.remove', v: 99, args: {} }, null)).toBe('Modification en attente');
  expect(sentenceOf({ type: 'cart.juggle', v: 1, args: {} }, null)).toBe('Modification illisible');
  expect(sentenceOf({ type: 'cart.add', v: 1, args: null }, null)).toBe('Modification illisible');
});

test('the versions of stored rows are these: a new version needs an upcast for the rows of the older one', () => {
  const version = (type: string) => findRecord(type)?.v;
  const types = ['cart.create', 'cart.add', 'products.update', 'stores.save', 'coupons.create', 'coupons.update'];
  for (const type of [...types, 'images.upload', 'storeOrders.ship', 'messages.create', 'view.create']) {
    expect(version(type), type).toBe(1);
  }
});

test('a message to the market originates on its contact page', () => {
  expect(findRecord('platformMessages.create')?.place?.({} as never)).toEqual({ screen: 'contact' });
});

describe('a tracking code changed on two devices', () => {
  test.each([
    ['SIEN', 'ANCIEN', 'SIEN'],
    [null, 'ANCIEN', null],
    [undefined, 'ANCIEN', 'ANCIEN'],
  ])('replaces %j, the value shown to the user, and not another value known to the device', (seen, known, said) => {
    const cmd = { base: { values: { trackingCode: seen } } } as unknown as Cmd;
    const view = { '@type': 'StoreOrder', trackingCode: known } as unknown as AggregateView;
    const asked = { id: 1, trackingCode: 'MIEN' };
    const built = findRecord('storeOrders.tracking')?.request(asked as never, { cmd, view, serverId: null });
    expect(built).toEqual({ params: { id: 1 }, body: { trackingCode: 'MIEN', baseTrackingCode: said } });
  });

  const cardOf = (before: unknown, theirs: unknown) => {
    const parked = {
      ...{ id: 'c', type: 'storeOrders.tracking', v: 1, lane: 'storeOrder:1', owner: 'u:1', createdAt: 5 },
      ...{ state: 'parked', parkedFor: 'conflict', args: { id: 1, trackingCode: 'MIEN' } },
      ...{ base: { values: { trackingCode: before } }, serverRefusal: { detail: { theirs } } },
    };
    const [card] = parkedConflicts([parked as unknown as Cmd], () => null);
    return card;
  };

  test('shows the base value, the local value and the server’s, and offers a choice of two', () => {
    expect(cardOf('ANCIEN', 'SIEN')).toMatchObject({
      kind: 'changed',
      waiting: true,
      text: 'Le code de suivi a été changé sur un autre appareil.',
      fields: [{ name: 'trackingCode', label: 'Code de suivi', before: 'ANCIEN', mine: 'MIEN', theirs: 'SIEN' }],
      choices: ['mine', 'theirs'],
    });
  });

  test.each([undefined, null, '', 7])('without the other value (%j) shows none', (none) => {
    expect(cardOf(none, none)?.fields).toMatchObject([{ before: null, theirs: null }]);
  });
});

describe('the store orders cached on this device', () => {
  let device: Device;
  beforeAll(async () => {
    const machine = newMachine();
    device = await openDevice(
      machine,
      createNetwork(scriptedServer(), () => machine.time.now),
    );
  });
  afterAll(() => device.kill());

  test('are read for their owner only, and without other cached views', async () => {
    const keep = (owner: 'u:1' | 'u:2', lane: string) =>
      device.db.snaps.put({
        owner,
        lane,
        view: { '@id': `${owner} ${lane}` } as AggregateView,
        version: 1,
        at: 0,
      } as never);
    await keep('u:1', 'storeOrder:1');
    await keep('u:1', 'storeOrder:99');
    await keep('u:1', 'store:1');
    await keep('u:1', 'cart:1');
    await keep('u:2', 'storeOrder:2');
    const found = await readStoreOrderViews(device.local, 'u:1');
    expect(found.map((view) => view['@id'])).toEqual(['u:1 storeOrder:1', 'u:1 storeOrder:99']);
  });
});
