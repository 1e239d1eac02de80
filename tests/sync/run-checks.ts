// Invariants at each moment of a run: the outboxes, views and requests of the devices against the arrivals at the
// server.
import { isDeepStrictEqual } from 'node:util';
import type { EtalDatabase } from '#db/database.ts';
import { deviceCart } from '#db/device.ts';
import type { AggregateView, AppliedCmd, Cmd, Owner, Snapshot } from '#db/rows.ts';
import { countWaiting, readCart } from '#sync/carts/open-cart.ts';
import { projectCart } from '#sync/commands/projection.ts';
import { isCart, isStoreOrder } from '#sync/commands/record.ts';
import { projectRows } from '#sync/commands/registry.ts';
import type { ShownCart } from '#sync/commands/shown-cart.ts';
import type { StoreContext } from '#sync/device/context.ts';
import { uuidv5 } from '#sync/device/ids.ts';
import { everyRowWithVisitors } from '#sync/outbox/owners.ts';
import { idempotencyKey } from '#sync/outbox/rows.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { type Exchange, requestContent } from '../support/network.ts';
import { assert, assertEqual, InvariantBroken } from './run-invariants.ts';
import { type Arrival, hasEffect, isDefinitive } from './run-ledger.ts';
import { type Browser, commandOfKey, type DiskState, type World } from './run-world.ts';

/** No task of a page failed, except through the network. */
export function checkNoCrash({ crashes }: World): void {
  const [crash] = crashes;
  if (crash instanceof InvariantBroken) throw crash;
  assert('no crash', crash === undefined, () => String(crash));
}

/** Line to quantity. */
export const quantities = (cart: Pick<ShownCart, 'items'>) =>
  Object.fromEntries(cart.items.map(({ lineKey, quantity }) => [lineKey, quantity]).sort());

/** The first answer to a command that had an effect; a later generation is sent only after a refusal. */
export function effectOf({ ledger }: World, { id }: Pick<Cmd, 'id'>): Arrival | undefined {
  for (let gen = 0; ; gen++) {
    const arrival = ledger.firstAnswers.get(idempotencyKey({ id, gen }));
    if (!arrival || hasEffect(arrival)) return arrival;
  }
}

/** Reads the disk of a device and checks all invariants. */
export async function checkBrowser(world: World, browser: Browser): Promise<void> {
  const state = await world.readDisk(browser);
  recordState(browser, state);
  const sent = browser.network.log.slice(browser.checkedRequests);
  browser.checkedRequests = browser.network.log.length;
  for (const check of checks) await check(world, browser, state, sent);
}

/** Records all rows and outcomes, since the app may delete them later. */
function recordState(browser: Browser, { rows, journal }: DiskState): void {
  for (const known of browser.commands.values()) known.waiting = false;
  for (const row of rows) {
    const before = browser.commands.get(row.id)?.row.owner ?? row.owner;
    assert('owner', row.owner === before, `${row.type} of ${before} has become one of ${row.owner}`);
    browser.commands.set(row.id, { row, waiting: true });
  }
  const settled = new Set<string>();
  for (const entry of journal) {
    assert('fenced answers', !settled.has(entry.cmdId), `${entry.type} has two outcomes`);
    settled.add(entry.cmdId);
    const before = browser.outcomes.get(entry.cmdId);
    if (before)
      assertEqual('fenced answers', entry.outcome, before.outcome, `the outcome of ${entry.type} has changed`);
    browser.outcomes.set(entry.cmdId, entry);
    const known = browser.commands.get(entry.cmdId);
    assert('fenced answers', !known?.waiting, `${entry.type} has an outcome and still waits`);
  }
}

type Check = (world: World, browser: Browser, state: DiskState, sent: readonly Exchange[]) => void | Promise<void>;

