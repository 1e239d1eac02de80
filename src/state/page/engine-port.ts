// Engine port: the only interface between the screens and the engine (outbox, replay, reads). The app sets it before
// the first use.
// Guarantee: the code loads on idle or with the first use, which waits for it; a failed load rejects, and the next use
// tries again.

import type { UploadFile } from '#api/client.ts';
import type { ApiError } from '#api/errors.ts';
import type { TokenPair } from '#contract/account/users.ts';
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import type { EndpointAnswer, EndpointArguments, ReadName, WriteName } from '#contract/registry.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import type { Owner } from '#db/rows.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import type { ShownOrder } from '#sync/commands/commitment.ts';
import type { Command, CommandArgs } from '#sync/commands/registry.ts';
import type { RequestType, requestStockAlertCommand } from '#sync/commands/requests.ts';
import type { SubmitResult } from '#sync/outbox/enqueue.ts';
import type { Choice } from '#sync/pending/conflict.ts';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import type { Sync } from '#sync/sync.ts';
import type { ReadResult } from './query-client.ts';

export interface ReadOptions<T> {
  signal: AbortSignal;
  last: ReadResult<T> | undefined;
  /** A later answer of the network, after a cached one was returned. */
  later(seen: ReadResult<T>): void;
}

export type WriteOutcome<N extends WriteName> =
  | { outcome: 'sent'; answer: EndpointAnswer<N> }
  | { outcome: 'refused'; violations: Violation[]; error: ApiError }
  | { outcome: 'offline' };

export type SessionOutcome =
  | { outcome: 'in' }
  /** The password is right, and the account has a second factor. */
  | { outcome: 'code-needed' }
  /** `message` belongs to the whole form, `violations` to its fields. */
  | { outcome: 'refused'; message: string; violations: Violation[]; error: ApiError | null }
  | { outcome: 'offline' };

/** Unfinished work of the owner at logout. */
export interface UnfinishedWork {
  /** Writes that wait, for the network or for a choice. */
  waiting: number;
  /** Outcomes that the user has not reviewed. */
  unseenOutcomes: number;
}

export type RequestOutcome =
  | { outcome: 'sent' }
  /** Waits on the device, under this command id. */
  | { outcome: 'queued'; id: string }
  /** `text`: reason for the whole form. `id`: null if the contract refused it, so that it was never stored. */
  | { outcome: 'refused'; id: string | null; text: string; violations: Violation[] };

/** On the device, or refused by the contract's own rules and never stored. */
export type SubmittedRequest = Submitted | { outcome: 'refused'; id: null; text: string; violations: Violation[] };

/** Requests with a form of their own, and the stock alert. */
export type Sendable = RequestType | typeof requestStockAlertCommand.type;
/** End of a write. */
export type WriteEnd = 'done' | 'rejected' | 'cancelled';

export type DraftValues = Record<string, unknown>;
/** Null: sent, or given up. */
export interface DraftChange {
  owner: Owner;
  key: string;
  values: DraftValues | null;
}

/** reached: the server is reachable, so nothing was stored. changed: the cart differs from the agreed one. */
export type CommitOutcome = 'kept' | 'reached' | 'changed';

export interface CartEngine {
  /**
   * @param arrived called when the cart shows it, or never will
   * @returns false above the stock
   */
  addItem(args: AddToCart, key: string, arrived: () => void): Promise<boolean>;
  /** Any other change of the cart. */
  submitChange(command: Command, key: string): Promise<SubmitResult>;
}

export interface OrderingEngine {
  waitForCartSync(): Promise<boolean>;
  serverCartId(): Promise<string | null>;
  openNewCart(): Promise<void>;
  commitOrder(agreed: AgreedTerms, order: ShownOrder, isEstimate: boolean): Promise<CommitOutcome>;
}

export interface SessionEngine {
  logIn(identifier: string, password: string, code?: string): Promise<SessionOutcome>;
  registerAccount(values: EndpointArguments<'users.create'>['body']): Promise<SessionOutcome>;
  unfinishedWork(): Promise<UnfinishedWork>;
  endSession(waiting: 'keep' | 'discard'): Promise<void>;
  /** Not verified; only for the question to the user. */
  usernameOf(token: string): string | null;
  impersonate(pair: TokenPair): Promise<boolean>;
}

export interface PendingEngine {
  retryCommand(id: string): Promise<void>;
  discardCommand(id: string): Promise<void>;
  restoreCartLine(removalId: string, line: AddToCart): Promise<void>;
  findCorruptRows(): Promise<void>;
  copyCommand(id: string): Promise<boolean>;
  dismissOutcome(id: string): Promise<void>;
  resolveDecision(id: string, choice: Choice, picked?: Record<string, 'mine' | 'theirs'>): Promise<void>;
  flushOutbox(): Promise<boolean>;
}

export interface RequestEngine {
  validateAndSubmit<T extends Sendable>(type: T, args: CommandArgs[T]): Promise<SubmittedRequest>;
}

export interface HistoryEngine {
  loadHistory(): Promise<void>;
  storeProductView(productId: string): Promise<void>;
  sendStoreView(storeIri: string): Promise<void>;
}

export interface Engine {
  /** Opens and follows the outbox, and reports a failure. Called by `getSync` only. */
  open(): Promise<Sync>;
  read<N extends ReadName>(
    name: N,
    args: EndpointArguments<N>,
    options: ReadOptions<EndpointAnswer<N>>,
  ): Promise<ReadResult<EndpointAnswer<N>>>;
  write<N extends WriteName>(name: N, args: EndpointArguments<N>, file?: UploadFile): Promise<WriteOutcome<N>>;
  /** Resolves once the command is on the device; rejects if the device cannot store it. */
  dispatch(command: Command): Promise<SubmitResult>;
  /** Like `dispatch`, with the outcome if it arrives within a moment. */
  send(command: Command): Promise<SendOutcome>;
  /** Like `dispatch`, with a promise of the outcome within a moment. */
  submit(command: Command): Promise<Submitted>;
  keepDrafts(changes: readonly DraftChange[]): Promise<void>;
  cart: CartEngine;
  session: SessionEngine;
  history: HistoryEngine;
  /** Loaded on first use. */
  ordering(): Promise<OrderingEngine>;
  pending(): Promise<PendingEngine>;
  requests(): Promise<RequestEngine>;
}

let loadEngine = (): Promise<Engine> => Promise.reject(new Error('Nothing stands behind the screens'));
let loading: Promise<Engine> | null = null;
let opening: Promise<Sync> | null = null;

/** Called by the app before the first render. */
export function setEngineLoader(load: () => Promise<Engine>): void {
  loadEngine = load;
}

/** The engine, loaded on first use. */
export function getEngine(): Promise<Engine> {
  loading ??= loadEngine().catch((failure: unknown) => {
    loading = null;
    throw failure;
  });
  return loading;
}

/** The sync layer, opened once per page; rejects without storage. */
export function getSync(): Promise<Sync> {
  opening ??= getEngine()
    .then(({ open }) => open())
    .catch((failure: unknown) => {
      opening = null;
      throw failure;
    });
  return opening;
}
