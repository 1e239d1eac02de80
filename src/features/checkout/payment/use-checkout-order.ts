// Checkout order hook: turns the cart into an order, once.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { writeOnline } from '#state/api/online-write.ts';
import { type CartState, useCart } from '#state/cart/cart.ts';
import { type RefusedOutcome, refusalSentence } from '#state/cart/refusal-sentence.ts';
import { cachedItems } from '#state/device/cached-answers.ts';
import { getEngine } from '#state/page/engine-port.ts';
import { useSession } from '#state/session/session.ts';
import { withPart, withProvisionalFees } from './chosen-delivery.ts';
import { type EstimatedOrder, estimateOrder } from './estimated-order.ts';
import { sendChoices, withAgreedChoices } from './send-choices.ts';
import { saveOrder, storedOrderOf } from './stored-order.ts';

const cartChanged = 'Votre panier a changé entre-temps. Vérifiez la commande, puis validez de nouveau.';
const notPrepared = 'Votre commande n’a pas pu être préparée.';

export type CheckoutStep =
  | { name: 'loading' }
  | { name: 'anonymous' }
  | { name: 'empty' }
  /** The server does not have the whole cart, or is unreachable. */
  | { name: 'unsettled' }
  | { name: 'refused'; message: string }
  /** The session has ended. */
  | { name: 'session-over' }
  /** The cart left before. */
  | { name: 'ordered' }
  /**
   * `seenAt`: time of its oldest part, milliseconds since 1970. `isStored`: from the device, since the server is
   * unreachable. `unpriced`: it is an estimate, and these are its shipping types of unknown price.
   */
  | { name: 'ready'; order: Order; seenAt: number; isStored?: true; unpriced?: EstimatedOrder['unpriced'] };

/**
 * Creates the order once the server has the whole cart. The server returns the same order for the same cart, so that
 * reloads and tabs create no second one. Store orders without items are dropped.
 * `givenCart`: cart of a declined payment to order again; `problem`: why it was not simply paid again.
 */
