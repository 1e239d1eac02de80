// Serves the page where the sandbox is paid, beside the API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { uuid } from '#contract/fields/values.ts';
import { paths } from '#paths';
import { allowStyles } from '../../plugins/security-headers.ts';
import { presentPayment, unknownPayment } from '../../presenters/payment-page.ts';
import type { PlainPage } from '../../presenters/plain-page.ts';
import { payInSandbox } from '../../sales/paying.ts';
import { paymentShown } from '../../sales/payment-view.ts';
import { type SandboxPayment, sandboxPaymentById } from '../../services/payment-sandbox.ts';

const address = z.object({ id: uuid });
const answers = z.object({ result: z.enum(['accepted', 'pending', 'declined']) });

/**
 * It is the provider's side of a payment,
 * so it lives beside the API and knows a payment by its unguessable reference alone.
 */
export async function paymentPages(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );

  app.get('/paiement/:id', async (request, reply) => {
    const { db, now } = app.market;
    const payment = await paymentAt(request);
    return send(reply, payment ? presentPayment(await paymentShown(db, payment, now())) : unknownPayment());
  });

  app.post('/paiement/:id', async (request, reply) => {
    const payment = await paymentAt(request);
    if (!payment) return send(reply, unknownPayment());
    const body = answers.safeParse(request.body);
    if (!body.success) return reply.redirect(`/paiement/${payment.id}`, 303);
    await payInSandbox(app.market, payment, body.data.result);
    const ended = await sandboxPaymentById(app.market.db, payment.id);
    // What the address says is for the eye only: the market asks the provider how the payment ended.
    return reply.redirect(`${paths.paymentResult}?Id=${payment.orderId}&Result=${ended?.state ?? 'expired'}`, 303);
  });

  async function paymentAt({ params }: FastifyRequest): Promise<SandboxPayment | undefined> {
    const named = address.safeParse(params);
    return named.success ? sandboxPaymentById(app.market.db, named.data.id) : undefined;
  }
}

function send(reply: FastifyReply, { status, styleHash, html }: PlainPage): FastifyReply {
  allowStyles(reply, [styleHash]);
  return reply.status(status).header('cache-control', 'no-store, private').type('text/html; charset=utf-8').send(html);
}
