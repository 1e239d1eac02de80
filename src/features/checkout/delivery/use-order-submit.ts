// useOrderSubmit: saves the delivery of every part, then pays.

import { useCallback, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { isForAdults } from '#domain/orders/store-order.ts';
import { asksForConsent } from '#domain/orders/withdrawal-exception.ts';
import { paths } from '#paths';
import { writeOnline } from '#state/api/online-write.ts';
import { useCart } from '#state/cart/cart.ts';
import { refusalSentence } from '#state/cart/refusal-sentence.ts';
import { isClosedOrder, usePayment } from '#state/cart/use-payment.ts';
import { useConnectivity, useOnReconnect } from '#state/page/connectivity.ts';
import type { WriteOutcome } from '#state/page/engine-port.ts';
import { usePageRestored } from '#state/page/page-restored.ts';
import { isEstimatedPart } from '../payment/estimated-order.ts';
import type { Checkout } from '../payment/use-checkout-order.ts';
import { agreedTermsOf, mistakesIn, shownOrderOf, totalOf } from './commitment.ts';
import { useOnlinePayment } from './online-payment.ts';
import { discardShippingDraft } from './shipping-draft.ts';
import { bodyOf, partKey, type ShippingForm, sortViolations, violationsIn } from './shipping-values.ts';

const unreachable = 'Le marché est injoignable. Tout ce que vous avez saisi est gardé : réessayez dans un instant.';
const correctionNeeded = 'Certaines informations de livraison sont à corriger.';
const cannotWait = 'Cette commande ne peut pas attendre telle quelle\u00a0:';
const amountChanged = 'Le montant de la commande a changé. Vérifiez-le, puis validez de nouveau.';

/** Saves the part of one store. `mistakes`: violations found locally or by the server. */
async function savePart(storeOrder: StoreOrder, values: ShippingForm) {
  const typed = values.parts[partKey(storeOrder.id)];
  const params = { id: storeOrder.id };
  const ageConfirmation = isForAdults(storeOrder) ? { isAdult: values.isAdult } : {};
  const consent = storeOrder.items.some(asksForConsent) ? { digitalConsent: values.digitalConsent } : {};
  const body = typed ? { ...bodyOf(typed, values.contact, storeOrder), ...ageConfirmation, ...consent } : {};
  const violations = violationsIn(body);
  if (violations.length > 0) return { storeOrder, result: null, mistakes: violations };
  // The server does not know a distance that was chosen offline.
  const distance = typed?.shippingType === 'custom_store' && typed.distance !== '' ? Number(typed.distance) : null;
  const distanceResult =
    distance === null
      ? null
      : await writeOnline('storeOrders.setDistance', { params, body: { distance } }).catch(() => null);
  const isDistanceSaved = distance === null || distanceResult?.outcome === 'sent';
  const result = isDistanceSaved
    ? await writeOnline('storeOrders.save', { params, body }).catch(() => null)
    : distanceResult;
  return { storeOrder, result, mistakes: result?.outcome === 'refused' ? result.violations : [] };
}

/**
 * Message for the whole order: the server is unreachable or the session has ended. Null if the answer concerns the
 * part.
 */
function orderProblemOf(result: WriteOutcome<'storeOrders.save'> | null): string | null {
  if (result?.outcome !== 'refused') return unreachable;
  return result.error.kind === 'unauthorised' ? result.error.message : null;
}

/** Another tab or device was faster, and may be paying. */
const isTaken = (result: WriteOutcome<'storeOrders.save'> | null): boolean =>
  result?.outcome === 'refused' && (isClosedOrder(result) || result.error.code === 'payment-pending');

/** Saves all parts, then pays on delivery or opens the payment page. A repeated submit has no effect. */
export function useOrderSubmit(
  order: Order,
  form: UseFormReturn<ShippingForm>,
  { setStoreOrder: onStoreOrder, recreateOrder: onChanged, follow, initialProblem }: Checkout,
) {
  const pay = usePayment({ onChanged, follow });
  const hasOnlinePayment = useOnlinePayment(order);
  const { cart, startNewCart, commit } = useCart();
  const { online } = useConnectivity();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(initialProblem);
  useOnReconnect(() => setProblem((current) => (current === unreachable ? null : current)));
  /** Messages without a field, by part. */
  const [general, setGeneral] = useState<Record<string, string>>({});
  const isSubmitting = useRef(false);
  const isEstimate = order.storeOrders.some(isEstimatedPart);

  // The payment page was left with the back button: enables the submit button again.
  usePageRestored(() => {
    isSubmitting.current = false;
    setBusy(false);
  });

  const saveAll = useCallback(
    async (values: ShippingForm): Promise<'saved' | 'left' | { problem: string }> => {
      const shownTotal = totalOf(order.storeOrders);
      const saved: StoreOrder[] = [];
      let problem: string | null = null;
      let isFirst = true;
      const attempts = order.storeOrders.map((storeOrder) => savePart(storeOrder, values));
      for (const { storeOrder, result, mistakes } of await Promise.all(attempts)) {
        if (result?.outcome === 'sent') {
          saved.push(result.answer);
          onStoreOrder(result.answer);
          continue;
        }
        const orderProblem = orderProblemOf(result);
        if (mistakes.length === 0 && orderProblem !== null) {
          problem ??= orderProblem;
          continue;
        }
        if (isTaken(result) && (await follow(order.id))) return 'left';
        const { fields, general } = sortViolations(storeOrder.id, mistakes);
        for (const { field, message } of fields) {
          form.setError(field, { type: 'server', message }, { shouldFocus: isFirst });
          isFirst = false;
        }
        const hasMessages = fields.length + general.length > 0 || result?.outcome !== 'refused';
        const message = hasMessages ? general.join(' ') : refusalSentence(result, unreachable);
        setGeneral((current) => ({ ...current, [partKey(storeOrder.id)]: message }));
        problem ??= correctionNeeded;
      }
      if (problem !== null) return { problem };
      return totalOf(saved) === shownTotal ? 'saved' : { problem: amountChanged };
    },
    [order.storeOrders, order.id, form, onStoreOrder, follow],
  );

  const finish = useCallback(
    async (values: ShippingForm): Promise<string | null> => {
      const outcome = await saveAll(values);
      if (outcome === 'left') return null;
      if (outcome !== 'saved') return outcome.problem;
      if (!order.isPaymentOnDelivery) return pay(order.id);
      const paymentOnDelivery = !hasOnlinePayment || values.payment === 'delivery';
      const result = await writeOnline('orders.paymentOnDelivery', {
        params: { id: order.id },
        body: { paymentOnDelivery },
      }).catch(() => null);
      if (result?.outcome === 'refused') {
        const message = refusalSentence(result, unreachable);
        if (result.error.code === 'order-changed') onChanged(message);
        return isClosedOrder(result) && (await follow(order.id)) ? null : message;
      }
      if (result?.outcome !== 'sent') return unreachable;
      if (!paymentOnDelivery) return pay(order.id);
      discardShippingDraft();
      navigate(paths.paidOnDelivery, { replace: true, state: { order: order.id } });
      await startNewCart();
      return null;
    },
    [saveAll, order.id, order.isPaymentOnDelivery, hasOnlinePayment, pay, navigate, startNewCart, onChanged, follow],
  );

  /** Without a network: puts the order into the outbox with the agreed terms. */
  const commitOffline = useCallback(
    async (values: ShippingForm): Promise<string | null> => {
      const isPaidOnDelivery = order.isPaymentOnDelivery && (!hasOnlinePayment || values.payment === 'delivery');
      const agreed = agreedTermsOf(order, values, cart.coupons, isPaidOnDelivery);
      const { fields, others } = mistakesIn(agreed, order);
      for (const { field, message } of fields) form.setError(field, { type: 'custom', message });
      if (others.length > 0) return `${cannotWait} ${others.join(' ')}`;
      if (fields.length > 0) return correctionNeeded;
      const outcome = await commit(agreed, shownOrderOf(order, values), isEstimate);
      if (outcome === 'reached') return finish(values).catch(() => unreachable);
      if (outcome !== 'kept') return outcome.problem;
      discardShippingDraft();
      navigate(paths.waitingOrder, { replace: true });
      return null;
    },
    [order, isEstimate, hasOnlinePayment, cart.coupons, form, commit, finish, navigate],
  );

  const submit = useCallback(
    async (values: ShippingForm) => {
      if (isSubmitting.current) return;
      isSubmitting.current = true;
      setBusy(true);
      setProblem(null);
      setGeneral({});
      const message = await (online && !isEstimate ? finish(values).catch(() => unreachable) : commitOffline(values));
      setProblem(message);
      // While the payment page opens, the button stays busy.
      if (message !== null) {
        isSubmitting.current = false;
        setBusy(false);
      }
    },
    [finish, commitOffline, online, isEstimate],
  );

  return { submit, busy, problem, general };
}
