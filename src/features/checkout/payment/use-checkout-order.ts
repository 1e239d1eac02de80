// A hook that turns the cart into its order, once.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { writeOnline } from '#state/api/online-write.ts';
import { type CartState, useCart } from '#state/cart/cart.ts';
import { type Refused, refusalSentence } from '#state/cart/refusal-sentence.ts';
import { useSession } from '#state/session/session.ts';
import { untilMeasured, withPart } from './chosen-delivery.ts';
import { tellChoices } from './send-choices.ts';
import { keepOrder, orderOfCart } from './stored-order.ts';

const cartChanged = 'Votre panier a changé entre-temps. Vérifiez la commande, puis validez de nouveau.';
const notPrepared = 'Votre commande n’a pas pu être préparée.';

export type CheckoutStep =
  | { name: 'loading' }
  | { name: 'anonymous' }
  | { name: 'empty' }
  /** Something of the cart has not reached the server, or the network is away. */
  | { name: 'unsettled' }
  | { name: 'refused'; message: string }
  /** The session is over. */
  | { name: 'session-over' }
  /** The cart left before. */
  | { name: 'ordered' }
  /**
   * `seenAt`: when the server gave the oldest part of it, milliseconds since 1970. `kept`: as it was then, since the market
   * cannot be asked now.
   */
  | { name: 'ready'; order: Order; seenAt: number; kept?: true };

/**
 * Turns the cart into its order once everything of the cart has reached the server. Asking again for the same cart
 * answers the same order, so a reload or a second tab makes no second one. Store orders without items are dropped.
 * `givenCart` is the id of a cart to order again after a declined payment, `said` why it is not simply paid again.
 */
export function useCheckoutOrder(givenCart: string | null, said: string | null) {
  const session = useSession();
  const { cart, ready, settled, cartId } = useCart();
  const shownCart = useRef(cart);
  shownCart.current = cart;
  const [step, setStep] = useState<CheckoutStep>({ name: 'loading' });
  const [saidBefore, setSaidBefore] = useState(said);

  const isEmpty = cart.items.length === 0;
  const identity = session.status === 'anonymous' ? null : (session.user?.user_id ?? null);
  const known = session.ready && (ready || givenCart !== null);

  // Asked once per 'loading': an order on screen stays although the cart ends when it leaves.
  const isAsked = known && step.name === 'loading';
  useEffect(() => {
    if (!isAsked) return;
    let left = false;
    const say = (next: CheckoutStep) => {
      if (!left) setStep(next);
    };
    async function confirm(): Promise<CheckoutStep> {
      if (identity === null) return { name: 'anonymous' };
      if (givenCart === null && isEmpty) return { name: 'empty' };
      const unsettled = keptStep(givenCart, shownCart.current);
      const id = givenCart ?? ((await settled()) ? await cartId() : null);
      if (id === null) return unsettled;
      const result = await writeOnline('cart.order', { params: { id } });
      if (result.outcome === 'sent') return readyWith(result.answer);
      return result.outcome === 'refused' ? refusedStep(result) : unsettled;
    }
    confirm().then(say, () => say({ name: 'unsettled' }));
    return () => {
      left = true;
    };
  }, [isAsked, identity, givenCart, isEmpty, settled, cartId]);

  const retry = useCallback(() => setStep({ name: 'loading' }), []);
  /** The order changed under the shopper, who was told so: made anew from the cart, it shows what it comes to now. */
  const makeAnew = useCallback((said: string) => {
    setSaidBefore(said);
    setStep({ name: 'loading' });
  }, []);
  const shownStep = useRef(step);
  shownStep.current = step;
  /** Asks for the order once more, since what it offers as a whole follows from the parts; what was chosen meanwhile stays. */
  const refresh = useCallback(async () => {
    for (;;) {
      const shown = shownStep.current;
      const id = givenCart ?? (await cartId());
      if (id === null || shown.name !== 'ready') return;
      const result = await writeOnline('cart.order', { params: { id } }).catch(() => null);
      if (result?.outcome !== 'sent') return;
      const told = await tellChoices(shown.order, result.answer);
      if (told === null) return;
      if ('said' in told) return makeAnew(told.said);
      // Somebody chose again while the market was told.
      if (shownStep.current !== shown) continue;
      setStep(readyWith(told));
      return;
    }
  }, [givenCart, cartId, makeAnew]);
  /** Fees, type, distance and totals of one part, as the server answered; the others are left alone. */
  const setStoreOrder = useCallback((storeOrder: StoreOrder) => {
    setStep((current) => {
      if (current.name !== 'ready') return current;
      return { ...current, order: withPart(current.order, storeOrder) };
    });
  }, []);
  const { couponCode } = cart;
  useEffect(() => {
    if (step.name === 'ready') keepOrder({ order: step.order, seenAt: step.seenAt, coupon: couponCode });
  }, [step, couponCode]);
  /** The order was closed under the shopper: shown as it stands now, or made anew where another took its place. */
  const follow = useCallback(
    async (id: number): Promise<boolean> => {
      const result = await writeOnline('orders.pay', { params: { id }, query: {} }).catch(() => null);
      if (result?.outcome !== 'sent') return false;
      if (result.answer.storeOrders[0]?.state === 'canceled') makeAnew(cartChanged);
      else setStep(readyWith(result.answer));
      return true;
    },
    [makeAnew],
  );
  return { step, retry, refresh, setStoreOrder, makeAnew, follow, saidBefore };
}

export type Checkout = ReturnType<typeof useCheckoutOrder>;

/** Without the market: the order as it was last given, if the cart is still the same. */
function keptStep(givenCart: string | null, cart: CartState['cart']): CheckoutStep {
  const kept = givenCart === null ? orderOfCart(cart) : null;
  return kept ? { name: 'ready', order: kept.order, seenAt: kept.seenAt, kept: true } : { name: 'unsettled' };
}

function refusedStep(refused: Refused): CheckoutStep {
  if (refused.error.code === 'cart-ordered') return { name: 'ordered' };
  if (refused.error.kind === 'unauthorised') return { name: 'session-over' };
  return { name: 'refused', message: refusalSentence(refused, notPrepared) };
}

function readyWith(order: Order): CheckoutStep {
  return { name: 'ready', order: withoutEmptyParts(order), seenAt: Date.now() };
}

function withoutEmptyParts(order: Order): Order {
  const storeOrders = order.storeOrders.filter(({ items }) => items.length > 0);
  return { ...order, storeOrders: storeOrders.map(untilMeasured) };
}
