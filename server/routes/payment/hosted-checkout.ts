// Serves the way to the provider's page where one pays, and takes the provider's calls, beside the API.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { paths } from '#paths';
import { allowStyles } from '../../plugins/security-headers.ts';
import { notOpened, unknownPayment } from '../../presenters/payment-page.ts';
import type { PlainPage } from '../../presenters/plain-page.ts';
import { hearOfPayment, paymentById, placeToPay } from '../../sales/hosted-checkout.ts';
import type { HostedCheckout } from '../../services/payment-stripe.ts';

/** Bytes: what Stripe tells of a session takes a few thousand. */
const LONGEST_CALL = 256 * 1024;

/** A payment is known by its unguessable reference alone, as on any payment page. */
export async function hostedCheckout(app: FastifyInstance, { checkout }: { checkout: HostedCheckout }): Promise<void> {
  app.get<{ Params: { id: string } }>('/paiement/:id', { exposeHeadRoute: false }, async (request, reply) => {
    const payment = await paymentById(app.market.db, request.params.id);
    if (!payment) return send(reply, unknownPayment());
    let place: string | null;
    try {
      place = await placeToPay(app.market, checkout, payment);
    } catch (failure) {
      app.log.error({ err: failure, payment: payment.id }, 'a payment could not be opened');
      return send(reply.header('retry-after', '10'), notOpened(payment.id));
    }
    reply.header('cache-control', 'no-store, private');
    return reply.redirect(place ?? `${paths.paymentResult}?Id=${payment.orderId}&Result=${payment.state}`, 303);
  });

  await app.register(async (calls) => {
    // The signature is over the very bytes.
    calls.removeAllContentTypeParsers();
    calls.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: LONGEST_CALL },
      async (_request: unknown, body: Buffer) => body,
    );
    calls.post('/paiement/stripe', async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const { body } = request;
      const isCall = Buffer.isBuffer(body) && typeof signature === 'string';
      const heard = isCall ? checkout.hear(body, signature, app.market.now()) : undefined;
      if (heard === undefined) {
        app.market.security('refused', { account: null, address: request.ip, what: 'payment call' });
        return reply.status(400).send({ received: false });
      }
      const hearing = heard && (await hearOfPayment(app.market, heard));
      // Said again later by Stripe, when what it is about stands in the books.
      if (hearing === 'early') return reply.status(409).send({ received: false });
      return { received: true };
    });
  });
}

function send(reply: FastifyReply, { status, styleHash, html }: PlainPage): FastifyReply {
  allowStyles(reply, [styleHash]);
  return reply.status(status).header('cache-control', 'no-store, private').type('text/html; charset=utf-8').send(html);
}