const noLoss: Check = async ({ ledger }, browser, _, sent) => {
  const user = (await browser.observer.session.get('current'))?.owner;
  // A login and a logout may lie between two checks.
  const isSessionRevoked = sent.some(({ url }) => url.endsWith('/token/revoke'));
  for (const id of browser.accepted) {
    if (browser.commands.get(id)?.waiting || browser.outcomes.has(id) || browser.released.has(id)) continue;
    const row = browser.commands.get(id)?.row;
    // Answered before its owner's logout: both the effect and its report were deleted. A visitor's command that has not
    // joined yet is deleted with its user.
    const commandOwner = row?.owner.startsWith('u:') ? row.owner : browser.userOf.get(id);
    const hasLoggedOut = isSessionRevoked || (commandOwner && commandOwner !== user);
    const isSettled = (row && ledger.firstAnswers.has(idempotencyKey(row))) || wasDone(browser, id);
    const isExplained = (hasLoggedOut || row?.ownerLoggedOut) && isSettled;
    assert('no loss', isExplained, `a command that was accepted is gone: ${row?.type ?? id}`);
    browser.released.add(id);
  }
  for (const { id, owner } of user ? await everyRowWithVisitors(browser.observer, user) : []) {
    if (user && owner !== user) browser.userOf.set(id, user);
  }
};

/** Done without a request, too: the line to remove never existed. */
const wasDone = ({ pageEvents }: Browser, id: string) =>
  pageEvents.some((events) => events.some((event) => event.id === id && event.settlement.kind === 'done'));

const outcomeIsTruth: Check = (world, _box, { journal }) => {
  for (const entry of journal) {
    const effect = effectOf(world, { id: entry.cmdId });
    const what = `${entry.type}, ${entry.outcome} ${entry.status ?? entry.code ?? ''}`;
    if (entry.outcome === 'done' && entry.status !== undefined && entry.status < 300) {
      assert('outcome is truth', effect !== undefined, `${what}: the server did nothing`);
    }
    if (entry.outcome === 'rejected') assert('outcome is truth', !effect, `${what}: the server did it`);
    if (entry.outcome === 'cancelled' && entry.code !== 'unknown')
      assert('cancel', !effect, `${what}: the server did it`);
  }
};

/** The database may reorder the keys of an answer. */
const sameJson = (one: string, other: string) => one === other || isDeepStrictEqual(JSON.parse(one), JSON.parse(other));

/** One key is one request, and always gets the same answer. */
const frozenRequest: Check = ({ ledger }, browser, _, sent) => {
  const known = new Map<string, string>();
  const keys = new Set(sent.map(({ headers }) => headers['idempotency-key']));
  for (const exchange of browser.network.log) {
    const { url, headers, answer } = exchange;
    const key = headers['idempotency-key'];
    if (!key || !keys.has(key)) continue;
    const bytes = requestContent(exchange);
    assert('frozen request', (known.get(key) ?? bytes) === bytes, () => `${known.get(key)}, then ${bytes}`);
    known.set(key, bytes);
    assert('frozen request', !answer?.body.includes('"key-reuse"'), `the server saw one key with two requests: ${url}`);
    const first = ledger.firstAnswers.get(key);
    if (!first || !answer) continue;
    const arrived = { ...first, status: answer.status, answer: answer.body };
    if (!isDefinitive(arrived)) continue;
    assert(
      'same answer',
      answer.status === first.status && sameJson(answer.body, first.answer),
      () => `${url}: ${first.status} ${first.answer}, then ${answer.status} ${answer.body}`,
    );
  }
};

/**
 * A compensation created and done between two checks: it undoes a write of a logged-out user, which is not in the
 * journal.
 */
const isCompensation = (browser: Browser, key: string) =>
  [...browser.commands.keys()].some((id) => uuidv5(`undo ${id}`) === key);

/** Each arrival with a key belongs to a command of the device, has the token of its owner and the intended content. */
const checkArrivals: Check = (world, browser, _, sent) => {
  const { ledger } = world;
  const keys = new Set(sent.flatMap(({ headers }) => headers['idempotency-key'] ?? []));
  for (const key of keys) {
    const known = commandOfKey(browser, key);
    const settled = known ?? browser.outcomes.get(key);
    assert(
      'no re-key on doubt',
      settled !== undefined || isCompensation(browser, key),
      'a request was sent under a key of no command',
    );
    if (known && known.row.id !== key) {
      const first = ledger.firstAnswers.get(known.row.id);
      assert('no re-key on doubt', first && !hasEffect(first), `${known.row.type} got a new key without a refusal`);
    }
  }
  for (const arrival of ledger.arrivals) {
    if (arrival.machine !== browser.name || !keys.has(arrival.key)) continue;
    const owner = commandOfKey(browser, arrival.key)?.row.owner ?? arrival.owner;
    const bearer: Owner | null = arrival.bearer === null ? null : `u:${arrival.bearer}`;
    const isRightOwner = owner === arrival.owner && (owner.startsWith('v:') ? bearer === null : bearer === owner);
    assert('owner', isRightOwner, () => `${arrival.method} ${arrival.url} of ${owner} was sent as ${bearer}`);
    checkIntent(world, browser, arrival);
  }
};

