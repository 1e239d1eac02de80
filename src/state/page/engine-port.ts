// The one way from the screens to what works behind them (outbox, replay, reads): an interface that the app fills before the
// first use. Guarantee: its code comes on idle or with the first use, which waits for it; a load or an opening that failed is
// told to whoever asked, and the next use tries again.

import type { SentFile } from '#api/client.ts';
import type { ApiError } from '#api/errors.ts';
import type { TokenPair } from '#contract/account/users.ts';
import type { Agreed } from '#contract/orders/agreed-terms.ts';
import type { EndpointAnswer, EndpointArguments, ReadName, WriteName } from '#contract/registry.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import type { Owner } from '#db/rows.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import type { ShownOrder } from '#sync/commands/commitment.ts';
import type { Command, CommandArgs } from '#sync/commands/registry.ts';
import type { RequestType, requestStockAlertCommand } from '#sync/commands/requests.ts';
import type { Written } from '#sync/outbox/enqueue.ts';
import type { Choice } from '#sync/pending/conflict.ts';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import type { Sync } from '#sync/sync.ts';
import type { Seen } from './query-client.ts';

export interface ReadOptions<T> {
  signal: AbortSignal;
  last: Seen<T> | undefined;
  /** The network answers after what is kept was shown. */
  later(seen: Seen<T>): void;
}

export type WriteOutcome<N extends WriteName> =
  | { outcome: 'sent'; answer: EndpointAnswer<N> }
  | { outcome: 'refused'; violations: Violation[]; error: ApiError }
  | { outcome: 'offline' };

export type SessionOutcome =
  | { outcome: 'in' }
  /** `message` is for the whole form; `violations` for its fields. */
  | { outcome: 'refused'; message: string; violations: Violation[]; error: ApiError | null }
  | { outcome: 'offline' };

/** What its owner has not seen the end of when they ask to leave. */
export interface Leaving {
  /** Writes that wait, for the network or for a choice. */
  waiting: number;
  /** What came out otherwise, and was not looked at. */
  untold: number;
}

export type RequestOutcome =
  | { outcome: 'sent' }
  /** It waits on the device, under this id. */
  | { outcome: 'queued'; id: string }
  /** `text` says why, for the whole form. `id`: null where it breaks the contract, and was never kept. */
  | { outcome: 'refused'; id: string | null; text: string; violations: Violation[] };

/** On the device, or refused by the contract's own rules and never stored. */
export type SubmittedRequest = Submitted | { outcome: 'refused'; id: null; text: string; violations: Violation[] };

/** Those that have a form of their own, and the wish to be told when a product is back. */
export type Sendable = RequestType | typeof requestStockAlertCommand.type;
/** How a write ended. */
export type Ended = 'done' | 'rejected' | 'cancelled';

export type DraftValues = Record<string, unknown>;
/** Null: sent, or given up. */
export interface DraftChange {
  owner: Owner;
  key: string;
  values: DraftValues | null;
}

/** reached: the market answers, nothing has to be kept for it. changed: the cart is no longer what was agreed to. */
export type Committed = 'kept' | 'reached' | 'changed';

export interface CartEngine {
  /**
   * @param arrived once the cart shows it, or never will
   * @returns false when there are not so many
   */
  add(args: AddToCart, key: string, arrived: () => void): Promise<boolean>;
}

export interface OrderingEngine {
  settled(): Promise<boolean>;
  cartId(): Promise<string | null>;
  startNewCart(): Promise<void>;
  commit(agreed: Agreed, order: ShownOrder): Promise<Committed>;
}

export interface SessionEngine {
  enter(identifier: string, password: string): Promise<SessionOutcome>;
  register(values: EndpointArguments<'users.create'>['body']): Promise<SessionOutcome>;
  leftBehind(): Promise<Leaving>;
  leave(waiting: 'keep' | 'discard'): Promise<void>;
  /** Unverified: only to ask whether one wants to be that person. */
  usernameOf(token: string): string | null;
  actAs(pair: TokenPair): Promise<boolean>;
}

export interface PendingEngine {
  retryWrite(id: string): Promise<void>;
  discardWrite(id: string): Promise<void>;
  findDamaged(): Promise<void>;
  copyWrite(id: string): Promise<boolean>;
  dismissWrite(id: string): Promise<void>;
  decide(id: string, choice: Choice, picked?: Record<string, 'mine' | 'theirs'>): Promise<void>;
  flushWrites(): Promise<boolean>;
}

export interface RequestEngine {
  submitRequest<T extends Sendable>(type: T, args: CommandArgs[T]): Promise<SubmittedRequest>;
}

export interface HistoryEngine {
  load(): Promise<void>;
  recordProductView(productId: string): Promise<void>;
  recordStoreView(storeIri: string): Promise<void>;
}

export interface Engine {
  /** Opens the outbox, and follows it from then on; says when it cannot. Called by `ready` only. */
  open(): Promise<Sync>;
  read<N extends ReadName>(
    name: N,
    args: EndpointArguments<N>,
    options: ReadOptions<EndpointAnswer<N>>,
  ): Promise<Seen<EndpointAnswer<N>>>;
  write<N extends WriteName>(name: N, args: EndpointArguments<N>, file?: SentFile): Promise<WriteOutcome<N>>;
  /** Resolves once the intent is on the device; rejects when the device cannot keep it. */
  dispatch(command: Command): Promise<Written>;
  /** The same, with what came of it when the answer comes within a moment. */
  send(command: Command): Promise<SendOutcome>;
  /** Resolves once the intent is on the device, with a promise of what comes of it within a moment. */
  submit(command: Command): Promise<Submitted>;
  keepDrafts(changes: readonly DraftChange[]): Promise<void>;
  cart: CartEngine;
  session: SessionEngine;
  history: HistoryEngine;
  /** These come with their first use. */
  ordering(): Promise<OrderingEngine>;
  pending(): Promise<PendingEngine>;
  requests(): Promise<RequestEngine>;
}

let loadEngine = (): Promise<Engine> => Promise.reject(new Error('Nothing stands behind the screens'));
let loading: Promise<Engine> | null = null;
let opening: Promise<Sync> | null = null;

/** Called by the app before anything is drawn. */
export function fillEnginePort(load: () => Promise<Engine>): void {
  loadEngine = load;
}

/** What works behind the screens, once its code is there. */
export function engine(): Promise<Engine> {
  loading ??= loadEngine().catch((failure: unknown) => {
    loading = null;
    throw failure;
  });
  return loading;
}

/** The sync layer, opened once a page; rejects when the device gives no storage. */
export function ready(): Promise<Sync> {
  opening ??= engine()
    .then(({ open }) => open())
    .catch((failure: unknown) => {
      opening = null;
      throw failure;
    });
  return opening;
}
