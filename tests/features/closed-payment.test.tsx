// The last step of an order on a market that takes no payment online: what is said, and what can be done.
import { createStore } from 'jotai';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { moneyOf } from '#domain/money.ts';
import { ShippingSummary } from '#features/checkout/delivery/shipping-summary.tsx';
import { partKey, type ShippingForm, valuesOf } from '#features/checkout/delivery/shipping-values.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { createQueryClient, seedQueryClient } from '#state/page/query-client.ts';
import { StateProvider } from '#state/page/state-provider.tsx';
import { storeOrder } from '../support/store-order.ts';

const part = storeOrder();
const base = {
  '@id': '/orders/3',
  '@type': 'Order',
  id: 3,
  storeOrders: [part],
  isPaymentOnDelivery: true,
  paymentOnDeliveryMessage: { storeDecline: [], storeAccept: ['La Halle'] },
  createdAt: '2031-06-10T12:00:00.000Z',
} as unknown as Order;

function Form({ children }: { children: ReactNode }) {
  const parts = { [partKey(part.id)]: valuesOf(part) };
  return <FormProvider {...useForm<ShippingForm>({ defaultValues: { parts, payment: '' } })}>{children}</FormProvider>;
}

/** @param onlinePayment what the market says of itself */
function drawn(given: Partial<Order>, onlinePayment: 'none' | 'sandbox'): string {
  const queryClient = createQueryClient();
  const member = { '@id': '/configurations/p', '@type': 'Configuration', key: 'onlinePayment', value: onlinePayment };
  const answer = { 'hydra:member': [member], 'hydra:totalItems': 1 };
  const answers = [{ name: 'configurations.list' as const, args: {}, answer }];
  seedQueryClient(queryClient, { at: 1, answers, shell: { origin: '', categories: [], pages: [] } });
  const store = createStore();
  store.set(connectivityAtom, (now) => ({ ...now, online: true, sure: true }));
  const html = renderToStaticMarkup(
    <StateProvider queryClient={queryClient} store={store}>
      <MemoryRouter>
        <Form>
          <ShippingSummary isEstimate={false} order={{ ...base, ...given }} seenAt={1} busy={false} problem={null} />
        </Form>
      </MemoryRouter>
    </StateProvider>,
  );
  return html.replace(/[\u00a0\u202f]/g, ' ').replaceAll('&#x27;', "'");
}
const button = (html: string) => /<button[^>]*>/.exec(html)?.[0];

it('is paid to the store on delivery, without a choice if there is none', () => {
  const html = drawn({}, 'none');
  expect(html).toContain('Rien n’est payé en ligne : vous réglerez le commerçant quand il vous remettra vos produits.');
  expect(html).not.toContain('Payer en ligne');
  expect(html).not.toContain('type="radio"');
  expect(button(html)).not.toContain('disabled');
});

it('cannot be submitted without payment on delivery in one store: the store and a solution are named', () => {
  const refused = { storeDecline: ['La Poste du Fromage'], storeAccept: [] };
  const html = drawn({ isPaymentOnDelivery: false, paymentOnDeliveryMessage: refused }, 'none');
  expect(html).toContain(
    'Le paiement en ligne n’est pas proposé sur ce marché, et le mode choisi pour La Poste du Fromage ne permet pas le paiement à la livraison. Choisissez un retrait ou une livraison assurés par le commerçant, ou contactez-le : votre panier reste tel quel.',
  );
  expect(html).not.toContain('Rien n’est payé en ligne');
  expect(html).not.toContain('cette commande se paie en ligne');
  expect(button(html)).toContain('disabled');
});

it('offers both with online payments', () => {
  const html = drawn({}, 'sandbox');
  expect(html).toContain('Payer en ligne');
  expect(html).toContain('Payer à la livraison');
  expect(html).not.toContain('Rien n’est payé en ligne');
});

it('offers no online payment to a store that cannot receive it, and says so if nothing else is left', () => {
  const unpayableStores = ['La Poste du Fromage'];
  const onDelivery = drawn({ unpayableStores }, 'sandbox');
  expect(onDelivery).not.toContain('Payer en ligne');
  expect(button(onDelivery)).not.toContain('disabled');

  const refused = { storeDecline: unpayableStores, storeAccept: [] };
  const blocked = drawn({ unpayableStores, isPaymentOnDelivery: false, paymentOnDeliveryMessage: refused }, 'sandbox');
  expect(blocked).toContain('La Poste du Fromage ne reçoit pas encore de paiement en ligne, et le mode choisi');
  expect(button(blocked)).toContain('disabled');
});

it('is confirmed without any payment if it costs nothing', () => {
  const free = [{ ...part, total: moneyOf(0) }];
  const refused = { storeDecline: ['La Poste du Fromage'], storeAccept: [] };
  const given = { storeOrders: free, isPaymentOnDelivery: false, paymentOnDeliveryMessage: refused };
  expect(button(drawn(given, 'none'))).not.toContain('disabled');
});
