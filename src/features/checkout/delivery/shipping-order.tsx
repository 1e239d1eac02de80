// The delivery form of a whole order, all shops in one.
import { useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { TokenContent } from '#contract/account/users.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Checkout } from '../payment/use-checkout-order.ts';
import { ContactSection } from './fields/contact-section.tsx';
import { keepDraft, readDraft } from './shipping-draft.ts';
import styles from './shipping-page.module.css';
import { ShippingSummary } from './shipping-summary.tsx';
import { contactOf, partKey, type ShippingForm, type ShippingValues, valuesOf } from './shipping-values.ts';
import { StoreOrderSection } from './store-order-section.tsx';
import { OrderTotalBar } from './total-bar.tsx';
import { useOrderSubmit } from './use-order-submit.ts';

interface ShippingOrderProps {
  order: Order;
  /** When the server gave it, milliseconds since 1970. */
  seenAt: number;
  user: TokenContent | null;
  checkout: Checkout;
}

/** The delivery of every shop's part, as one form. */
export function ShippingOrder({ order, seenAt, user, checkout }: ShippingOrderProps) {
  const form = useForm<ShippingForm>({
    defaultValues: firstValues(order, user?.email ?? ''),
    shouldUnregister: false,
  });
  const { submit, busy, problem, general } = useOrderSubmit(order, form, checkout);

  useEffect(() => {
    const keep = ({ values }: { values: ShippingForm }) => {
      const stores: Record<string, ShippingValues> = {};
      for (const { id, store } of order.storeOrders) {
        const typed = values.parts[partKey(id)];
        if (typed) stores[store.id] = typed;
      }
      const { contact, payment, isAdult, ifChanged } = values;
      keepDraft({ contact, stores, payment, isAdult, ifChanged });
    };
    return form.subscribe({ formState: { values: true }, callback: keep });
  }, [form, order.storeOrders]);

  return (
    <FormProvider {...form}>
      <form className={styles.columns} onSubmit={form.handleSubmit(submit)} noValidate>
        <div className={styles.parts}>
          <ContactSection />
          {order.storeOrders.map((storeOrder) => (
            <StoreOrderSection
              key={storeOrder.id}
              storeOrder={storeOrder}
              others={order.storeOrders.filter((each) => each.id !== storeOrder.id)}
              problem={general[partKey(storeOrder.id)] ?? ''}
              onStoreOrder={checkout.setStoreOrder}
            />
          ))}
          <OrderTotalBar order={order} />
        </div>
        <ShippingSummary order={order} seenAt={seenAt} busy={busy} problem={problem} />
      </form>
    </FormProvider>
  );
}

/** What was typed here before, else what the server keeps. The way of delivery and the distance are always the server's. */
function firstValues(order: Order, email: string): ShippingForm {
  const draft = readDraft();
  const parts: ShippingForm['parts'] = {};
  for (const storeOrder of order.storeOrders) {
    const kept = valuesOf(storeOrder);
    const typed = draft.stores[storeOrder.store.id];
    const { shippingType, distance } = kept;
    parts[partKey(storeOrder.id)] = typed ? { ...kept, ...typed, shippingType, distance } : kept;
  }
  const { contact, payment, isAdult, ifChanged } = draft;
  return { contact: contact ?? contactOf(order, email), parts, payment, isAdult, ifChanged };
}
