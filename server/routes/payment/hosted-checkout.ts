// Hosted checkout routes, outside the API: redirect to the provider's payment page, and its webhook.
import type { FastifyInstance } from 'fastify';
import { paths } from '#paths';
import { sendPlainPage } from '../../plugins/send-plain-page.ts';
import { unavailablePayment, unknownPayment } from '../../presenters/payment-page.ts';
import { findPayment, handleProviderEvent, openCheckout } from '../../sales/hosted-checkout.ts';
import type { HostedCheckout } from '../../services/payment-stripe.ts';

/** Bytes; a Stripe event has a few thousand. */
const MAX_CALL_BYTES = 256 * 1024;

/** A payment is identified by its unguessable id alone. */
export async function hostedCheckout(app: FastifyInstance, { checkout }: { checkout: HostedCheckout }): Promise<void> {
  app.get<{ Params: { id: string } }>('/paiement/:id', { exposeHeadRoute: false }, async (request, reply) => {
    const payment = await findPayment(app.market.db, request.params.id);
    if (!payment) return sendPlainPage(reply, unknownPayment());
    let place: string | null;
    try {
      place = await openCheckout(app.market, checkout, payment);
    } catch (failure) {
      app.log.error({ err: failure, payment: payment.id }, 'a payment could not be opened');
      return sendPlainPage(reply.header('retry-after', '10'), unavailablePayment(payment.id));
    }
    reply.header('cache-control', 'no-store, private');
    return reply.redirect(place ?? `${paths.paymentResult}?Id=${payment.orderId}&Result=${payment.state}`, 303);
  });

  await app.register(async (calls) => {
    // The signature covers the raw bytes.
    calls.removeAllContentTypeParsers();
    calls.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MAX_CALL_BYTES },
      async (_request: unknown, body: Buffer) => body,
    );
    calls.post('/paiement/stripe', async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const { body } = request;
      const isCall = Buffer.isBuffer(body) && typeof signature === 'string';
      const event = isCall ? checkout.parseEvent(body, signature, app.market.now()) : undefined;
      if (event === undefined) {
        app.market.security('refused', { account: null, address: request.ip, what: 'payment call' });
        return reply.status(400).send({ received: false });
      }
      const result = event && (await handleProviderEvent(app.market, event));
      // Stripe repeats the event later, when the opening is recorded.
      if (result === 'early') return reply.status(409).send({ received: false });
      return { received: true };
    });
  });
}
