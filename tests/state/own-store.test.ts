// The merchant's own shop, as its screens show it while this device's changes wait.
import { expect, it } from 'vitest';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { moneyOf } from '#domain/money.ts';
import { shownStore, storeChangeCommand } from '#state/merchant/own-store.ts';
import type { ReadCommand } from '#sync/commands/registry.ts';

const store = {
  '@id': '/stores/a',
  '@type': 'Store',
  id: 'a',
  name: 'Le Fournil',
  description: 'Au levain',
  logo: null,
  images: [],
  phoneNumber: null,
  minimumDelivery: moneyOf(1500),
  freeDeliveryPriceFromAmount: moneyOf(6000),
  distancePriceLevels: [],
  acceptedTermAndConditions: [],
  version: 3,
} as unknown as MerchantStore;
const row = (changes: object, id = 'a', type = 'stores.save') =>
  ({ id: 'row', type, lane: `store:${id}`, args: { id, changes } }) as never as ReadCommand;

it('without pending writes equals the server’s', () => {
  const ofAnother = row({ name: 'Ailleurs' }, 'b');
  expect(shownStore(store, { views: [], rows: [ofAnother] })).toEqual({
    store,
    current: store,
    waiting: [],
    waitingIds: [],
  });
});

it('pending changes apply in order, on top of the server’s values', () => {
  const rows = [row({ name: 'Un', phoneNumber: { value: '03 29' } }), row({ name: 'Deux' })];
  const { store: shown, current, waiting } = shownStore(store, { views: [], rows });
  expect(shown).toMatchObject({ name: 'Deux', description: 'Au levain', phoneNumber: { value: '03 29' }, version: 3 });
  expect(current.name).toBe('Le Fournil');
  expect(waiting.map(({ name }) => name)).toEqual(['Un', 'Deux']);
});

it('amounts are shown as amounts, however they were written', () => {
  const changes = {
    minimumDelivery: { stringValue: '20,50' },
    customShippingPrice: null,
    relayPointPrice: 1.9,
    freeDeliveryPriceFromAmount: { stringValue: '' },
    distancePriceLevels: [{ distance: 5, price: { amount: 250 }, minimumOrderValue: null }],
  };
  expect(shownStore(store, { views: [], rows: [row(changes)] }).store).toMatchObject({
    minimumDelivery: moneyOf(2050),
    customShippingPrice: moneyOf(0),
    relayPointPrice: moneyOf(190),
    freeDeliveryPriceFromAmount: null,
    distancePriceLevels: [{ distance: 5, price: moneyOf(250), minimumOrderValue: moneyOf(0) }],
  });
});

it('pictures and terms, which a change only names, stay as they are until the server has answered', () => {
  const changes = { logo: '/images/1', images: ['/images/1'], acceptedTermAndConditions: ['/term_and_conditions/1'] };
  expect(shownStore(store, { views: [], rows: [row(changes)] }).store).toEqual(store);
});

it('a newer answer to this device replaces the cached value, an older one does not', () => {
  const answered = { ...store, name: 'Répondu', version: 4 };
  expect(shownStore(store, { views: [answered], rows: [] }).current.name).toBe('Répondu');
  expect(shownStore({ ...store, version: 5 }, { views: [answered], rows: [] }).current.name).toBe('Le Fournil');
  expect(shownStore(store, { views: [{ ...answered, id: 'b' }], rows: [] }).current.name).toBe('Le Fournil');
});

it('a change contains the server’s version and the visible values, including own pending ones', () => {
  const seen = shownStore(store, { views: [], rows: [row({ name: 'Un' })] });
  expect(storeChangeCommand(seen, { name: 'Deux', description: 'Au beurre' })).toEqual({
    type: 'stores.save',
    args: { id: 'a', changes: { name: 'Deux', description: 'Au beurre' } },
    base: { version: 3, values: { name: 'Un', description: 'Au levain' } },
  });
});
