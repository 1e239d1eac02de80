// What the writes came to, in one stream: whatever ended a write, this page, another or the service worker, it stands in the
// journal, and all that follows from it follows from here. Guarantee: each end is heard once, with the cart, the list and the
// counts that it changed; of what ended before the page was open nothing is heard.

import type { Cmd, JournalEntry } from '#db/rows.ts';
import { counted, pluralised } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { cartAtom } from '#state/cart/cart.ts';
import { flash, toast } from '#state/page/flash.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { endsAtom, shownTrayAtom } from '#state/pending/pending-writes.ts';
import { isCartCommand } from '#sync/commands/cart.ts';
import { commandOf } from '#sync/commands/registry.ts';

/** A write answered within this time never waited, milliseconds. */
const onItsWayMs = 4000;
/** Several that go one after the other are told together. */
const togetherMs = 1500;

interface End {
  entry: JournalEntry;
  /** Long enough that the person did not see it go. */
  waited: boolean;
}

/** For the forms that wait for one of them. */
function remember(ends: readonly End[]): void {
  pageStore.set(
    endsAtom,
    (known) => new Map([...known, ...ends.map(({ entry }) => [entry.cmdId, entry.outcome] as const)]),
  );
}

/** Only what is on a screen is asked at once; the rest is fresh when it is next looked at. */
function askAgain(ends: readonly End[]): void {
  const old = new Set(ends.flatMap(({ entry }) => commandOf(entry.type)?.staleReads ?? []));
  for (const name of old) void pageQueryClient.invalidateQueries({ queryKey: [name] });
}

/** Said where the change was made; the list keeps it until it is dealt with. One that had waited is told with the others. */
function tellCartRefusals(ends: readonly End[]): void {
  for (const { entry, waited } of ends) {
    const { type, outcome, causedBy, notices } = entry;
    const text = notices[0]?.text;
    if (!isCartCommand(type) || outcome !== 'rejected' || causedBy || !text) continue;
    pageStore.set(cartAtom, (state) => ({ ...state, alert: text }));
    if (!waited) flash(text, 'error');
  }
}

let waitedFor: JournalEntry[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Once, quietly: '3 changements envoyés'. One that was answered at once is not told, one given up by the person never is. */
function tellSoon(ends: readonly End[]): void {
  const untold = ends.filter(({ waited }) => waited).map(({ entry }) => entry);
  if (untold.length === 0) return;
  waitedFor.push(...untold);
  clearTimeout(timer);
  timer = setTimeout(tell, togetherMs);
}

function tell(): void {
  // What stands in its form is said there.
  const inList = new Set(pageStore.get(shownTrayAtom).decisions.map(({ id }) => id));
  const sent = waitedFor.filter(({ outcome }) => outcome === 'done').length;
  const refused = waitedFor.filter(({ outcome, cmdId }) => outcome === 'rejected' && inList.has(cmdId)).length;
  waitedFor = [];
  if (sent > 0) toast(`${counted(sent, 'changement')} ${pluralised(sent, 'envoyé')}`);
  if (refused > 0) {
    const text = `${counted(refused, 'changement')} ${pluralised(refused, 'refusé')}\u00a0:`;
    flash(text, 'error', { to: paths.waiting, word: 'voir' });
  }
}

/** `before`: what was waiting when the outbox was last looked at. */
export function hearEnds(entries: readonly JournalEntry[], before: readonly Cmd[], now = Date.now()): void {
  if (entries.length === 0) return;
  const since = new Map(before.map(({ id, createdAt }) => [id, createdAt]));
  const ends = entries.map((entry) => ({ entry, waited: now - (since.get(entry.cmdId) ?? now) > onItsWayMs }));
  askAgain(ends);
  // What is done on a person's behalf is told to nobody.
  const own = ends.filter(({ entry }) => !commandOf(entry.type)?.silent);
  for (const follow of [remember, tellCartRefusals, tellSoon]) follow(own);
}

/** Whoever this was for is gone. */
export function forgetEnds(): void {
  clearTimeout(timer);
  waitedFor = [];
}
