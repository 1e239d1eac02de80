// Ledger of all arrivals at the server in their order: the reference for the checks.
import type { AggregateView } from '#db/rows.ts';
import { lineKeyOfItem } from '#sync/commands/cart-lines.ts';
import { isCart } from '#sync/commands/record.ts';
import { type Injectable, type WholeAnswer, wholeAnswer } from '../support/network.ts';

/** One write with a key, as it arrived. */
export interface Arrival {
  /** The sending device. */
  machine: number;
  key: string;
  method: string;
  url: string;
  body: string;
  /** X-Command-Owner. */
  owner: string;
  /** The user of its token; null without one. */
  bearer: string | null;
  /** The status of the complete answer, even after a minimal one. */
  status: number;
  answer: string;
  /** The server marked the answer as a repetition. */
  replayed: boolean;
  /** Server time, milliseconds. */
  at: number;
}

/** Statuses that decide nothing: the same key may get another answer later. */
const transientStatuses = new Set([401, 403, 408, 425, 429]);
export const isDefinitive = ({ status, answer }: Arrival) =>
  status < 500 && !transientStatuses.has(status) && !(status === 409 && answer.includes('"in-progress"'));
export const hasEffect = (arrival: Arrival) => arrival.status < 300;

export class Ledger {
  readonly arrivals: Arrival[] = [];
  /** Key to its first definitive answer. */
  readonly firstAnswers = new Map<string, Arrival>();
  /** IRI to its newest view, for resources with versions. */
  readonly views = new Map<string, AggregateView>();
  /** IRI of a cart's item to its line key. */
  readonly lines = new Map<string, string>();
  /** IRI of a cart's item to its cart's id. */
  readonly cartOfItem = new Map<string, string>();
  /** Requests being carried out. */
  active = 0;

  constructor(private readonly now: () => number) {}

  /** The server as seen by one device. */
  observe(app: Injectable, machine: number): Injectable {
    return {
      inject: async (request) => {
        this.active += 1;
        try {
          const reply = await app.inject(request);
          const whole = await wholeAnswer(app, request, reply);
          this.recordArrival(machine, request, whole, reply.headers['idempotency-replayed'] === 'true');
          const { statusCode, headers, payload } = reply;
          return { statusCode, headers, payload, whole };
        } finally {
          this.active -= 1;
        }
      },
    };
  }

  private recordArrival(
    machine: number,
    { method, url, headers, payload }: Parameters<Injectable['inject']>[0],
    { status, body: answer }: WholeAnswer,
    replayed: boolean,
  ): void {
    if (status < 300 && answer.startsWith('{')) this.storeView(JSON.parse(answer) as AggregateView);
    const key = headers['idempotency-key'];
    if (!key) return;
    const arrival: Arrival = {
      machine,
      key,
      method,
      url,
      body: typeof payload === 'string' ? payload : '',
      owner: headers['x-command-owner'] ?? '',
      bearer: subjectOf(headers.authorization),
      status,
      answer,
      replayed,
      at: this.now(),
    };
    this.arrivals.push(arrival);
    if (isDefinitive(arrival) && !this.firstAnswers.has(key)) this.firstAnswers.set(key, arrival);
  }

  private storeView(view: AggregateView): void {
    if (!('version' in view)) return;
    const known = this.views.get(view['@id']);
    if (!known || known.version <= view.version) this.views.set(view['@id'], view);
    if (!isCart(view)) return;
    for (const item of view.items) {
      this.lines.set(item['@id'], lineKeyOfItem(item));
      this.cartOfItem.set(item['@id'], view.id);
    }
  }

  /** The cart a request is about; null for other requests. */
  cartOf({ url }: Arrival): string | null {
    const path = url.replace(/^\/api/, '');
    return /^\/carts\/([0-9a-f-]{36})\//.exec(path)?.[1] ?? this.cartOfItem.get(path) ?? null;
  }
}

function subjectOf(authorization: string | undefined): string | null {
  if (!authorization) return null;
  const content: unknown = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString());
  return String(Reflect.get(content as object, 'user_id'));
}