function checkIntent({ ledger }: World, browser: Browser, { key, url, body }: Arrival): void {
  const row = commandOfKey(browser, key)?.row;
  if (!row) return;
  const sentBody = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
  const args = row.args as Record<string, unknown>;
  const line = ledger.lines.get(url.replace(/^\/api/, ''));
  const expected: Record<string, [unknown, unknown][]> = {
    'cart.add': [
      [sentBody.id, args.productId],
      [sentBody.optionValues, args.optionValueIds],
      [sentBody.quantity, args.quantity],
    ],
    'cart.setQuantity': [
      [line, args.lineKey],
      [sentBody.quantity, args.quantity],
    ],
    'cart.remove': [[line, args.lineKey]],
    'cart.applyCoupon': [[sentBody.code, args.code]],
    'storeOrders.tracking': [[sentBody.trackingCode, args.trackingCode]],
  };
  for (const [found, meant] of expected[row.type] ?? [])
    assertEqual('intent', found, meant, `${row.type} said something else`);
}

/** No command has two effects, and effects follow the order of the lane. */
const checkEffects: Check = ({ ledger }, browser, { rows }, sent) => {
  if (!sent.some(({ answer }) => answer)) return;
  const done = new Map<string, string>();
  const last = new Map<string, number>();
  let unknownKeys = 0;
  for (const arrival of ledger.arrivals) {
    if (arrival.machine !== browser.name || arrival.replayed || !hasEffect(arrival)) continue;
    const known = commandOfKey(browser, arrival.key);
    const id = known?.row.id ?? arrival.key;
    if (!known && !browser.outcomes.has(id) && !isCompensation(browser, id)) unknownKeys += 1;
    assert(
      'at most once',
      !done.has(id),
      () => `${known?.row.type} took effect twice: ${done.get(id)}, ${arrival.url}`,
    );
    done.set(id, arrival.url);
    if (!known) continue;
    const { owner, lane, seq } = known.row;
    const before = last.get(`${owner} ${lane}`) ?? 0;
    assert('lane order', before < seq, `${known.row.type} took effect after a later command of its lane`);
    last.set(`${owner} ${lane}`, seq);
  }
  // Keys of no command have at most as many effects as there are commands, done or in doubt, without an effect under
  // their own key.
  const without = [...browser.outcomes.values()].filter(({ outcome, cmdId }) => outcome === 'done' && !done.has(cmdId));
  const doubtful = rows.filter(({ id, doubt }) => doubt && !done.has(id));
  assert(
    'at most once',
    unknownKeys <= without.length + doubtful.length,
    `${unknownKeys} effects under keys of no command`,
  );
};

/**
 * A refresh token is never presented after its successor has arrived; without locks two pages may present it at once.
 */
const oneRefresh: Check = (_world, browser, _sight, sent) => {
  const isRefresh = ({ url }: Exchange) => url.endsWith('/token/refresh');
  if (!sent.some(isRefresh)) return;
  /** Number of requests sent before its successor arrived. */
  const spent = new Map<string, number>();
  for (const [place, exchange] of browser.network.log.entries()) {
    const { body, answer, answeredAfter, fault } = exchange;
    if (!isRefresh(exchange)) continue;
    const isSpent = (spent.get(body) ?? Number.POSITIVE_INFINITY) <= place;
    assert('one refresh', !isSpent, 'a refresh token was presented again after its successor had arrived');
    if (answer?.status === 200 && fault === 'none' && !browser.interruptedKeys.has(body))
      spent.set(body, answeredAfter);
  }
};

const isUserCommand = (row: Cmd) => row.type !== 'cart.create';

function shownOf(view: AggregateView, rows: Cmd[], applied: AppliedCmd[] = []): unknown {
  if (isCart(view)) return quantities(projectCart(view, rows, null, applied));
  if (!isStoreOrder(view)) return null;
  const { state, trackingCode } = projectRows(view, rows);
  return { state, trackingCode };
}

