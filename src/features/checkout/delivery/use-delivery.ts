// useDelivery: saves the chosen shipping type and distance of a part at once, since the server prices them.

import { useCallback, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ShippingType } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { DISTANCE_REQUIRED, distanceMinimumMessage } from '#domain/orders/delivery-refusals.ts';
import { isDistanceServed } from '#domain/orders/shipping.ts';
import { writeOnline } from '#state/api/online-write.ts';
import { refusalSentence } from '#state/cart/refusal-sentence.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { withShippingType, withTier } from '../payment/chosen-delivery.ts';
import { isEstimatedPart } from '../payment/estimated-order.ts';
import { distancesOf, emptyAddress, partKey, type ShippingForm } from './shipping-values.ts';

const unreachable = 'Le marché est injoignable : ce choix n’est peut-être pas enregistré. Réessayez dans un instant.';

/** Guarantees: one call at a time, in the order of the clicks; a refused choice is reverted. */
export function useDelivery(
  storeOrder: StoreOrder,
  form: UseFormReturn<ShippingForm>,
  onStoreOrder: (storeOrder: StoreOrder) => void,
) {
  const [problem, setProblem] = useState<string | null>(null);
  useOnReconnect(() => setProblem((current) => (current === unreachable ? null : current)));
  const calls = useRef<Promise<unknown>>(Promise.resolve());
  const latestCall = useRef(0);
  const part = `parts.${partKey(storeOrder.id)}` as const;

  /** `isLatest`: no later choice was made meanwhile. */
  const runInOrder = useCallback(
    async <T>(call: () => Promise<T>): Promise<{ result: T | null; isLatest: boolean }> => {
      latestCall.current += 1;
      const callNumber = latestCall.current;
      setProblem(null);
      const thisCall = calls.current.then(call).catch(() => null);
      calls.current = thisCall;
      const result = await thisCall;
      return { result, isLatest: latestCall.current === callNumber };
    },
    [],
  );

  const chooseType = useCallback(
    async (type: ShippingType) => {
      const before = form.getValues(part);
      // A relay search starts without an address; other types keep the typed one.
      const typed = type === 'relay' ? { ...before, address: { ...emptyAddress } } : before;
      form.setValue(part, { ...typed, shippingType: type, pickupId: '', distance: '' });
      form.clearErrors(part);
      const expected = withShippingType(storeOrder, type);
      if (expected) onStoreOrder(expected);
      if (isEstimatedPart(storeOrder)) return;
      const { result, isLatest } = await runInOrder(() =>
        writeOnline('storeOrders.setShippingType', { params: { id: storeOrder.id }, body: { shippingType: type } }),
      );
      if (!isLatest) return;
      if (result?.outcome === 'sent') {
        onStoreOrder(result.answer);
        return;
      }
      // Without an answer the choice and its known price remain, and are sent with the order.
      if (expected && result?.outcome !== 'refused') return;
      form.setValue(part, before);
      onStoreOrder(storeOrder);
      setProblem(result?.outcome === 'refused' ? refusalSentence(result, unreachable) : unreachable);
    },
    [form, part, runInOrder, storeOrder, onStoreOrder],
  );

  const chooseDistance = useCallback(
    async (chosen: string) => {
      const field = `${part}.distance` as const;
      form.setValue(field, chosen);
      form.clearErrors(field);
      const distance = chosen === '' ? null : Number(chosen);
      const tier = distancesOf(storeOrder).find((each) => each.distance === distance);
      const isServed = tier !== undefined && distanceSentence(storeOrder, distance) === null;
      const expected = isServed ? withTier(storeOrder, tier) : null;
      if (expected) onStoreOrder(expected);
      const { result, isLatest } = isEstimatedPart(storeOrder)
        ? { result: null, isLatest: true }
        : await runInOrder(() =>
            writeOnline('storeOrders.setDistance', { params: { id: storeOrder.id }, body: { distance } }),
          );
      if (!isLatest) return false;
      if (result?.outcome === 'sent') {
        onStoreOrder(result.answer);
        return true;
      }
      if (result?.outcome === 'refused') {
        const message = distanceSentence(storeOrder, distance) ?? refusalSentence(result, unreachable);
        form.setError(field, { type: 'server', message });
        onStoreOrder(storeOrder);
        return false;
      }
      if (expected) return true;
      const reason = distanceSentence(storeOrder, distance);
      if (reason !== null) form.setError(field, { type: 'custom', message: reason });
      else setProblem(unreachable);
      return false;
    },
    [form, part, runInOrder, storeOrder, onStoreOrder],
  );

  return { problem, chooseType, chooseDistance };
}

/** Reason of a refused distance: no choice, or a total below its minimum. */
export function distanceSentence(storeOrder: StoreOrder, distance: number | null): string | null {
  if (distance === null) return DISTANCE_REQUIRED;
  const level = distancesOf(storeOrder).find((each) => each.distance === distance);
  const total = storeOrder.total.amount - storeOrder.shippingFees.amount;
  if (!level || isDistanceServed(level, total)) return null;
  return distanceMinimumMessage(level.minimumOrderValue);
}

/** `distanceSentence` for the field's value: a refused choice is still in the field and must not be sent. */
export const distanceMistake = (storeOrder: StoreOrder, typed: string): string | null =>
  distanceSentence(storeOrder, typed === '' ? null : Number(typed));
