// What a shopper accepts with the last button of an order.
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { TERMS_OF_SALE } from '#domain/orders/terms-of-sale.ts';
import { ShippingSummary } from '#features/checkout/delivery/shipping-summary.tsx';
import { partKey, type ShippingForm, valuesOf } from '#features/checkout/delivery/shipping-values.ts';
import { renderPage } from '../support/render-page.tsx';
import { storeOrder } from '../support/store-order.ts';

const part = storeOrder();
const order = {
  '@id': '/orders/3',
  '@type': 'Order',
  id: 3,
  storeOrders: [part],
  isPaymentOnDelivery: false,
  paymentOnDeliveryMessage: { storeDecline: [], storeAccept: [] },
  createdAt: '2031-06-10T12:00:00.000Z',
} as unknown as Order;

function Form({ children }: { children: ReactNode }) {
  const parts = { [partKey(part.id)]: valuesOf(part) };
  return <FormProvider {...useForm<ShippingForm>({ defaultValues: { parts, payment: '' } })}>{children}</FormProvider>;
}

/** @param slugs of the market's pages */
function drawn(...slugs: string[]): string {
  const member = slugs.map((slug) => ({
    '@id': `/pages/${slug}`,
    '@type': 'Page' as const,
    ...{ slug, name: slug, place: 'pied-de-page' as const, description: '' },
  }));
  const answer = { 'hydra:member': member, 'hydra:totalItems': member.length } as never;
  return renderPage(
    <Form>
      <ShippingSummary isEstimate={false} order={order} seenAt={1} busy={false} problem={null} />
    </Form>,
    { answers: [{ name: 'pages.list', args: {}, answer }] },
  );
}

it('the button names the terms of sale that it accepts, with their address', () => {
  const html = drawn('mentions-legales', TERMS_OF_SALE);
  expect(html).toContain('En validant, vous acceptez les');
  expect(html).toMatch(/<a [^>]*href="\/page\/conditions-generales-de-vente"[^>]*>conditions générales de vente<\/a>/);
});

it('a market without terms of sale claims none', () => {
  expect(drawn('mentions-legales')).not.toContain('vous acceptez');
});
