// Stand-in for Stripe's API, for the few calls of the market: sessions, refunds, idempotency keys, failures, silence.
// The shapes, errors included, follow Stripe's reference (docs.stripe.com/api).
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { openStripeConnect, type StripeConnect } from './stripe-connect.ts';

type Fields = Record<string, unknown>;

export interface Session extends Fields {
  id: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  url: string | null;
}

/** breakdown: a 500; silence: nothing is done or answered; lost: it is done, and the answer is lost. */
export type Fault = 'breakdown' | 'silence' | 'lost';

export interface StripeStandIn {
  address: string;
  sessions: Map<string, Session>;
  refunds: Fields[];
  connect: StripeConnect;
  /** 'POST /v1/refunds key' for each call. */
  calls: { call: string; key: string | undefined; fields: Fields }[];
  /** Faults of the next calls whose 'METHOD /path' begins like this, in order. */
  fail(call: string, ...faults: Fault[]): void;
  sessionOf(paymentId: string): Session;
  /** The shopper pays: at once, or by a method that takes days. */
  pay(session: Session, status?: 'paid' | 'unpaid'): void;
  /** A payment that takes days is completed. */
  end(session: Session, how: 'paid' | 'refused'): void;
  /** Keys expire after a day. */
  forgetKeys(): void;
  close(): Promise<void>;
}

export const SECRET_KEY = 'sk_test_standIn';
export const WEBHOOK_SECRET = 'whsec_standIn';

/** @param at time, seconds */
export function signed(payload: string, at: number, secret = WEBHOOK_SECRET): string {
  return new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
}

/** An event in Stripe's form. */
export const eventOf = (type: string, object: Fields): string =>
  JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    ...{ api_version: '2026-10-28.endive', created: 1_760_000_000, livemode: false, pending_webhooks: 1, type },
    ...{ request: { id: null, idempotency_key: null }, data: { object } },
  });

interface Answer {
  status: number;
  body: Fields;
}

