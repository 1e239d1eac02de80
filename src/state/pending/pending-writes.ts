// The waiting writes of the present owner, as the outbox holds them, how they change what is shown, and what wants a
// decision. Empty until the outbox is open; filled and refreshed by the engine. Guarantee: the counts shown anywhere are the
// lengths of these lists.

import { atom, useAtomValue } from 'jotai';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Image } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { type CommitOrder, commitOrderCommand } from '#sync/commands/commitment.ts';
import { isCommandOf } from '#sync/commands/record.ts';
import type { CommandContent, ReadCommand } from '#sync/commands/registry.ts';
import type { Choice, ConflictField, ConflictKind } from '#sync/pending/conflict.ts';
import type { PendingWrite } from '#sync/pending/waiting.ts';
import type { Ended } from '../page/engine-port.ts';

export const pendingAtom = atom<ReadCommand[]>([]);

/** The last answers to what this device did with orders of a shop: reads of them may be older. */
export const storeOrderViewsAtom = atom<readonly StoreOrder[]>([]);
/** The same of the own shop. */
export const storeViewsAtom = atom<readonly MerchantStore[]>([]);

/** How the writes ended that did so since the page is open, by their ids. */
export const endsAtom = atom<ReadonlyMap<string, Ended>>(new Map());

/** One line of the list of what waits: as the outbox tells it, and what the screen adds. */
export interface WaitingWrite extends Omit<PendingWrite, 'attempts' | 'editable' | 'lineKey' | 'detail'> {
  /** The address where it can be changed. */
  editTo: string | null;
  /** What it is about, where that has a picture. */
  product: { image: Image | null } | null;
}

/** One answer to a decision, with the words on its button. */
export interface DecisionChoice {
  choice: Choice;
  label: string;
  variant: 'primary' | 'secondary' | 'quiet';
}

/** Something came out otherwise than wished: told, or to be decided, until the person has dealt with it. */
export interface Decision {
  id: string;
  kind: ConflictKind;
  type: string;
  lane: string;
  /** refused: not done. conflict: waits for a choice. changed: done, at another price. told: done, by someone else. */
  tone: 'refused' | 'conflict' | 'changed' | 'told';
  /** What happened. */
  title: string;
  /** What was asked. */
  sentence: string;
  /** What else came to nothing with it, or waits for the same choice. */
  also: string[];
  fields: ConflictField[];
  /** What the two sides of a field are called. */
  sides: { before: string; mine: string; theirs: string };
  choices: DecisionChoice[];
  /** The address where what was asked can be asked otherwise. */
  editTo: string | null;
  /** The waiting writes that this decision is about: shown in it, not beside it. */
  rows: string[];
  /** What was asked, and what is wrong with it, to fill its form again. */
  content: CommandContent | null;
  violations: Violation[];
}

export interface Tray {
  /** The device was asked: an empty list is really empty. */
  ready: boolean;
  /** False where something wants a decision, and the code that tells what could not be loaded. */
  complete: boolean;
  /** Something of somebody else waits on this device: for a visitor, what they left waiting themselves. */
  ofOthers: boolean;
  waiting: WaitingWrite[];
  decisions: Decision[];
  /** When the last write was answered; null when none is remembered. */
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
/** As the device holds it. */
export const trayAtom = atom<Tray>(emptyTray);
/** Refusals that a form shows at its fields (see refusal-in-form.ts). */
export const refusalsInFormsAtom = atom<ReadonlySet<string>>(new Set<string>());
/** As it is listed: without what a form shows. */
export const shownTrayAtom = atom((get) => {
  const [tray, inForms] = [get(trayAtom), get(refusalsInFormsAtom)];
  if (inForms.size === 0) return tray;
  return { ...tray, decisions: tray.decisions.filter(({ id }) => !inForms.has(id)) };
});
export const useTray = () => useAtomValue(shownTrayAtom);

/** What wants a decision about one lane, 'storeOrder:5001', or about all of a kind: 'cart:'. */
export function useDecisions(lane: string): Decision[] {
  const { decisions } = useTray();
  const isOf = (one: string) => (lane.endsWith(':') ? one.startsWith(lane) : one === lane);
  return decisions.filter((decision) => isOf(decision.lane));
}

/** A save that was refused after it had waited. */
export interface LateRefusal<A> {
  /** Of the command. */
  id: string;
  text: string;
  violations: readonly Violation[];
  asked: A;
}

/** The first refusal of which `askedBy` makes out what a form had asked; null for none. */
export function lateRefusal<A>(
  decisions: readonly Decision[],
  askedBy: (content: CommandContent) => A | null,
): LateRefusal<A> | null {
  for (const { id, tone, content, title, violations } of decisions) {
    const asked = tone === 'refused' && content ? askedBy(content) : null;
    if (asked !== null) return { id, text: title, violations, asked };
  }
  return null;
}

export const useLateRefusal = <A>(askedBy: (content: CommandContent) => A | null) =>
  lateRefusal(useTray().decisions, askedBy);

/** Is it an order that was committed on this device? */
export const isOrder = ({ type }: { type: string }): boolean => type === commitOrderCommand.type;

/** What a command orders; null for any other command. */
export const orderIn = (row: ReadCommand | undefined): CommitOrder | null =>
  isCommandOf(row, commitOrderCommand) ? row.args : null;

export const useWaitingOrders = () => useTray().waiting.filter(isOrder);

export interface Counts {
  /** Changes that wait for the network or their turn. */
  waiting: number;
  /** Changes that want a look: each that waits for a choice, and each that came out otherwise. */
  toReview: number;
  /** Both: the number on the badge, and of all that the list tells. */
  all: number;
}

/** The one place where things are counted: header line, badge, list and cart say these numbers. */
export function countsOf({ waiting, decisions }: Pick<Tray, 'waiting' | 'decisions'>): Counts {
  const decided = new Set(decisions.flatMap(({ rows }) => rows));
  const undecided = waiting.filter(({ id }) => !decided.has(id)).length;
  const all = waiting.length + decisions.filter(({ rows }) => rows.length === 0).length;
  return { waiting: undecided, toReview: all - undecided, all };
}
export const useCounts = () => countsOf(useTray());
