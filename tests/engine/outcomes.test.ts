// What writes came to, from the journal to the screens: heard once, by all that follows from it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cmd, JournalEntry } from '#db/rows.ts';
import type { Decision } from '#state/pending/pending-writes.ts';
import { eventually } from '../support/eventually.ts';

let outcomes: typeof import('#engine/writes/outcomes.ts');
let notices: typeof import('#state/page/flash.ts');
let page: typeof import('#state/page/page-store.ts');
let cart: typeof import('#state/cart/cart.ts');
let requests: typeof import('#state/account/requests.ts');
let pending: typeof import('#state/pending/pending-writes.ts');

const now = 1_000_000;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  outcomes = await import('#engine/writes/outcomes.ts');
  notices = await import('#state/page/flash.ts');
  page = await import('#state/page/page-store.ts');
  cart = await import('#state/cart/cart.ts');
  requests = await import('#state/account/requests.ts');
  pending = await import('#state/pending/pending-writes.ts');
});
afterEach(() => void vi.useRealTimers());

let last = 0;
function entry(type: string, outcome: JournalEntry['outcome'], more: Partial<JournalEntry> = {}): JournalEntry {
  last += 1;
  const notice = outcome === 'rejected' ? [{ code: 'no', text: `Refusé ${last}` }] : [];
  return {
    ...{ n: last, at: now, owner: 'v:1', cmdId: `id-${last}`, lane: 'lane', type, sentence: 'Fait', outcome },
    ...{ notices: notice, dismissed: outcome === 'rejected' ? 0 : 1, ...more },
  };
}
/** The rows as they were seen before, made this long ago. */
const rowsOf = (entries: readonly JournalEntry[], ageMs: number) =>
  entries.map(({ cmdId }) => ({ id: cmdId, createdAt: now - ageMs }) as Cmd);
/** What was refused stands in the list until somebody has dealt with it. */
function hear(entries: JournalEntry[], ageMs: number): void {
  const refused = entries
    .filter(({ outcome }) => outcome === 'rejected')
    .map(({ cmdId }) => ({ id: cmdId }) as Decision);
  page.pageStore.set(pending.trayAtom, (tray) => ({ ...tray, decisions: [...tray.decisions, ...refused] }));
  outcomes.hearEnds(entries, rowsOf(entries, ageMs), now);
}
const flashed = () => page.pageStore.get(notices.flashAtom);
const toasted = () => page.pageStore.get(notices.toastAtom);

describe('writes that had waited', () => {
  it('are told together once no more go, sent and refused apart, those given up not at all', () => {
    hear([entry('productReviews.create', 'done'), entry('cart.add', 'done')], 60_000);
    vi.advanceTimersByTime(1000);
    hear([entry('cart.add', 'done'), entry('messages.create', 'rejected'), entry('cart.remove', 'cancelled')], 60_000);
    vi.advanceTimersByTime(1400);
    expect([toasted(), flashed()]).toEqual([null, null]);
    vi.advanceTimersByTime(200);
    expect(toasted()?.text).toBe('3\u00a0changements envoyés');
    expect(flashed()).toMatchObject({ text: '1\u00a0changement refusé\u00a0:', link: { to: '/en-attente' } });
  });

  it('and were refused are not told any more once they were dealt with: their form has taken them back', () => {
    hear([entry('messages.create', 'rejected'), entry('cart.add', 'rejected')], 60_000);
    page.pageStore.set(pending.trayAtom, (tray) => ({ ...tray, decisions: tray.decisions.slice(1) }));
    notices.flash('Message envoyé avec succès');
    vi.advanceTimersByTime(1600);
    expect(flashed()?.text).toBe('1\u00a0changement refusé\u00a0:');
    hear([entry('messages.create', 'rejected')], 60_000);
    page.pageStore.set(pending.trayAtom, (tray) => ({ ...tray, decisions: [] }));
    notices.flash('Message envoyé avec succès');
    vi.advanceTimersByTime(1600);
    expect(flashed()?.text).toBe('Message envoyé avec succès');
  });

  it('are not told to whoever comes after', () => {
    hear([entry('cart.add', 'done')], 60_000);
    outcomes.forgetEnds();
    vi.advanceTimersByTime(10_000);
    expect(toasted()).toBeNull();
  });
});

it('a write that was answered at once is not told', () => {
  hear([entry('cart.add', 'done'), entry('messages.create', 'rejected')], 500);
  vi.advanceTimersByTime(10_000);
  expect([toasted(), flashed()]).toEqual([null, null]);
});

describe('a change of the cart that is refused', () => {
  const alert = () => page.pageStore.get(cart.cartAtom).alert;

  it('at once is said at the cart and over the page, in the words of its own reason', () => {
    const refused = entry('cart.add', 'rejected');
    const caused = entry('cart.setQuantity', 'rejected', { causedBy: refused.cmdId });
    hear([refused, caused], 500);
    const [notice] = refused.notices;
    expect(alert()).toBe(notice?.text);
    expect(flashed()).toMatchObject({ text: notice?.text, status: 'error' });
  });

  it('after it has waited is said at the cart, and with the others', () => {
    const refused = entry('cart.add', 'rejected');
    hear([refused], 60_000);
    expect(alert()).toBe(refused.notices[0]?.text);
    expect(flashed()).toBeNull();
    vi.advanceTimersByTime(1600);
    expect(flashed()?.text).toBe('1\u00a0changement refusé\u00a0:');
  });

  it('is no matter of any other write', () => {
    hear([entry('messages.create', 'rejected')], 500);
    expect(alert()).toBeNull();
  });
});

it('reads that a write has made old are asked again, each once, and no other', () => {
  const asked = vi.spyOn(page.pageQueryClient, 'invalidateQueries').mockResolvedValue();
  hear([entry('storeOrders.validate', 'done'), entry('storeOrders.ship', 'rejected'), entry('cart.add', 'done')], 500);
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['storeOrders.get'], ['storeOrders.ofStore']]);
});

it('what was done on a person’s behalf is told to nobody, but makes old what it changed', async () => {
  const asked = vi.spyOn(page.pageQueryClient, 'invalidateQueries');
  const [read, refused] = [entry('messages.read', 'done'), entry('cart.create', 'rejected')];
  hear([read, refused], 60_000);
  vi.advanceTimersByTime(5000);
  expect([toasted(), flashed()]).toEqual([null, null]);
  expect(page.pageStore.get(cart.cartAtom).alert).toBeNull();
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['messages.ofStore'], ['messages.get']]);
  expect(page.pageStore.get(pending.endsAtom).size).toBe(0);
});

it('a form that waits hears the end of its own write only, however many came before', async () => {
  const mine = entry('messages.create', 'rejected');
  const told = vi.fn();
  const left = new AbortController();
  void requests.whenOver(mine.cmdId, new AbortController().signal).then(told);
  void requests.whenOver(mine.cmdId, left.signal).then(() => told('after leaving'));
  left.abort();
  hear([entry('messages.create', 'done')], 500);
  await Promise.resolve();
  expect(told).not.toHaveBeenCalled();
  hear([mine], 60_000);
  await eventually(() => expect(told).toHaveBeenCalled());
  hear([entry('messages.create', 'done')], 500);
  await Promise.resolve();
  expect(told.mock.calls).toEqual([['rejected']]);
  expect(await requests.whenOver(mine.cmdId, new AbortController().signal)).toBe('rejected');
});
