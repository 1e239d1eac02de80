// Write outcomes: handles every end of a write (by this page, another one or the worker) from the journal.
// Guarantee: each end is handled once, together with its changes of cart, list and counts; earlier ends are ignored.

import type { Cmd, JournalEntry } from '#db/rows.ts';
import { countWithNoun, pluralize } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { cartAtom } from '#state/cart/cart.ts';
import { flash, toast } from '#state/page/flash.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { endsAtom, shownTrayAtom } from '#state/pending/pending-writes.ts';
import { isCartCommand } from '#sync/commands/cart.ts';
import { findRecord } from '#sync/commands/registry.ts';

/** A write that ends faster counts as immediate, milliseconds. */
const onItsWayMs = 4000;
/** Ends in this time are announced together, milliseconds. */
const togetherMs = 1500;

interface End {
  entry: JournalEntry;
  /** The user saw it waiting. */
  waited: boolean;
}

/** For forms that wait for an end. */
function remember(ends: readonly End[]): void {
  pageStore.set(
    endsAtom,
    (known) => new Map([...known, ...ends.map(({ entry }) => [entry.cmdId, entry.outcome] as const)]),
  );
}

/** Refetches visible reads now; others are fresh when they are next used. */
function askAgain(ends: readonly End[]): void {
  const old = new Set(ends.flatMap(({ entry }) => findRecord(entry.type)?.staleReads ?? []));
  for (const name of old) void pageQueryClient.invalidateQueries({ queryKey: [name] });
}

/** Shows refusals on the cart; they stay in the list as well. Refusals of waiting writes are announced together. */
function showCartRefusals(ends: readonly End[]): void {
  for (const { entry, waited } of ends) {
    const { type, outcome, causedBy, notices } = entry;
    const text = notices[0]?.text;
    if (!isCartCommand(type) || outcome !== 'rejected' || causedBy || !text) continue;
    pageStore.set(cartAtom, (state) => ({ ...state, alert: text }));
    if (!waited) flash(text, 'error');
  }
}

const isPlaced = ({ outcome, notices }: JournalEntry) => outcome === 'done' && notices[0]?.code === 'order-placed';

let waitedFor: JournalEntry[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** One toast: '3 modifications envoyées'. Immediate and cancelled writes are not announced. */
function announceLater(ends: readonly End[]): void {
  // An order that was placed has its own message.
  const unannounced = ends.filter(({ waited, entry }) => waited && !isPlaced(entry)).map(({ entry }) => entry);
  if (unannounced.length === 0) return;
  waitedFor.push(...unannounced);
  clearTimeout(timer);
  timer = setTimeout(announceOutcomes, togetherMs);
}

function announceOutcomes(): void {
  // A refusal that its form shows is not announced.
  const inList = new Set(pageStore.get(shownTrayAtom).decisions.map(({ id }) => id));
  const sent = waitedFor.filter(({ outcome }) => outcome === 'done').length;
  const refused = waitedFor.filter(({ outcome, cmdId }) => outcome === 'rejected' && inList.has(cmdId)).length;
  waitedFor = [];
  if (sent > 0) toast(`${countWithNoun(sent, 'modification')} ${pluralize(sent, 'envoyée')}`);
  if (refused > 0) {
    const text = `${countWithNoun(refused, 'modification')} ${pluralize(refused, 'refusée')}\u00a0:`;
    flash(text, 'error', { to: paths.waiting, word: 'voir' });
  }
}

/** `before`: pending writes of the previous publication. */
export function handleEnds(entries: readonly JournalEntry[], before: readonly Cmd[], now = Date.now()): void {
  if (entries.length === 0) return;
  const since = new Map(before.map(({ id, createdAt }) => [id, createdAt]));
  const ends = entries.map((entry) => ({ entry, waited: now - (since.get(entry.cmdId) ?? now) > onItsWayMs }));
  askAgain(ends);
  // Automatic writes are not announced.
  const own = ends.filter(({ entry }) => !findRecord(entry.type)?.silent);
  for (const follow of [remember, showCartRefusals, announceLater]) follow(own);
}

/** The owner has changed. */
export function clearEnds(): void {
  clearTimeout(timer);
  waitedFor = [];
}
