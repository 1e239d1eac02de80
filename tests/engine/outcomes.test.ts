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
  outcomes.handleEnds(entries, rowsOf(entries, ageMs), now);
}
const flashed = () => page.pageStore.get(notices.flashAtom);
const toasted = () => page.pageStore.get(notices.toastAtom);

describe('writes that had waited', () => {
  it('exclude an order that was placed: it is announced as an order', () => {
    const notices = [{ code: 'order-placed', text: 'Commande n°\u00a07 confirmée' }];
    hear([entry('cart.commit', 'done', { notices, dismissed: 0 })], 60_000);
    vi.advanceTimersByTime(2000);
    expect([toasted(), flashed()]).toEqual([null, null]);
    hear([entry('cart.add', 'done'), entry('cart.commit', 'done', { notices, dismissed: 0 })], 60_000);
    vi.advanceTimersByTime(2000);
    expect(toasted()?.text).toBe('1\u00a0modification envoyée');
  });

  it('are announced together after the last one is sent, sent and refused apart, discarded ones not at all', () => {
    hear([entry('productReviews.create', 'done'), entry('cart.add', 'done')], 60_000);
    vi.advanceTimersByTime(1000);
    hear([entry('cart.add', 'done'), entry('messages.create', 'rejected'), entry('cart.remove', 'cancelled')], 60_000);
    vi.advanceTimersByTime(1400);
    expect([toasted(), flashed()]).toEqual([null, null]);
    vi.advanceTimersByTime(200);
    expect(toasted()?.text).toBe('3\u00a0modifications envoyées');
    expect(flashed()).toMatchObject({ text: '1\u00a0modification refusée\u00a0:', link: { to: '/en-attente' } });
  });

  it('and refused are not announced after their form has restored them', () => {
    hear([entry('messages.create', 'rejected'), entry('cart.add', 'rejected')], 60_000);
    page.pageStore.set(pending.trayAtom, (tray) => ({ ...tray, decisions: tray.decisions.slice(1) }));
    notices.flash('Message envoyé avec succès');
    vi.advanceTimersByTime(1600);
    expect(flashed()?.text).toBe('1\u00a0modification refusée\u00a0:');
    hear([entry('messages.create', 'rejected')], 60_000);
    page.pageStore.set(pending.trayAtom, (tray) => ({ ...tray, decisions: [] }));
    notices.flash('Message envoyé avec succès');
    vi.advanceTimersByTime(1600);
    expect(flashed()?.text).toBe('Message envoyé avec succès');
  });

  it('are not announced to the next user', () => {
    hear([entry('cart.add', 'done')], 60_000);
    outcomes.clearEnds();
    vi.advanceTimersByTime(10_000);
    expect(toasted()).toBeNull();
  });
});

it('an immediate answer is not announced', () => {
  hear([entry('cart.add', 'done'), entry('messages.create', 'rejected')], 500);
  vi.advanceTimersByTime(10_000);
  expect([toasted(), flashed()]).toEqual([null, null]);
});

describe('a change of the cart that is refused', () => {
  const alert = () => page.pageStore.get(cart.cartAtom).alert;

  it('immediately is shown at the cart and over the page, with its own reason', () => {
    const refused = entry('cart.add', 'rejected');
    const caused = entry('cart.setQuantity', 'rejected', { causedBy: refused.cmdId });
    hear([refused, caused], 500);
    const [notice] = refused.notices;
    expect(alert()).toBe(notice?.text);
    expect(flashed()).toMatchObject({ text: notice?.text, status: 'error' });
  });

  it('after waiting is shown at the cart, and with the others', () => {
    const refused = entry('cart.add', 'rejected');
    hear([refused], 60_000);
    expect(alert()).toBe(refused.notices[0]?.text);
    expect(flashed()).toBeNull();
    vi.advanceTimersByTime(1600);
    expect(flashed()?.text).toBe('1\u00a0modification refusée\u00a0:');
  });

  it('is no matter of any other write', () => {
    hear([entry('messages.create', 'rejected')], 500);
    expect(alert()).toBeNull();
  });
});

it('queries outdated by a write are refetched, each once, and no other', () => {
  const asked = vi.spyOn(page.pageQueryClient, 'invalidateQueries').mockResolvedValue();
  hear([entry('storeOrders.validate', 'done'), entry('storeOrders.ship', 'rejected'), entry('cart.add', 'done')], 500);
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
    ['storeOrders.get'],
    ['storeOrders.ofStore'],
    ['metrics.byStore'],
  ]);
});

it('writes during impersonation are not announced, but outdate their queries', async () => {
  const asked = vi.spyOn(page.pageQueryClient, 'invalidateQueries');
  const [read, refused] = [entry('messages.read', 'done'), entry('cart.create', 'rejected')];
  hear([read, refused], 60_000);
  vi.advanceTimersByTime(5000);
  expect([toasted(), flashed()]).toEqual([null, null]);
  expect(page.pageStore.get(cart.cartAtom).alert).toBeNull();
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['messages.ofStore'], ['messages.get']]);
  expect(page.pageStore.get(pending.endsAtom).size).toBe(0);
});

it('a waiting form gets the outcome of its own write only, for any number of earlier ones', async () => {
  const mine = entry('messages.create', 'rejected');
  const reported = vi.fn();
  const left = new AbortController();
  void requests.awaitWriteEnd(mine.cmdId, new AbortController().signal).then(reported);
  void requests.awaitWriteEnd(mine.cmdId, left.signal).then(() => reported('after leaving'));
  left.abort();
  hear([entry('messages.create', 'done')], 500);
  await Promise.resolve();
  expect(reported).not.toHaveBeenCalled();
  hear([mine], 60_000);
  await eventually(() => expect(reported).toHaveBeenCalled());
  hear([entry('messages.create', 'done')], 500);
  await Promise.resolve();
  expect(reported.mock.calls).toEqual([['rejected']]);
  expect(await requests.awaitWriteEnd(mine.cmdId, new AbortController().signal)).toBe('rejected');
});
