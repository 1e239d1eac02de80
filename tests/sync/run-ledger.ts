// What the server was asked and did, in its own order: the truth that the lives of devices are held against.
import type { AggregateView } from '#db/rows.ts';
import { lineKeyOfItem } from '#sync/commands/cart-lines.ts';
import { isCart } from '#sync/commands/record.ts';
import { type Injectable, type WholeAnswer, wholeAnswer } from '../support/network.ts';

/** One write with a key, as it arrived. */
export interface Arrival {
  /** Of which device. */
  machine: number;
  key: string;
  method: string;
  url: string;
  body: string;
  /** X-Command-Owner. */
  owner: string;
  /** Whom its token names; null without one. */
  bearer: string | null;
  /** Of the whole answer, where a minimal one stands for it. */
  status: number;
  answer: string;
  /** The server says that it has answered this key before. */
  replayed: boolean;
  /** Server time, milliseconds. */
  at: number;
}

/** Answers that say nothing of the command: the same key may be answered otherwise later. */
const transientStatuses = new Set([401, 403, 408, 425, 429]);
export const isDefinitive = ({ status, answer }: Arrival) =>
  status < 500 && !transientStatuses.has(status) && !(status === 409 && answer.includes('"in-progress"'));
export const hasEffect = (arrival: Arrival) => arrival.status < 300;

export class Ledger {
  readonly arrivals: Arrival[] = [];
  /** Key to its first definitive answer. */
  readonly firstAnswers = new Map<string, Arrival>();
  /** IRI to the newest view that was answered of what has versions. */
  readonly views = new Map<string, AggregateView>();
  /** IRI of a cart's item to the line it is. */
  readonly lines = new Map<string, string>();
  /** IRI of a cart's item to its cart's id. */
  readonly cartOfItem = new Map<string, string>();
  /** Requests being carried out. */
  active = 0;

  constructor(private readonly now: () => number) {}

  /** The server as one device reaches it. */
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
