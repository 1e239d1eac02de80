// Page tasks in a run: replay, read, login, logout, hanging and dying.
import { ApiError } from '#api/errors.ts';
import { deviceCart } from '#db/device.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { loadUserCart } from '#sync/carts/refresh-cart.ts';
import { storeOrderLane } from '#sync/commands/store-orders.ts';
import { currentOwner, everyRowWithVisitors } from '#sync/outbox/owners.ts';
import { callAsOwner } from '#sync/session/credentials.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import { quantities } from './run-checks.ts';
import { assert, assertEqual } from './run-invariants.ts';
import type { PageName, PageTask, UserAction } from './run-plan.ts';
import type { Browser, Page, World } from './run-world.ts';

export async function reload(world: World, name: PageName): Promise<void> {
  world.pages.get(name)?.kill();
  await world.page(name);
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Until only hanging requests are left. */
async function waitUntilQuiet({ ledger }: World, turns = 120): Promise<void> {
  for (let calm = 0; calm < turns; calm++) {
    await turn();
    if (ledger.active > 0) calm = 0;
  }
}

/** Runs a task on a page until it ends, or hangs with a held answer or a lock of another page. */
export async function runOnPage(
  world: World,
  page: Page,
  what: PageTask | Extract<UserAction, { do: 'login' | 'logout' }>,
): Promise<void> {
  if (world.hanging.has(page)) return;
  const { network, locks } = page.browser;
  const hangs = Promise.race([network.nextHeldAnswer(), locks.nextWait()]).then(() => waitUntilQuiet(world));
  await Promise.race([start(world, page, what), hangs]);
}

function start(world: World, page: Page, what: Parameters<typeof runOnPage>[2]): Promise<void> {
  const ended = perform(world, page, what).then(
    () => void world.hanging.delete(page),
    (error: unknown) => {
      world.hanging.delete(page);
      if (!isExpected(error)) world.crashes.push(error);
    },
  );
  world.hanging.set(page, ended);
  return ended;
}

/** A network that fails, or a page that is closed. */
function isExpected(error: unknown): boolean {
  return error instanceof ApiError || /DatabaseClosed|AbortError/.test((error as Error).name);
}

function perform(world: World, page: Page, what: Parameters<typeof runOnPage>[2]): Promise<void> {
  if (what === 'drain') return drain(world, page);
  if (what === 'look') return readServer(world, page);
  if (what.do === 'logout') return logout(page, what.waiting);
  return page.session.login(world.cast[what.who].email, DEMO_PASSWORD).then(() => {});
}

async function logout({ session, browser }: Page, waiting: 'keep' | 'discard'): Promise<void> {
  const leaving = session.owner();
  if (leaving && waiting === 'discard') {
    // Includes their visitor commands that have not joined yet.
    for (const { id } of await everyRowWithVisitors(browser.observer, leaving)) browser.released.add(id);
  }
  await session.logout(waiting);
}

/** As in the app: after a replay the visitor's cart joins the user's. */
async function drain(world: World, page: Page): Promise<void> {
  await page.drain({ eager: true });
  if ((await join(world, page)) === 'merged') await page.drain({ eager: true });
}

async function join(world: World, page: Page): Promise<string> {
  const owner = page.session.owner();
  if (!owner) return 'nothing';
  const { local } = page;
  const { shown, joining } = await readCart(local, owner);
  const result = await world.tools.merge(local, owner);
  if (result !== 'merged') return result;
  const left = new Set((await readCart(local, owner)).joining);
  for (const lane of joining.filter((one) => !left.has(one))) {
    assert('merge on login', !page.browser.merged.has(lane), `${lane} has joined twice`);
    page.browser.merged.add(lane);
  }
  // Joined or not, the person sees one cart.
  const joined = quantities((await readCart(local, owner)).shown);
  for (const [line, quantity] of Object.entries(quantities(shown))) {
    assertEqual('merge on login', joined[line], quantity, `line ${line} of the joined cart`);
  }
  return result;
}

/** As a page shown again: it reads its data from the server. */
async function readServer(world: World, page: Page): Promise<void> {
  const { local, api, session } = page;
  const owner = await currentOwner(local);
  const cartId = session.state().user?.cart;
  await callAsOwner(session.credentials, owner, async (token) => {
    if (token === null && !owner.startsWith('v:')) return;
    if (token && cartId) await loadUserCart(local, api.call, owner, cartId, token);
    const cart = await deviceCart(local.db, owner);
    if (cart?.serverId) {
      const { answer } = await api.call('cart.get', { params: { id: cart.serverId } }, { token });
      await world.tools.acceptRead(local, owner, cart.lane, answer);
    }
    const [id] = world.cast.orders;
    if (owner !== world.cast.anne.owner || id === undefined) return;
    const { answer } = await api.call('storeOrders.get', { params: { id } }, { token });
    await world.tools.acceptRead(local, owner, storeOrderLane(id), answer);
  });
}

/** Closes the page, whatever is in progress. */
export async function killDuring(world: World, page: Page, what: PageTask, turns: number): Promise<void> {
  const { browser } = page;
  if (!world.hanging.has(page)) {
    const from = browser.network.log.length;
    void start(world, page, what);
    for (let done = 0; done < turns; done++) await turn();
    page.kill();
    await waitUntilQuiet(world, 20);
    // Includes its last requests, whose answers may be lost.
    for (const { headers, body } of browser.network.log.slice(from))
      browser.interruptedKeys.add(headers['idempotency-key'] ?? body);
  } else {
    page.kill();
    await waitUntilQuiet(world, 20);
  }
  await world.page(page.name);
}

/** Held and late answers arrive, and hanging tasks continue. */
export async function releaseHeldAnswers(world: World, browser: Browser): Promise<void> {
  const all = [...world.hanging].filter(([page]) => page.browser === browser).map(([, ended]) => ended);
  const hangs = Promise.race([browser.network.nextHeldAnswer(), browser.locks.nextWait()]).then(() =>
    waitUntilQuiet(world),
  );
  await browser.network.release();
  if (all.length > 0) await Promise.race([Promise.all(all), hangs]);
}
