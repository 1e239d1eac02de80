// What was chosen while the market could not be asked is told to it, and nothing else is.
import { beforeEach, expect, it, vi } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { sendChoices } from '#features/checkout/payment/send-choices.ts';
import { storeOrder } from '../support/store-order.ts';

const writeOnline = vi.hoisted(() => vi.fn());
vi.mock('#state/api/online-write.ts', () => ({ writeOnline }));

const orderOf = (given: Partial<StoreOrder>) => ({ id: 3, storeOrders: [storeOrder(given)] }) as unknown as Order;
const asGiven = orderOf({ shippingType: 'store', id: 13 });

beforeEach(() => writeOnline.mockReset());

it('a mode equal to the market’s is not sent again, nor is a missing choice', async () => {
  expect(await sendChoices(orderOf({ shippingType: 'store' }), asGiven)).toEqual(asGiven);
  expect(await sendChoices(orderOf({ shippingType: null }), asGiven)).toEqual(asGiven);
  expect(writeOnline).not.toHaveBeenCalled();
});

it('another mode is sent for the market’s current part, and its answer is shown', async () => {
  const answer = storeOrder({ shippingType: 'home', id: 13 });
  writeOnline.mockResolvedValue({ outcome: 'sent', answer });
  const reported = await sendChoices(orderOf({ shippingType: 'home' }), asGiven);
  expect(reported).toMatchObject({ storeOrders: [answer] });
  expect(writeOnline).toHaveBeenCalledExactlyOnceWith('storeOrders.setShippingType', {
    params: { id: 13 },
    body: { shippingType: 'home' },
  });
});

it('a distance is sent with its mode', async () => {
  writeOnline.mockResolvedValue({ outcome: 'sent', answer: storeOrder() });
  await sendChoices(
    orderOf({ shippingType: 'custom_store', distance: 10 }),
    orderOf({ shippingType: 'custom_store', distance: 5 }),
  );
  expect(writeOnline).toHaveBeenCalledExactlyOnceWith('storeOrders.setDistance', {
    params: { id: 12 },
    body: { distance: 10 },
  });
});

it('a refused mode is reported; without an answer of the market nothing is assumed', async () => {
  const refused = { outcome: 'refused', error: { code: 'x', message: 'Plus proposé.' }, violations: [] };
  writeOnline.mockResolvedValueOnce(refused);
  expect(await sendChoices(orderOf({ shippingType: 'home' }), asGiven)).toEqual({
    problem: expect.stringMatching(/./),
  });
  writeOnline.mockRejectedValueOnce(new Error('no chunk'));
  expect(await sendChoices(orderOf({ shippingType: 'home' }), asGiven)).toBeNull();
});

it('of an order that has left nothing is changed', async () => {
  const left = orderOf({ shippingType: 'store', state: 'payed' });
  expect(await sendChoices(orderOf({ shippingType: 'home' }), left)).toBe(left);
  expect(writeOnline).not.toHaveBeenCalled();
});
