// The rows of the local database. A command row is a person's intent: it carries no token and no absolute address, and
// leaves the outbox only in the transaction that writes its outcome to the journal.

import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';

/** What the server says of an aggregate. */
export type View = Cart | StoreOrder | MerchantProduct | MerchantStore | Coupon;

/** A user's id or a visitor's id; a row's owner never changes. */
export type Owner = `u:${string}` | `v:${string}`;

export type ParkReason =
  | 'auth'
  | 'conflict'
  | 'expired'
  | 'stuck'
  | 'needs-update'
  | 'dependency'
  /** Damaged, or of a shape that this version of the app does not know. */
  | 'unreadable';

/** The request as it was first sent: every later attempt of the same generation sends the same bytes. */
export interface FrozenRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** With a picture: what stands before its bytes. */
  body: string | null;
  /** The bytes that stand in the body; none or one. */
  blobIds: string[];
  /** What stands after them. */
  after?: string;
}

/** Something worth telling about a command that went through, or why it did not. */
export interface Notice {
  code: string;
  text: string;
  detail?: Record<string, unknown>;
}

/** What an attempt came to that did not end it: without a status nobody answered, without a text it was not the market. */
export interface LastTry {
  at: number;
  status?: number | undefined;
  text?: string | undefined;
}

export interface Cmd<T extends string = string, A = unknown> {
  /** Total order of enqueueing over all tabs. */
  seq: number;
  /** UUID; also the idempotency key of generation 0. */
  id: string;
  owner: Owner;
  /** The aggregate it changes: 'cart:<local uuid>', 'storeOrder:12' … Commands of a lane go in order. */
  lane: string;
  type: T;
  /** Version of the shape of `args`. */
  v: number;
  args: A;
  /** What the person was looking at. */
  base?: { version?: number; values?: Record<string, unknown> };
  /** Cents of the unit price shown, to tell when it has changed. */
  seenPrice?: number;
  /** Ids of commands that must be done before. */
  deps?: string[];
  state: 'queued' | 'inflight' | 'parked';
  parkedFor?: ParkReason;
  /** The version of the app that could not read it. */
  parkedBy?: string;
  /** Set aside as unreadable: what was found in the fields that had to be written over. */
  aside?: Record<string, unknown>;
  /** Grows by one only after a definitive refusal was rebased. */
  gen: number;
  req?: FrozenRequest;
  attempts: number;
  /** It was sent and nobody knows whether the server acted. */
  doubt: boolean;
  /** Old, and the person wants it sent all the same. */
  insisted?: boolean;
  /** The person asked to undo it while its outcome was unknown. */
  undo?: boolean;
  triedAt?: number;
  nextAt: number;
  /** The server itself asked to wait until `nextAt`. */
  told?: boolean;
  lease?: string;
  leaseUntil?: number;
  /** The definitive refusal that parked it. */
  said?: { status: number; code?: string; detail?: Record<string, unknown> };
  last?: LastTry | undefined;
  /** Consecutive 5xx answers, and when the first of them came. */
  failures?: number;
  failingSince?: number;
  /** How often it went again by itself over what another device had written. */
  rebased?: number;
  /** Of the pictures kept for it. */
  bytes?: number;
  /** Its owner has left the device: what its answer says of them is not kept. */
  away?: boolean;
  /** By the device's clock. */
  createdAt: number;
  /** The same by the server's, as far as it is known (see replay/age.ts). */
  datedAt?: number | undefined;
  appVersion: string;
}
export type NewCmd = Omit<Cmd, 'seq'>;

/** Last server view of an aggregate; its version never decreases. */
export interface Snapshot<V = View> {
  owner: Owner;
  lane: string;
  version: number;
  view: V;
  seenAt: number;
}

/**
 * A command that the server has done and answered with nothing but the version of its cart: the cart's view does not show
 * it yet, and is shown with it. Goes with the next view.
 */
export interface AppliedCmd extends Cmd {
  /** Of the cart, once it was done. */
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
  /** What was asked, kept for a refusal only, so that it can be asked again. */
  args?: unknown;
  /** Version of the shape of `args`. */
  v?: number;
  /** What the person had been looking at. */
  base?: Cmd['base'];
  /** Id of the refused command without which this one made no sense: they are told together. */
  causedBy?: string;
  violations?: { propertyPath: string; message: string }[];
  dismissed: 0 | 1;
}
export type NewJournalEntry = Omit<JournalEntry, 'n'>;

/** Whose device this is now, as far as the last verified token said. */
export interface SessionRow {
  k: 'current';
  owner: Owner;
  /** Mirror of the access token for the service worker; the refresh token is never here. */
  token: string;
  /** Milliseconds, by the server's clock; 0 for a token that may not be sent any more. */
  expiresAt: number;
}

export type MetaRow =
  | { k: 'installId'; value: string }
  /** Written at each opening, to see whether anything can be. */
  | { k: 'tried'; value: number };

/** The cart that an owner fills on this device. `serverId` once the server has answered. */
export interface DeviceCart {
  k: `cart:${Owner}`;
  owner: Owner;
  lane: string;
  serverId: string | null;
}
/** What was typed and not sent yet. */
export interface DraftRow {
  k: `draft:${Owner} ${string}`;
  values: unknown;
  at: number;
}
/** Visitors whose things this user left waiting here: they join the user's at their return. */
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
