// What must be true once the network and the server are well again, whatever happened before. Guarantee: each side is
// asked for itself: the device's own outbox and journal, the requests on the wire, the server's cart, and the screen.
import type { Page } from '@playwright/test';
import type { Cart } from '#contract/orders/carts.ts';
import type { Cmd, JournalEntry } from '#db/rows.ts';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import type { RecordedRequest } from '../support/network-faults.ts';
import { expect } from './journey.ts';
import { cartLines } from './steps.ts';

/** Looks again at a page that reloaded in the moment of the look: one whose parts were lost on their way does so once. */
async function lookAt<T>(page: Page, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (failure) {
    if (!/Execution context was destroyed/.test(String(failure))) throw failure;
    await page.waitForLoadState();
    return look();
  }
}

/** Every row of a table of the device's database, read beside the app. */
function rowsOf<Row>(page: Page, table: string): Promise<Row[]> {
  const read = () =>
    page.evaluate(
      (name) =>
        new Promise<Row[]>((resolve, reject) => {
          const opening = indexedDB.open('etal');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const db = opening.result;
            const done = (rows: Row[]) => {
              db.close();
              resolve(rows);
            };
            if (!db.objectStoreNames.contains(name)) return done([]);
            const reading = db.transaction(name).objectStore(name).getAll();
            reading.onerror = () => reject(reading.error);
            reading.onsuccess = () => done(reading.result);
          };
        }),
      table,
    );
  return lookAt(page, read);
}

export const outboxOf = (page: Page) => rowsOf<Cmd>(page, 'outbox');
export const journalOf = (page: Page) => rowsOf<JournalEntry>(page, 'journal');

/** Views are counted without a promise. */
const promised = (seen: RecordedRequest) => seen.key !== null && !seen.path.startsWith('/api/views');

/** What an answer said; null where it left that out. */
function bodyOf({ answer }: RecordedRequest): { version?: number } | null {
  const text = answer?.toString() ?? '';
  return text === '' ? null : JSON.parse(text);
}

/** Of what was changed, whether the answer says it whole or names nothing else. */
const versionOf = (seen: RecordedRequest) => bodyOf(seen)?.version ?? seen.version;

/** The keys whose request had its effect on the server, in the order of the effects; fails when one had it twice. */
export function effectsOf(network: FaultyProxy): string[] {
  const effects = network.log.filter((seen) => promised(seen) && seen.status !== null && seen.status < 300);
  const first = effects.filter(({ replayed }) => !replayed).map(({ key }) => key ?? '');
  expect(new Set(first).size, 'a key had its effect twice').toBe(first.length);
  for (const again of effects.filter(({ replayed }) => replayed)) {
    const original = effects.find(({ key, replayed }) => key === again.key && !replayed);
    if (!original) continue;
    expect(versionOf(again), 'one key got answers of two versions').toBe(versionOf(original));
    const [one, other] = [bodyOf(again), bodyOf(original)];
    if (one && other) expect(one, 'one key got two answers').toEqual(other);
  }
  return first;
}

/** All sends of a key carry the same bytes. */
export function expectFrozen(network: FaultyProxy): void {
  const sent = new Map<string, string>();
  for (const { key, method, path, body } of network.log.filter(promised)) {
    const bytes = `${method} ${path} ${body.toString()}`;
    expect(sent.get(key ?? '') ?? bytes, 'a repetition was not the same request').toBe(bytes);
    sent.set(key ?? '', bytes);
  }
}

export async function expectNothingWaits(page: Page, timeout = 40_000): Promise<void> {
  await expect
    .poll(async () => (await outboxOf(page)).map(({ type, state }) => `${type} ${state}`), { timeout })
    .toEqual([]);
}

/** The cart that this device fills, as the server has it now. */
export async function serverCart(page: Page, network: FaultyProxy): Promise<Cart> {
  const iri = (await rowsOf<{ tempId: string; iri: string }>(page, 'idmap')).at(-1)?.iri;
  const token = await lookAt(page, () => page.evaluate(() => localStorage.getItem('etal.session')));
  const headers = new Headers({ Accept: 'application/ld+json' });
  if (token) headers.set('Authorization', `Bearer ${JSON.parse(token).token}`);
  const answer = await fetch(`${network.url}/api${iri}`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Cart;
}

const linesOf = ({ items }: Cart) => items.map(({ product, quantity }) => `${product.name} × ${quantity}`).sort();

interface Wanted {
  /** 'Name × quantity', sorted. */
  lines: string[];
  /** What the refused changes say; none unless given. */
  refusals?: RegExp[];
}

/** Heals, waits until nothing waits, then: each accepted change exactly once or told, and what is shown is what is there. */
export async function expectAllIsWell(page: Page, network: FaultyProxy, wanted: Wanted): Promise<void> {
  network.heal();
  await expectNothingWaits(page);
  const effects = effectsOf(network);
  expectFrozen(network);
  const done = (await journalOf(page)).filter(({ outcome }) => outcome === 'done').map(({ cmdId }) => cmdId);
  expect([...effects].sort()).toEqual(done.sort());

  if (new URL(page.url()).pathname !== '/commande/panier') await page.goto('/commande/panier');
  // A page whose parts were lost on their way reloads once: looked at in that moment, it is looked at again.
  await expect(async () => expect(await cartLines(page)).toEqual(wanted.lines)).toPass();
  expect(linesOf(await serverCart(page, network))).toEqual(wanted.lines);
  await expectQuiet(page);
  const { refusals = [] } = wanted;
  const reported = page.getByRole('main').getByRole('list', { name: 'Modifications à vérifier' }).locator('> li');
  await expect(reported).toHaveCount(refusals.length);
  for (const [index, words] of refusals.entries()) await expect(reported.nth(index)).toContainText(words);
}

/** No badge, no line under the header, nothing that waits. */
export async function expectQuiet(page: Page): Promise<void> {
  await expect(page.getByText('en attente d’envoi')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^En attente d’envoi : / })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Panier.*en attente d’envoi/ })).toHaveCount(0);
  await expect(page.getByText(/Hors connexion/)).toHaveCount(0);
  await expect(page.getByText(/\d+.modifications? en attente/)).toHaveCount(0);
}
