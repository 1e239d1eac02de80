// useQuantityChanges: changes quantities on the delivery page. The cart changes, and its order is created again.
import { useCallback, useEffect, useRef, useState } from 'react';
import { lineKeyOf, quantityOfProduct } from '#domain/orders/cart.ts';
import { largestLineQuantity } from '#domain/product.ts';
import { useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import type { Checkout } from './use-checkout-order.ts';

/** Several taps are one new order, milliseconds. */
const PAUSE_MS = 600;

interface OrderedLine {
  product: { id: string };
  optionValues: readonly { id: string }[];
  quantity: number;
}

interface LineQuantity {
  value: number;
  maximum: number | undefined;
  change: (quantity: number) => void;
}

/** `givenCart`: the order is that of another cart, which is not open to changes. */
export function useQuantityChanges({ refresh, retry }: Checkout, givenCart: string | null) {
  const { cart, setQuantity, settled } = useCart();
  const { online } = useConnectivity();
  /** New quantities by line, until the order contains them. */
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const lastWrite = useRef<Promise<unknown>>(Promise.resolve());
  const changes = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const renew = useCallback(async () => {
    const count = changes.current;
    await lastWrite.current;
    const isRenewed = (await settled().catch(() => false)) && (await refresh());
    if (changes.current !== count) return;
    setWanted(new Map());
    // The page must not keep an order that is no longer the cart's.
    if (!isRenewed) retry();
  }, [settled, refresh, retry]);

  const change = (lineKey: string, quantity: number) => {
    changes.current += 1;
    setWanted((before) => new Map(before).set(lineKey, quantity));
    lastWrite.current = setQuantity(lineKey, quantity);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void renew(), PAUSE_MS);
  };

  /** Null for a line that cannot be changed here. */
  const quantityOf = ({ product, optionValues, quantity }: OrderedLine): LineQuantity | null => {
    const lineKey = lineKeyOf(
      product.id,
      optionValues.map(({ id }) => id),
    );
    const item = cart.items.find((each) => each.lineKey === lineKey);
    if (!online || givenCart !== null || !item) return null;
    const value = wanted.get(lineKey) ?? quantity;
    const ofProduct = quantityOfProduct(cart.items, product.id) - item.quantity + value;
    return {
      value,
      maximum: largestLineQuantity(item.product.stock, value, ofProduct),
      change: (next) => change(lineKey, next),
    };
  };
  return { quantityOf, isChanging: wanted.size > 0 };
}

export type QuantityChanges = ReturnType<typeof useQuantityChanges>;
