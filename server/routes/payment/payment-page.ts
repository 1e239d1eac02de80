// Sandbox payment page, outside the API.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { uuid } from '#contract/fields/values.ts';
import { paths } from '#paths';
import { sendPlainPage } from '../../plugins/send-plain-page.ts';
import { presentPayment, unknownPayment } from '../../presenters/payment-page.ts';
import { payInSandbox } from '../../sales/payment-start.ts';
import { readPaymentView } from '../../sales/payment-view.ts';
import { findSandboxPayment, type SandboxPayment } from '../../services/payment-sandbox.ts';

const pageParams = z.object({ id: uuid });
const paymentForm = z.object({ result: z.enum(['accepted', 'pending', 'declined']) });

/** Acts as the payment provider: a payment is identified by its unguessable id alone. */
export async function paymentPages(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );

  app.get('/paiement/:id', async (request, reply) => {
    const { db, now } = app.market;
    const payment = await paymentAt(request);
    return sendPlainPage(reply, payment ? presentPayment(await readPaymentView(db, payment, now())) : unknownPayment());
  });

  app.post('/paiement/:id', async (request, reply) => {
    const payment = await paymentAt(request);
    if (!payment) return sendPlainPage(reply, unknownPayment());
    const body = paymentForm.safeParse(request.body);
    if (!body.success) return reply.redirect(`/paiement/${payment.id}`, 303);
    await payInSandbox(app.market, payment, body.data.result);
    const ended = await findSandboxPayment(app.market.db, payment.id);
    // The result in the address is for display only: the market asks the provider.
    return reply.redirect(`${paths.paymentResult}?Id=${payment.orderId}&Result=${ended?.state ?? 'expired'}`, 303);
  });

  async function paymentAt({ params }: FastifyRequest): Promise<SandboxPayment | undefined> {
    const named = pageParams.safeParse(params);
    return named.success ? findSandboxPayment(app.market.db, named.data.id) : undefined;
  }
}
