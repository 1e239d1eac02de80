// ShippingOrder: delivery form of a whole order.
import { useEffect, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { TokenContent } from '#contract/account/users.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { EstimatedOrder } from '../payment/estimated-order.ts';
import type { Checkout } from '../payment/use-checkout-order.ts';
import type { QuantityChanges } from '../payment/use-quantity-changes.ts';
import { ContactSection } from './fields/contact-section.tsx';
import { initialValues, saveTypedValues } from './shipping-draft.ts';
import styles from './shipping-page.module.css';
import { ShippingSummary } from './shipping-summary.tsx';
import { partKey, type ShippingForm } from './shipping-values.ts';
import { StoreOrderSection } from './store-order-section.tsx';
import { useFocusAcrossForms } from './use-focus-across-forms.ts';
import { useOrderSubmit } from './use-order-submit.ts';

interface ShippingOrderProps {
  order: Order;
  /** Time of the server's answer, milliseconds since 1970. */
  seenAt: number;
  /** Present if the order is an estimate. */
  unpriced?: EstimatedOrder['unpriced'] | undefined;
  user: TokenContent | null;
  checkout: Checkout;
  quantities: QuantityChanges;
}

/** One form for the parts of all stores. */
export function ShippingOrder({ order, seenAt, unpriced, user, checkout, quantities }: ShippingOrderProps) {
  const email = user?.email ?? '';
  const form = useForm<ShippingForm>({
    defaultValues: initialValues(order, email),
    shouldUnregister: false,
  });
  const element = useRef<HTMLFormElement>(null);
  useFocusAcrossForms(element);
  const { submit, busy, problem, general } = useOrderSubmit(order, form, checkout);

  useEffect(() => {
    const save = (values: ShippingForm) => saveTypedValues(values, order, email);
    save(form.getValues());
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => save(values) });
  }, [form, order, email]);

  return (
    <FormProvider {...form}>
      <form ref={element} className={styles.columns} onSubmit={form.handleSubmit(submit)} noValidate>
        <div className={styles.parts}>
          <ContactSection />
          {order.storeOrders.map((storeOrder) => (
            <StoreOrderSection
              key={storeOrder.id}
              storeOrder={storeOrder}
              others={order.storeOrders.filter((each) => each.id !== storeOrder.id)}
              problem={general[partKey(storeOrder.id)] ?? ''}
              unpriced={unpriced?.[storeOrder.store.id] ?? []}
              onStoreOrder={checkout.setStoreOrder}
              quantities={quantities}
            />
          ))}
        </div>
        <ShippingSummary
          order={order}
          seenAt={seenAt}
          isEstimate={unpriced !== undefined}
          busy={busy || quantities.isChanging}
          problem={problem}
        />
      </form>
    </FormProvider>
  );
}