export async function openStripeStandIn(): Promise<StripeStandIn> {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Fields>();
  const stored = new Map<string, Answer & { asked: string }>();
  const faults: { call: string; fault: Fault }[] = [];
  const id = (prefix: string) => `${prefix}_test_${randomBytes(12).toString('hex')}`;

  const standIn: StripeStandIn = {
    ...{ address: '', sessions, refunds: [], calls: [] },
    connect: openStripeConnect((charge) => {
      const intent = [...intents.values()].find((each) => each.latest_charge === charge);
      return intent && Number(intent.amount);
    }),
    fail: (call, ...wanted) => faults.push(...wanted.map((fault) => ({ call, fault }))),
    sessionOf: (paymentId) =>
      [...sessions.values()].find((session) => session.client_reference_id === paymentId) ??
      missing(`no session for ${paymentId}`),
    pay: (session, status = 'paid') => {
      const intent = id('pi');
      intents.set(intent, {
        ...{ id: intent, object: 'payment_intent', amount: session.amount_total, currency: session.currency },
        status: status === 'paid' ? 'succeeded' : 'processing',
        ...{ latest_charge: id('ch'), metadata: { payment: session.client_reference_id } },
      });
      Object.assign(session, { status: 'complete', payment_status: status, payment_intent: intent, url: null });
    },
    end: (session, how) => {
      const intent = intents.get(session.payment_intent ?? '') ?? missing('nothing was begun');
      if (how === 'paid') session.payment_status = 'paid';
      intent.status = how === 'paid' ? 'succeeded' : 'requires_payment_method';
    },
    forgetKeys: () => stored.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const answer = (call: string, fields: Fields): Answer => {
    const [, named, expiring] = /\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(call) ?? [];
    if (call === 'POST /v1/checkout/sessions') {
      const least = "The Checkout Session's total amount due must add up to at least €0.50 eur";
      const isEnough = Number(fields['line_items[0][price_data][unit_amount]']) >= 50;
      return isEnough ? ok(create(fields)) : refused(400, 'amount_too_small', least);
    }
    if (named !== undefined) {
      const session = sessions.get(named);
      if (!session) return refused(404, 'resource_missing', `No such checkout.session: ${named}`);
      if (expiring === undefined) return ok(shown(session, fields));
      if (session.status !== 'open') {
        return refused(400, undefined, 'Only Checkout Sessions with a status in ["open"] can be expired.');
      }
      return ok(Object.assign(session, { status: 'expired', url: null }));
    }
    if (call === 'POST /v1/refunds') return giveBack(fields);
    if (call === 'GET /v1/refunds') {
      const data = standIn.refunds.filter(({ payment_intent: paid }) => paid === fields.payment_intent);
      return ok({ object: 'list', url: '/v1/refunds', has_more: false, data });
    }
    const known = standIn.connect.answer(call, fields);
    return known ?? refused(404, undefined, `Unrecognized request URL (${call}).`);
  };

  function create(fields: Fields): Session {
    const name = id('cs');
    const session: Session = {
      ...{ id: name, object: 'checkout.session', after_expiration: null, livemode: false, mode: fields.mode },
      ...{ amount_subtotal: Number(fields['line_items[0][price_data][unit_amount]']), locale: fields.locale },
      amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
      currency: String(fields['line_items[0][price_data][currency]']),
      client_reference_id: typeof fields.client_reference_id === 'string' ? fields.client_reference_id : null,
      ...{ customer: null, customer_details: null, metadata: { payment: fields['metadata[payment]'] } },
      ...{ expires_at: Number(fields.expires_at), payment_method_types: ['card'] },
      ...{ success_url: fields.success_url, cancel_url: fields.cancel_url },
      ...{ status: 'open', payment_status: 'unpaid', payment_intent: null },
      url: `https://checkout.stripe.com/c/pay/${name}`,
    };
    sessions.set(name, session);
    return session;
  }

  const shown = (session: Session, fields: Fields): Fields =>
    fields['expand[0]'] === 'payment_intent' && session.payment_intent !== null
      ? { ...session, payment_intent: intents.get(session.payment_intent) }
      : session;

  function giveBack(fields: Fields): Answer {
    const intent = intents.get(String(fields.payment_intent));
    if (!intent) return refused(404, 'resource_missing', `No such payment_intent: ${fields.payment_intent}`);
    const amount = Number(fields.amount);
    const before = standIn.refunds.reduce(
      (sum, refund) => (refund.payment_intent === intent.id ? sum + Number(refund.amount) : sum),
      0,
    );
    if (before + amount > Number(intent.amount)) {
      return refused(400, undefined, `Refund amount (${amount}) is greater than unrefunded amount on charge.`);
    }
    const refund = {
      ...{ id: id('re'), object: 'refund', amount, currency: 'eur', payment_intent: intent.id, status: 'succeeded' },
      metadata: { refund: fields['metadata[refund]'], payment: fields['metadata[payment]'] },
    };
    standIn.refunds.push(refund);
    return ok(refund);
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const body = await read(request);
    const fields = Object.fromEntries(new URLSearchParams(request.method === 'GET' ? url.search : body));
    const call = `${request.method} ${url.pathname}`;
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' ? header : undefined;
    standIn.calls.push({ call, key, fields });
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return reply(response, refused(401, undefined, 'Invalid API Key provided.'));
    }
    const current = key === undefined ? undefined : stored.get(key);
    if (current && current.asked !== call + body) {
      return reply(response, {
        status: 400,
        body: {
          error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used once.' },
        },
      });
    }
    const at = faults.findIndex((fault) => call.startsWith(fault.call));
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === 'silence') return;
    const visibleText = current ?? (fault === 'breakdown' ? broken : answer(call, fields));
    if (key !== undefined)
      stored.set(key, { ...visibleText, body: structuredClone(visibleText.body), asked: call + body });
    if (fault !== 'lost') reply(response, visibleText, current !== undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}

const ok = (body: Fields): Answer => ({ status: 200, body });
const broken: Answer = { status: 500, body: { error: { type: 'api_error', message: 'Broken.' } } };
const refused = (status: number, code: string | undefined, message: string): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...(code !== undefined && { code }) } },
});

function reply(response: ServerResponse, { status, body }: Answer, isRepeated = false): void {
  response.writeHead(status, {
    ...{ 'content-type': 'application/json', 'request-id': 'req_standIn' },
    ...(isRepeated && { 'idempotent-replayed': 'true' }),
  });
  response.end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function missing(what: string): never {
  throw new Error(what);
}
