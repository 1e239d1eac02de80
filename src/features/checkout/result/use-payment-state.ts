// A hook that asks the server how the payment of an order stands.
import { useCallback, useEffect, useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { writeOnline } from '#state/api/online-write.ts';
import { useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { forgetDraft } from '../delivery/shipping-draft.ts';

/** Pause before a payment that waits is asked about again, in milliseconds. */
const ASK_AGAIN_MS = 10_000;

/**
 * Asks the server how the payment of an order stands, and again while it waits or cannot be asked. Once the order is
 * known and not declined its cart is behind us: a new one begins, and what was typed for its delivery is forgotten.
 */
export function usePaymentState(id: number, result: string | undefined) {
  const { startNewCart, cartIri, ready } = useCart();
  const { online } = useConnectivity();
  const [order, setOrder] = useState<Order | null>(null);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<'unreachable' | 'unknown' | 'session-over' | null>(null);

  const ask = useCallback(async () => {
    setAsking(true);
    const answer = await writeOnline('orders.pay', { params: { id }, query: { Id: String(id), Result: result } }).catch(
      () => null,
    );
    setAsking(false);
    if (answer?.outcome === 'sent') {
      setOrder(answer.answer);
      setProblem(null);
      return;
    }
    const kind = answer?.outcome === 'refused' ? answer.error.kind : null;
    const isGone = kind === 'not-found' || kind === 'forbidden';
    setProblem(isGone ? 'unknown' : kind === 'unauthorised' ? 'session-over' : 'unreachable');
  }, [id, result]);

  useEffect(() => {
    void ask();
  }, [ask]);

  const state = order?.storeOrders[0]?.state;
  const isOpen = problem === 'unreachable' || state === 'payment_pending';
  useEffect(() => {
    if (!isOpen || !online) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void ask();
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOpen, online, ask]);

  // Only the cart of this very order ends: after a reload the shopper may have begun to fill another one.
  const orderedCart = order?.cart ?? null;
  const isBehind = state !== undefined && state !== 'payment_declined' && state !== 'canceled' && state !== 'new';
  useEffect(() => {
    if (isBehind) forgetDraft();
  }, [isBehind]);
  const isStillHere = ready && isBehind && orderedCart !== null && cartIri === orderedCart;
  useEffect(() => {
    if (isStillHere) void startNewCart();
  }, [isStillHere, startNewCart]);

  return { order, asking, problem, askAgain: () => void ask() };
}