/** The shown state is the server's view plus the commands not yet applied, whenever the view is the newest. */
const exactProjection: Check = (world, _box, { rows, snaps, applied, journal, names }) => {
  for (const snap of snaps) {
    const { view } = snap;
    const isOfLane = ({ owner, lane }: { owner: Owner; lane: string }) => owner === snap.owner && lane === snap.lane;
    const lane = rows.filter(isOfLane);
    const beside = applied.filter(isOfLane);
    const version = versionShown(snap, applied);
    const twice = lane
      .filter(isUserCommand)
      .find(({ id }) => (versionOfEffect(world, id, view) ?? version + 1) <= version);
    assert('exact projection', !twice, `${twice?.type} is in the view, and waits`);
    const shownTwice = beside.find((row) => row.version <= snap.version);
    assert('exact projection', !shownTwice, `${shownTwice?.type} is in the view, and shown with it`);
    // A read in transit while its cart joined another belongs to no cart.
    const isNamed = names.some(({ owner, tempId }) => owner === snap.owner && tempId === snap.lane);
    const last = isNamed ? journal.findLast((entry) => isOfLane(entry) && entry.outcome === 'done') : undefined;
    const done = (last && versionOfEffect(world, last.cmdId, view)) ?? version;
    assert('exact projection', done <= version, `${last?.type} is done, and what is shown is of before`);
    const newest = world.ledger.views.get(view['@id']);
    // Changes of another device are shown with the next view.
    if (newest?.version !== version || version - snap.version !== beside.length) continue;
    const rest = lane.filter((row) => !effectOf(world, row));
    assertEqual(
      'exact projection',
      shownOf(view, lane, beside),
      shownOf(newest, rest),
      `what is shown of ${snap.lane}`,
    );
  }
};

/** The version of the cart in the view and the applied commands. */
function versionShown(snap: Snapshot, applied: readonly AppliedCmd[]): number {
  const beside = applied.filter(({ owner, lane }) => owner === snap.owner && lane === snap.lane);
  return Math.max(snap.version, ...beside.map(({ version }) => version));
}

/** The version after this command's effect; null if unknown. */
function versionOfEffect(world: World, id: string, view: AggregateView): number | null {
  const effect = effectOf(world, { id });
  if (!effect?.answer.startsWith('{')) return null;
  const answer = JSON.parse(effect.answer) as AggregateView;
  return answer['@id'] === view['@id'] && !('notice' in answer) ? answer.version : null;
}

const monotonicView: Check = (_, browser, { snaps, applied }) => {
  const now = new Map(snaps.map((snap) => [`${snap.owner} ${snap.lane}`, versionShown(snap, applied)]));
  for (const [lane, version] of now) {
    const before = browser.versions.get(lane) ?? 0;
    assert('monotonic view', version >= before, `${lane} went from version ${before} to ${version}`);
  }
  browser.versions = now;
};

/** A 401 means that the command was not processed: it is no attempt. */
const authNeutrality: Check = (world, browser, { rows }, sent) => {
  const busy = [...world.hanging.keys()].some((page) => page.browser === browser);
  if (busy || !sent.some(({ answer }) => answer?.status === 401)) return;
  for (const row of rows) {
    const key = idempotencyKey(row);
    if (browser.interruptedKeys.has(key)) continue;
    const sends = browser.network.log.filter(({ headers }) => headers['idempotency-key'] === key);
    const refused = sends.filter(({ fault, answer }) => answer?.status === 401 && fault === 'none');
    assert('401 neutrality', row.attempts <= sends.length - refused.length, `${row.type} has lost an attempt to a 401`);
  }
};

const DAY = 24 * 3_600_000;

/** A clock jump makes no command old, except one in doubt that was created by a page without the server's time. */
const clockImmunity: Check = ({ market }, browser, { rows }) => {
  for (const row of rows) {
    const madeAt = browser.firstSeenAt.get(row.id) ?? market.clock.now;
    browser.firstSeenAt.set(row.id, madeAt);
    const isMistaken = row.doubt && Math.abs((row.datedAt ?? 0) - madeAt) > DAY;
    assert('clock immunity', row.parkedFor !== 'expired' || isMistaken, `${row.type} is taken for old`);
  }
};

