// Rows of the local database.
// A command row is a user's intent: it contains no token and no absolute address, and leaves the outbox only in the
// transaction that writes its outcome to the journal.

import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';

/** The server's view of an aggregate. */
export type AggregateView = Cart | StoreOrder | MerchantProduct | MerchantStore | Coupon;

/** A user's id or a visitor's id; a row's owner never changes. */
export type Owner = `u:${string}` | `v:${string}`;

export type ParkReason =
  | 'auth'
  | 'conflict'
  | 'expired'
  | 'stuck'
  | 'needs-update'
  | 'dependency'
  /** Damaged, or of an unknown version. */
  | 'unreadable';

/** The request of the first attempt; all attempts of a generation send the same bytes. */
export interface FrozenRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** With a picture: the part before its bytes. */
  body: string | null;
  /** The bytes in the body; none or one. */
  blobIds: string[];
  /** The part after the bytes. */
  after?: string;
}

/** A message about a completed command, or the reason of a refusal. */
export interface Notice {
  code: string;
  text: string;
  detail?: Record<string, unknown>;
}

/** Result of an inconclusive attempt. Without a status there was no answer; without a text the answer was untrusted. */
export interface LastTry {
  at: number;
  status?: number | undefined;
  text?: string | undefined;
}

export interface Cmd<T extends string = string, A = unknown> {
  /** Total order over all tabs. */
  seq: number;
  /** UUID; also the idempotency key of generation 0. */
  id: string;
  owner: Owner;
  /** The changed aggregate: 'cart:<local uuid>', 'storeOrder:12' … Commands of a lane run in order. */
  lane: string;
  type: T;
  /** Version of the shape of `args`. */
  v: number;
  args: A;
  /** The base values that the user saw. */
  base?: { version?: number; values?: Record<string, unknown> };
  /** Displayed unit price in cents, to detect a change. */
  seenPrice?: number;
  /** Ids of commands that must finish first. */
  deps?: string[];
  state: 'queued' | 'inflight' | 'parked';
  parkedFor?: ParkReason;
  /** App version that could not read it. */
  parkedBy?: string;
  /** Original values of corrupt fields that were overwritten. */
  corruptFields?: Record<string, unknown>;
  /** Grows by one only after a definitive refusal was rebased. */
  gen: number;
  req?: FrozenRequest;
  attempts: number;
  /** Sent without an answer: it is unknown whether the server acted. */
  doubt: boolean;
  /** Expired, but the user wants it sent. */
  insisted?: boolean;
  /** The user cancelled it while its outcome was unknown. */
  undo?: boolean;
  triedAt?: number;
  nextAt: number;
  /** The server requested the delay until `nextAt`. */
  retryAfterRequested?: boolean;
  lease?: string;
  leaseUntil?: number;
  /** The final refusal that parked it. */
  serverRefusal?: { status: number; code?: string; detail?: Record<string, unknown> };
  last?: LastTry | undefined;
  /** Number of consecutive 5xx answers, and time of the first. */
  failures?: number;
  failingSince?: number;
  /** Number of automatic rebases onto changes of other devices. */
  rebased?: number;
  /** Size of its pictures. */
  bytes?: number;
  /** Its owner has logged out; personal data in the answer is not stored. */
  ownerLoggedOut?: boolean;
  /** Device time. */
  createdAt: number;
  /** Server time, as far as known (see replay/age.ts). */
  datedAt?: number | undefined;
  appVersion: string;
}
export type NewCmd = Omit<Cmd, 'seq'>;

/** Latest server view of an aggregate; its version never decreases. */
export interface Snapshot<V = AggregateView> {
  owner: Owner;
  lane: string;
  version: number;
  view: V;
  seenAt: number;
}

/**
 * A completed command whose minimal answer had only the cart's version: it is applied on top of the view until the next
 * view arrives.
 */
export interface AppliedCmd extends Cmd {
  /** Version of the cart after the command. */
  version: number;
}

export interface IdMapping {
  owner: Owner;
  tempId: string;
  iri: string;
}

/** Bytes waiting to be uploaded: an ArrayBuffer, since WebKit refuses blobs in private mode. */
export interface StoredBytes {
  blobId: string;
  cmdId: string;
  owner: Owner;
  bytes: ArrayBuffer;
  mime: string;
  size: number;
}

export interface JournalEntry {
  n: number;
  at: number;
  owner: Owner;
  cmdId: string;
  lane: string;
  type: string;
  sentence: string;
  outcome: 'done' | 'rejected' | 'cancelled';
  status?: number;
  code?: string;
  notices: Notice[];
  /** Arguments of a refused command, to submit it again. */
  args?: unknown;
  /** Version of the shape of `args`. */
  v?: number;
  /** The base values that the user saw. */
  base?: Cmd['base'];
  /** Id of the refused command that this one depended on; both are reported together. */
  causedBy?: string;
  violations?: { propertyPath: string; message: string }[];
  dismissed: 0 | 1;
}
export type NewJournalEntry = Omit<JournalEntry, 'n'>;

/** The current owner of the device, from the last verified token. */
export interface SessionRow {
  k: 'current';
  owner: Owner;
  /** Copy of the access token for the service worker; never the refresh token. */
  token: string;
  /** Milliseconds, by the server's clock; 0 for a token that may not be sent any more. */
  expiresAt: number;
}

export type MetaRow =
  | { k: 'installId'; value: string }
  /** Written at each opening, to see whether anything can be. */
  | { k: 'tried'; value: number };

/** An owner's open cart on this device. `serverId` after the first answer. */
export interface DeviceCart {
  k: `cart:${Owner}`;
  owner: Owner;
  lane: string;
  serverId: string | null;
}
/** Unsent form input. */
export interface DraftRow {
  k: `draft:${Owner} ${string}`;
  values: unknown;
  at: number;
}
/** Visitors whose pending writes join this user's at the next login. */
export interface JoiningRow {
  k: `joins:${Owner}`;
  visitors: Owner[];
}
export type DeviceRow = DeviceCart | DraftRow | JoiningRow | { k: 'visitorId'; value: string };

export interface ViewedItem {
  /** '/products/<uuid>' or another resource. */
  id: string;
  time: number;
}
