// Payment state hook: asks the server for the payment of an order.
import { useCallback, useEffect, useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { writeOnline } from '#state/api/online-write.ts';
import { useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { discardShippingDraft } from '../delivery/shipping-draft.ts';

/** Interval while the payment is pending, milliseconds. */
const ASK_AGAIN_MS = 10_000;

/**
 * Repeats while the payment is pending or the server unreachable. When the order is known and not declined, starts a
 * new cart and discards the delivery drafts.
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

  // Ends only the cart of this order; the user may have started another one.
  const orderedCart = order?.cart ?? null;
  const isPlaced = state !== undefined && state !== 'payment_declined' && state !== 'canceled' && state !== 'new';
  useEffect(() => {
    if (isPlaced) discardShippingDraft();
  }, [isPlaced]);
  const isCartOpen = ready && isPlaced && orderedCart !== null && cartIri === orderedCart;
  useEffect(() => {
    if (isCartOpen) void startNewCart();
  }, [isCartOpen, startNewCart]);

  /** The next article goes into a new cart, also for who leaves this page at once. */
  const isCartEnded = ready && !isCartOpen;
  return { order, isCartEnded, asking, problem, askAgain: () => void ask() };
}
