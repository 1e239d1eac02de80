// Pending writes and decisions of the current owner, published by the engine. Empty until the outbox is open.
// Guarantee: all displayed counts are lengths of these lists.
import { atom, useAtomValue } from 'jotai';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Image } from '#contract/fields/values.ts';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { type CommitOrder, commitOrderCommand } from '#sync/commands/commitment.ts';
import { isCommandOf } from '#sync/commands/record.ts';
import type { CommandContent, ReadCommand } from '#sync/commands/registry.ts';
import type { Choice, ConflictField, ConflictKind } from '#sync/pending/conflict.ts';
import type { PendingWrite } from '#sync/pending/waiting.ts';
import type { WriteEnd } from '../page/engine-port.ts';

export const pendingAtom = atom<ReadCommand[]>([]);

/** Answers to own writes on store orders; reads may be older. */
export const storeOrderViewsAtom = atom<readonly StoreOrder[]>([]);
/** Answers to own writes on the store. */
export const storeViewsAtom = atom<readonly MerchantStore[]>([]);
/** Answers to own writes on its products. */
export const productViewsAtom = atom<readonly MerchantProduct[]>([]);
/** Answers to own writes on its coupons. */
export const couponViewsAtom = atom<readonly Coupon[]>([]);

/** The newer one of a read and of the answer to an own write. */
export const newestOf = <T extends { id: string; version: number }>(read: T, views: readonly T[]): T =>
  views.find(({ id, version }) => id === read.id && version > read.version) ?? read;

/** Ends of writes since the page was opened, by command id. */
export const endsAtom = atom<ReadonlyMap<string, WriteEnd>>(new Map());

/** A pending write in the list, with display data. */
export interface WaitingWrite extends Omit<PendingWrite, 'attempts' | 'editable' | 'lineKey' | 'detail'> {
  /** Address of the page that edits it. */
  editTo: string | null;
  /** Picture of its product, if it has one. */
  product: { image: Image | null } | null;
}

/** A choice with its button label. */
export interface DecisionChoice {
  choice: Choice;
  label: string;
  variant: 'primary' | 'secondary' | 'quiet';
  /** Address of the page where it continues. */
  to?: string;
}

/** An unexpected outcome, to be reviewed or decided by the user. */
export interface Decision {
  id: string;
  kind: ConflictKind;
  type: string;
  lane: string;
  /**
   * refused: not done. conflict: needs a choice. changed: done at another price. notice: done otherwise than wanted, or
   * to be paid. success: done as wanted, here or by another device, and nothing left to do.
   */
  tone: 'refused' | 'conflict' | 'changed' | 'notice' | 'success';
  /** What happened. */
  title: string;
  /** What was requested. */
  sentence: string;
  /** Other writes that failed with it, or that the same choice decides. */
  also: string[];
  fields: ConflictField[];
  /** Column headings of the compared values. */
  sides: { before: string; mine: string; theirs: string };
  choices: DecisionChoice[];
  /** Address of the page that can change the request. */
  editTo: string | null;
  /** Pending writes that this decision covers; shown inside of it. */
  rows: string[];
  /** The request and its violations, to fill the form again. */
  content: CommandContent | null;
  violations: Violation[];
}

export interface Tray {
  /** Read from the device, so that an empty list is certain. */
  ready: boolean;
  /** False if there are decisions whose code could not be loaded. */
  complete: boolean;
  /** Pending writes of other owners exist on this device. */
  ofOthers: boolean;
  waiting: WaitingWrite[];
  decisions: Decision[];
  /** Time of the last answered write; null if unknown. */
  lastSentAt: number | null;
}
export const emptyTray: Tray = {
  ready: false,
  complete: true,
  ofOthers: false,
  waiting: [],
  decisions: [],
  lastSentAt: null,
};
/** Everything on the device. */
export const trayAtom = atom<Tray>(emptyTray);
/** Refusals that a form displays (see refusal-in-form.ts). */
export const refusalsInFormsAtom = atom<ReadonlySet<string>>(new Set<string>());
/** Without the refusals that a form displays. */
export const shownTrayAtom = atom((get) => {
  const [tray, inForms] = [get(trayAtom), get(refusalsInFormsAtom)];
  if (inForms.size === 0) return tray;
  return { ...tray, decisions: tray.decisions.filter(({ id }) => !inForms.has(id)) };
});
export const useTray = () => useAtomValue(shownTrayAtom);

/** Decisions of one lane ('storeOrder:5001') or of one kind ('cart:'). */
export function useDecisions(lane: string): Decision[] {
  const { decisions } = useTray();
  const isOf = (one: string) => (lane.endsWith(':') ? one.startsWith(lane) : one === lane);
  return decisions.filter((decision) => isOf(decision.lane));
}

/** A save that was refused after it had been queued. */
export interface LateRefusal<A> {
  /** Command id. */
  id: string;
  text: string;
  violations: readonly Violation[];
  request: A;
}

/** The first refusal for which `requestIn` returns the form's request; null without one. */
export function lateRefusal<A>(
  decisions: readonly Decision[],
  requestIn: (content: CommandContent) => A | null,
): LateRefusal<A> | null {
  for (const { id, tone, content, title, violations } of decisions) {
    const request = tone === 'refused' && content ? requestIn(content) : null;
    if (request !== null) return { id, text: title, violations, request };
  }
  return null;
}

export const useLateRefusal = <A>(requestIn: (content: CommandContent) => A | null) =>
  lateRefusal(useTray().decisions, requestIn);

/** Is it an order that was committed on this device? */
export const isOrder = ({ type }: { type: string }): boolean => type === commitOrderCommand.type;

/** What a command orders; null for any other command. */
export const orderIn = (row: CommandContent | null | undefined): CommitOrder | null =>
  isCommandOf(row, commitOrderCommand) ? row.args : null;

export const useWaitingOrders = () => useTray().waiting.filter(isOrder);

export interface Counts {
  /** Writes that wait for the network or their turn. */
  waiting: number;
  /** Writes that need a review or a decision; a success needs none. */
  toReview: number;
  /** Sum of both: the number on the badge. */
  all: number;
}

/** The only count of pending writes: for header line, badge, list and cart. */
export function countsOf({ waiting, decisions }: Pick<Tray, 'waiting' | 'decisions'>): Counts {
  const decided = new Set(decisions.flatMap(({ rows }) => rows));
  const undecided = waiting.filter(({ id }) => !decided.has(id)).length;
  const all = waiting.length + decisions.filter(({ rows, tone }) => rows.length === 0 && tone !== 'success').length;
  return { waiting: undecided, toReview: all - undecided, all };
}
export const useCounts = () => countsOf(useTray());