/** One number for all screens: the unfinished rows of the current user, including those from before their login. */
const honestCount: Check = async (_, browser, { rows, snaps, applied }) => {
  const { observer, machine } = browser;
  const local = { db: observer, now: () => machine.time.now } as StoreContext;
  const user = (await observer.session.get('current'))?.owner;
  // The numbers depend on these alone: without a difference no list has changed.
  const counted = JSON.stringify([
    user,
    rows.map(({ id, owner, lane, state, ownerLoggedOut: away }) => [id, owner, lane, state, away]),
    snaps.map((snap) => [snap.owner, snap.lane, versionShown(snap, applied)]),
  ]);
  if (counted === browser.lastCounted) return;
  browser.lastCounted = counted;
  const isOfUser = ({ owner, ownerLoggedOut: away }: Cmd) => owner === user || (owner.startsWith('v:') && !away);
  const waiting = rows.filter((row) => isOfUser(row) && isUserCommand(row));
  const owner = user ?? rows.find((row) => isOfUser(row))?.owner ?? 'v:nobody';
  const waitingCount = await countWaiting(local, owner);
  assert('honest count', waitingCount === waiting.length, `${waitingCount} are said to wait, ${waiting.length} do`);
  const listed = (await listPendingWrites(local, owner)).map(({ id }) => id);
  assertEqual(
    'honest count',
    listed,
    waiting.map(({ id }) => id),
    'what is listed as waiting',
  );
  const inCart = new Set((await readCart(local, owner)).shown.items.map(({ lineKey }) => lineKey));
  const carts = new Set(await cartLanes(observer, waiting));
  const added = waiting.filter(({ type, owner, lane }) => type === 'cart.add' && carts.has(`${owner} ${lane}`));
  const removed = new Set(waiting.filter(({ type }) => type === 'cart.remove').map(lineOf));
  const missing = added.map(lineOf).filter((line) => !inCart.has(line) && !removed.has(line));
  assertEqual('honest count', missing, [], 'lines that wait and are not in the cart');
};

const lineOf = ({ args }: Cmd) => (args as { lineKey: string }).lineKey;

async function cartLanes(observer: EtalDatabase, rows: readonly Cmd[]): Promise<string[]> {
  const owners = [...new Set(rows.map(({ owner }) => owner))];
  const carts = await Promise.all(owners.map((owner) => deviceCart(observer, owner)));
  return carts.flatMap((cart) => (cart ? [`${cart.owner} ${cart.lane}`] : []));
}

/** After a logout only the user's pending commands, their dependencies and undismissed reports remain. */
const purge: Check = async (_, { observer }, { rows, journal, snaps, applied }) => {
  const session = await observer.session.get('current');
  const bound = (await observer.device.toArray()).flatMap((row) =>
    'visitors' in row && row.k !== `joins:${session?.owner}` ? row.visitors : [],
  );
  const isOtherUser = ({ owner }: { owner: string }) => owner.startsWith('u:') && owner !== session?.owner;
  const isLoggedOut = (entry: { owner: Owner }) => isOtherUser(entry) || bound.includes(entry.owner);
  const dismissed = journal.filter((entry) => isLoggedOut(entry) && entry.dismissed === 1);
  const remains = [
    ...[...snaps, ...applied].filter(isOtherUser).map(({ lane }) => lane),
    ...dismissed.map(({ type }) => type),
  ];
  assertEqual('purge', remains, [], 'someone who is gone has left');
  const waitingLanes = new Set(rows.map((row) => `${row.owner} ${row.lane}`));
  const carts = (await observer.device.toArray()).flatMap((row) => ('lane' in row ? [row] : []));
  const idle = carts.filter((cart) => isOtherUser(cart) && !waitingLanes.has(`${cart.owner} ${cart.lane}`));
  assertEqual(
    'purge',
    idle.map(({ owner }) => owner),
    [],
    'carts of someone who is gone, without a pending command',
  );
};

const checks: readonly Check[] = [
  noLoss,
  frozenRequest,
  checkArrivals,
  checkEffects,
  outcomeIsTruth,
  monotonicView,
  exactProjection,
  authNeutrality,
  oneRefresh,
  clockImmunity,
  honestCount,
  purge,
];
