// A hook that saves the delivery of every shop and pays.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Order } from '#contract/orders.ts';
import type { StoreOrder } from '#contract/store-orders.ts';
import { paths } from '#paths';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useConfiguration } from '#state/reads/configuration.ts';
import { useCart } from '#state/writes/cart.ts';
import { writeOnline } from '#state/writes/online-write.ts';
import { refusalSentence } from '#state/writes/refusal-sentence.ts';
import { usePayment } from '#state/writes/use-payment.ts';
import { agreedOf, mistakesIn, shownOf, totalOf } from './commitment.ts';
import { forgetDraft } from './shipping-draft.ts';
import { bodyOf, partKey, type ShippingForm, sortViolations } from './shipping-values.ts';

const unreachable = 'Le marché est injoignable. Tout ce que vous avez saisi est gardé : réessayez dans un instant.';
const toCorrect = 'Certaines informations de livraison sont à corriger.';
const notAsItIs = 'Cette commande ne peut pas attendre telle quelle\u00a0:';
const changed = 'Le montant de la commande a changé. Vérifiez-le, puis validez de nouveau.';

/** Saves the part of every shop, then pays on delivery or leaves for the payment page. Asked twice, it does it once. */
export function useOrderSubmit(
  order: Order,
  form: UseFormReturn<ShippingForm>,
  onStoreOrder: (storeOrder: StoreOrder) => void,
  /** The order is no longer what it says; it was told why. */
  onChanged: (said: string) => void,
  /** What was said of the order before this one. */
  saidBefore: string | null,
) {
  const pay = usePayment(onChanged);
  const paysOnline = useConfiguration('onlinePayment')?.value !== 'none';
  const { cart, startNewCart, commit } = useCart();
  const { online } = useConnectivity();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(saidBefore);
  /** Said on top of a shop's part: what belongs to none of its fields. */
  const [general, setGeneral] = useState<Record<string, string>>({});
  const underway = useRef(false);

  // Back from the payment page by the browser's own memory: the page is as it was left, the button must live again.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      underway.current = false;
      setBusy(false);
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  const saveAll = useCallback(
    async (values: ShippingForm): Promise<string | null> => {
      const shown = totalOf(order.storeOrders);
      const attempts = order.storeOrders.map(async (storeOrder) => {
        const typed = values.parts[partKey(storeOrder.id)];
        const body = typed ? bodyOf(typed, storeOrder) : {};
        // Chosen without a network, it has not been heard of.
        const far = typed?.shippingType === 'custom_store' && typed.distance !== '' ? Number(typed.distance) : null;
        if (far !== null) {
          const measured = await writeOnline('storeOrders.setDistance', {
            params: { id: storeOrder.id },
            body: { distance: far },
          }).catch(() => null);
          if (measured?.outcome !== 'sent') return { storeOrder, result: measured };
        }
        return {
          storeOrder,
          result: await writeOnline('storeOrders.save', { params: { id: storeOrder.id }, body }).catch(() => null),
        };
      });
      const saved: StoreOrder[] = [];
      let problem: string | null = null;
      let isFirst = true;
      for (const { storeOrder, result } of await Promise.all(attempts)) {
        if (result?.outcome === 'sent') {
          saved.push(result.answer);
          onStoreOrder(result.answer);
        } else if (result?.outcome === 'refused') {
          const { fields, general } = sortViolations(result.violations);
          for (const { propertyPath, message } of fields) {
            const field = `parts.${partKey(storeOrder.id)}.${propertyPath}` as `parts.${string}.lastName`;
            form.setError(field, { type: 'server', message }, { shouldFocus: isFirst });
            isFirst = false;
          }
          const said = fields.length + general.length > 0 ? general.join(' ') : refusalSentence(result, unreachable);
          setGeneral((current) => ({ ...current, [partKey(storeOrder.id)]: said }));
          problem = toCorrect;
        } else {
          problem ??= unreachable;
        }
      }
      if (problem !== null) return problem;
      return totalOf(saved) === shown ? null : changed;
    },
    [order.storeOrders, form, onStoreOrder],
  );

  const finish = useCallback(
    async (values: ShippingForm): Promise<string | null> => {
      const failure = await saveAll(values);
      if (failure !== null) return failure;
      if (!order.isPaymentOnDelivery) return pay(order.id);
      const paymentOnDelivery = !paysOnline || values.payment === 'delivery';
      const result = await writeOnline('orders.paymentOnDelivery', {
        params: { id: order.id },
        body: { paymentOnDelivery },
      }).catch(() => null);
      if (result?.outcome === 'refused') {
        const said = refusalSentence(result, unreachable);
        if (result.error.code === 'order-changed') onChanged(said);
        return said;
      }
      if (result?.outcome !== 'sent') return unreachable;
      if (!paymentOnDelivery) return pay(order.id);
      forgetDraft();
      navigate(paths.paidOnDelivery, { replace: true, state: { order: order.id } });
      await startNewCart();
      return null;
    },
    [saveAll, order.id, order.isPaymentOnDelivery, paysOnline, pay, navigate, startNewCart, onChanged],
  );

  /** Without a network the order goes into the outbox, with what was agreed to. */
  const commitOffline = useCallback(
    async (values: ShippingForm): Promise<string | null> => {
      const onDelivery = order.isPaymentOnDelivery && (!paysOnline || values.payment === 'delivery');
      const agreed = agreedOf(order, values, cart.couponCode, onDelivery);
      const { fields, others } = mistakesIn(agreed, order);
      for (const { field, message } of fields) form.setError(field as 'parts', { type: 'custom', message });
      if (others.length > 0) return `${notAsItIs} ${others.join(' ')}`;
      if (fields.length > 0) return toCorrect;
      const kept = await commit(agreed, shownOf(order, values));
      if (kept === 'reached') return finish(values).catch(() => unreachable);
      if (kept !== 'kept') return kept.said;
      forgetDraft();
      navigate(paths.waitingOrder, { replace: true });
      return null;
    },
    [order, paysOnline, cart.couponCode, form, commit, finish, navigate],
  );

  const submit = useCallback(
    async (values: ShippingForm) => {
      if (underway.current) return;
      underway.current = true;
      setBusy(true);
      setProblem(null);
      setGeneral({});
      const said = await (online ? finish(values).catch(() => unreachable) : commitOffline(values));
      setProblem(said);
      // On the way to the payment page the button stays as it is until the page is gone.
      if (said !== null) {
        underway.current = false;
        setBusy(false);
      }
    },
    [finish, commitOffline, online],
  );

  return { submit, busy, problem, general };
}