export function useCheckoutOrder(givenCart: string | null, problem: string | null) {
  const session = useSession();
  const { cart, ready, settled, cartId } = useCart();
  const shownCart = useRef(cart);
  shownCart.current = cart;
  const [step, setStep] = useState<CheckoutStep>({ name: 'loading' });
  const [initialProblem, setInitialProblem] = useState(problem);

  const isEmpty = cart.items.length === 0;
  const identity = session.status === 'anonymous' ? null : (session.user?.user_id ?? null);
  const isKnown = session.ready && (ready || givenCart !== null);

  // Once per 'loading', since the cart ends while its order is displayed.
  const isCreating = isKnown && step.name === 'loading';
  useEffect(() => {
    if (!isCreating) return;
    let isCancelled = false;
    const showStep = (next: CheckoutStep) => {
      if (!isCancelled) setStep(next);
    };
    async function confirm(): Promise<CheckoutStep> {
      if (identity === null) return { name: 'anonymous' };
      if (givenCart === null && isEmpty) return { name: 'empty' };
      const id = givenCart ?? ((await settled()) ? await cartId() : null);
      const result = id === null ? null : await writeOnline('cart.order', { params: { id } }).catch(() => null);
      if (result?.outcome === 'sent') return readyWith(await withAgreedChoices(result.answer));
      if (result?.outcome === 'refused') return refusedStep(result);
      return givenCart === null ? stepOnDevice(shownCart.current, identity) : { name: 'unsettled' };
    }
    confirm().then(showStep, () => showStep({ name: 'unsettled' }));
    return () => {
      isCancelled = true;
    };
  }, [isCreating, identity, givenCart, isEmpty, settled, cartId]);

  const retry = useCallback(() => setStep({ name: 'loading' }), []);
  /** The order has changed, and `problem` explains why: creates it again from the cart. */
  const recreateOrder = useCallback((problem: string) => {
    setInitialProblem(problem);
    setStep({ name: 'loading' });
  }, []);
  const shownStep = useRef(step);
  shownStep.current = step;
  /**
   * Reads the order again, since its options depend on all parts; sends choices made meanwhile. Resolves to false if
   * it could not be read.
   */
  const refresh = useCallback(async (): Promise<boolean> => {
    for (;;) {
      const shown = shownStep.current;
      const id = givenCart ?? (await cartId());
      if (id === null || shown.name !== 'ready') return false;
      const result = await writeOnline('cart.order', { params: { id } }).catch(() => null);
      if (result?.outcome !== 'sent') return false;
      const sent = await sendChoices(shown.order, result.answer);
      if (sent === null) return false;
      if ('problem' in sent) {
        recreateOrder(sent.problem);
        return true;
      }
      // The user has changed a choice meanwhile.
      if (shownStep.current !== shown) continue;
      setStep(readyWith(sent));
      return true;
    }
  }, [givenCart, cartId, recreateOrder]);
  /** Fees, type, distance and totals of one part, as the server answered; the others are left alone. */
  const setStoreOrder = useCallback((storeOrder: StoreOrder) => {
    setStep((current) => {
      if (current.name !== 'ready') return current;
      return { ...current, order: withPart(current.order, storeOrder) };
    });
  }, []);
  const { coupons } = cart;
  useEffect(() => {
    if (step.name === 'ready' && !step.unpriced)
      saveOrder({ order: step.order, seenAt: step.seenAt, coupons: coupons.map(({ code }) => code) });
  }, [step, coupons]);
  /** The order was closed: shows its state, or creates a new one. */
  const follow = useCallback(
    async (id: number): Promise<boolean> => {
      const result = await writeOnline('orders.pay', { params: { id }, query: {} }).catch(() => null);
      if (result?.outcome !== 'sent') return false;
      if (result.answer.storeOrders[0]?.state === 'canceled') recreateOrder(cartChanged);
      else setStep(readyWith(result.answer));
      return true;
    },
    [recreateOrder],
  );
  return { step, retry, refresh, setStoreOrder, recreateOrder, follow, initialProblem };
}

export type Checkout = ReturnType<typeof useCheckoutOrder>;

/** Without the server: the stored order if the cart is the same, or else an estimate. */
async function stepOnDevice(cart: CartState['cart'], userId: string): Promise<CheckoutStep> {
  const stored = storedOrderOf(cart);
  if (stored) return { name: 'ready', order: stored.order, seenAt: stored.seenAt, isStored: true };
  const [{ stores }, earlierOrders] = await Promise.all([cachedItems(), cachedOrdersOf(userId)]);
  const estimate = estimateOrder({ cart, stores, earlierOrders });
  return estimate ? { name: 'ready', isStored: true, ...estimate } : { name: 'unsettled' };
}

/** The user's orders on the device; none if they were never read. */
async function cachedOrdersOf(userId: string): Promise<readonly Order[]> {
  const { read } = await getEngine();
  const { signal } = new AbortController();
  const { answer } = await read('users.orders', { params: { id: userId } }, { signal, last: undefined, later() {} });
  return answer?.['hydra:member'] ?? [];
}

function refusedStep(refused: RefusedOutcome): CheckoutStep {
  if (refused.error.code === 'cart-ordered') return { name: 'ordered' };
  if (refused.error.kind === 'unauthorised') return { name: 'session-over' };
  return { name: 'refused', message: refusalSentence(refused, notPrepared) };
}

function readyWith(order: Order): CheckoutStep {
  return { name: 'ready', order: withoutEmptyParts(order), seenAt: Date.now() };
}

function withoutEmptyParts(order: Order): Order {
  const storeOrders = order.storeOrders.filter(({ items }) => items.length > 0);
  return { ...order, storeOrders: storeOrders.map(withProvisionalFees) };
}
