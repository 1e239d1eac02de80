// The invariants that hold at every moment of a life, each by its name: what waits on the devices, what they show and what
// they have sent, against what the server was asked and did.
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
import { askedBy, type Exchange } from '../support/network.ts';
import { type Arrival, hasEffect, isDefinitive } from './life-ledger.ts';
import { type Box, commandOfKey, type Sight, type World } from './life-world.ts';

export type Invariant =
  | 'no crash'
  | 'no loss'
  | 'at most once'
  | 'outcome is truth'
  | 'lane order'
  | 'owner'
  | 'convergence'
  | 'exact projection'
  | 'monotonic view'
  | 'liveness'
  | 'isolation'
  | 'frozen request'
  | 'same answer'
  | 'fenced answers'
  | 'no re-key on doubt'
  | '401 neutrality'
  | 'one refresh'
  | 'clock immunity'
  | 'bounded'
  | 'compaction'
  | 'cancel'
  | 'merge on login'
  | 'purge'
  | 'honest count'
  | 'agreed'
  | 'intent';

export class Broken extends Error {
  override readonly name = 'Broken';
  constructor(
    readonly invariant: Invariant,
    detail: string,
  ) {
    super(`${invariant}: ${detail}`);
  }
}

let watched: Invariant | null = null;

/** From now on only this one is held, so that a mistake can show that it is noticed by the one meant for it. */
export function watch(invariant: Invariant | null): void {
  watched = invariant;
}

export function hold(invariant: Invariant, holds: boolean | undefined, detail: string | (() => string)): void {
  if (!holds && (watched ?? invariant) === invariant)
    throw new Broken(invariant, typeof detail === 'string' ? detail : detail());
}

export function same(invariant: Invariant, found: unknown, wanted: unknown, detail: string): void {
  hold(
    invariant,
    isDeepStrictEqual(found, wanted),
    () => `${detail}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`,
  );
}

/** Nothing that a page did by itself ended in an error, but for those of the network. */
export function noCrash({ crashes }: World): void {
  const [crash] = crashes;
  if (crash instanceof Broken) throw crash;
  hold('no crash', crash === undefined, () => String(crash));
}

/** Line to quantity. */
export const quantities = (cart: Pick<ShownCart, 'items'>) =>
  Object.fromEntries(cart.items.map(({ lineKey, quantity }) => [lineKey, quantity]).sort());

/** The first answer to a command that had an effect; a later generation is sent only after a refusal. */
export function effectOf({ ledger }: World, { id }: Pick<Cmd, 'id'>): Arrival | undefined {
  for (let gen = 0; ; gen++) {
    const arrival = ledger.first.get(idempotencyKey({ id, gen }));
    if (!arrival || hasEffect(arrival)) return arrival;
  }
}

/** Reads the disk of a device and holds everything against it. */
export async function checkBox(world: World, box: Box): Promise<void> {
  const sight = await world.sight(box);
  remember(box, sight);
  const sent = box.network.log.slice(box.heard);
  box.heard = box.network.log.length;
  for (const check of checks) await check(world, box, sight, sent);
}

/** What has been seen once is known for good, whatever is trimmed later. */
function remember(box: Box, { rows, journal }: Sight): void {
  for (const known of box.commands.values()) known.waiting = false;
  for (const row of rows) {
    const before = box.commands.get(row.id)?.row.owner ?? row.owner;
    hold('owner', row.owner === before, `${row.type} of ${before} has become one of ${row.owner}`);
    box.commands.set(row.id, { row, waiting: true });
  }
  const settled = new Set<string>();
  for (const entry of journal) {
    hold('fenced answers', !settled.has(entry.cmdId), `${entry.type} has two outcomes`);
    settled.add(entry.cmdId);
    const before = box.outcomes.get(entry.cmdId);
    if (before) same('fenced answers', entry.outcome, before.outcome, `the outcome of ${entry.type} has changed`);
    box.outcomes.set(entry.cmdId, entry);
    const known = box.commands.get(entry.cmdId);
    hold('fenced answers', !known?.waiting, `${entry.type} has an outcome and still waits`);
  }
}

type Check = (world: World, box: Box, sight: Sight, sent: readonly Exchange[]) => void | Promise<void>;

const noLoss: Check = async ({ ledger }, box, _, sent) => {
  const user = (await box.eyes.session.get('current'))?.owner;
  // Somebody may have come and gone between two looks.
  const isEnded = sent.some(({ url }) => url.endsWith('/token/revoke'));
  for (const id of box.accepted) {
    if (box.commands.get(id)?.waiting || box.outcomes.has(id) || box.released.has(id)) continue;
    const row = box.commands.get(id)?.row;
    // Answered, and then its owner left before anyone looked, and may be back: what was done and told left with them.
    // A visitor's that has not joined yet leaves with its user.
    const theirs = row?.owner.startsWith('u:') ? row.owner : box.userOf.get(id);
    const wentAway = isEnded || (theirs && theirs !== user);
    const ended = (row && ledger.first.has(idempotencyKey(row))) || wasDone(box, id);
    const left = (wentAway || row?.ownerLoggedOut) && ended;
    hold('no loss', left, `a command that was accepted is gone: ${row?.type ?? id}`);
    box.released.add(id);
  }
  for (const { id, owner } of user ? await everyRowWithVisitors(box.eyes, user) : []) {
    if (user && owner !== user) box.userOf.set(id, user);
  }
};

/** Without asking the server, too: what is to be removed was never there. */
const wasDone = ({ told }: Box, id: string) =>
  told.some((events) => events.some((event) => event.id === id && event.settlement.kind === 'done'));

const outcomeIsTruth: Check = (world, _box, { journal }) => {
  for (const entry of journal) {
    const effect = effectOf(world, { id: entry.cmdId });
    const what = `${entry.type}, ${entry.outcome} ${entry.status ?? entry.code ?? ''}`;
    if (entry.outcome === 'done' && entry.status !== undefined && entry.status < 300) {
      hold('outcome is truth', effect !== undefined, `${what}: the server did nothing`);
    }
    if (entry.outcome === 'rejected') hold('outcome is truth', !effect, `${what}: the server did it`);
    if (entry.outcome === 'cancelled' && entry.code !== 'unknown')
      hold('cancel', !effect, `${what}: the server did it`);
  }
};

/** The database keeps the keys of an answer in an order of its own. */
const sameJson = (one: string, other: string) => one === other || isDeepStrictEqual(JSON.parse(one), JSON.parse(other));

/** One key is one request; the same answer comes to it each time. */
const frozenRequest: Check = ({ ledger }, box, _, sent) => {
  const known = new Map<string, string>();
  const keys = new Set(sent.map(({ headers }) => headers['idempotency-key']));
  for (const exchange of box.network.log) {
    const { url, headers, answer } = exchange;
    const key = headers['idempotency-key'];
    if (!key || !keys.has(key)) continue;
    const bytes = askedBy(exchange);
    hold('frozen request', (known.get(key) ?? bytes) === bytes, () => `${known.get(key)}, then ${bytes}`);
    known.set(key, bytes);
    hold('frozen request', !answer?.body.includes('"key-reuse"'), `the server saw one key with two requests: ${url}`);
    const first = ledger.first.get(key);
    if (!first || !answer) continue;
    const arrived = { ...first, status: answer.status, answer: answer.body };
    if (!isDefinitive(arrived)) continue;
    hold(
      'same answer',
      answer.status === first.status && sameJson(answer.body, first.answer),
      () => `${url}: ${first.status} ${first.answer}, then ${answer.status} ${answer.body}`,
    );
  }
};

/** Made and done between two looks: it takes back a write of somebody who has left, of which the journal keeps nothing. */
const takesBack = (box: Box, key: string) => [...box.commands.keys()].some((id) => uuidv5(`undo ${id}`) === key);

/** Each arrival with a key belongs to a command of the device, speaks for its owner and says what was meant. */
const arrivals: Check = (world, box, _, sent) => {
  const { ledger } = world;
  const keys = new Set(sent.flatMap(({ headers }) => headers['idempotency-key'] ?? []));
  for (const key of keys) {
    const known = commandOfKey(box, key);
    const settled = known ?? box.outcomes.get(key);
    hold(
      'no re-key on doubt',
      settled !== undefined || takesBack(box, key),
      'a request was sent under a key of no command',
    );
    if (known && known.row.id !== key) {
      const first = ledger.first.get(known.row.id);
      hold('no re-key on doubt', first && !hasEffect(first), `${known.row.type} got a new key without a refusal`);
    }
  }
  for (const arrival of ledger.arrivals) {
    if (arrival.machine !== box.name || !keys.has(arrival.key)) continue;
    const owner = commandOfKey(box, arrival.key)?.row.owner ?? arrival.owner;
    const bearer: Owner | null = arrival.bearer === null ? null : `u:${arrival.bearer}`;
    const right = owner === arrival.owner && (owner.startsWith('v:') ? bearer === null : bearer === owner);
    hold('owner', right, () => `${arrival.method} ${arrival.url} of ${owner} was sent as ${bearer}`);
    saysWhatWasMeant(world, box, arrival);
  }
};

function saysWhatWasMeant({ ledger }: World, box: Box, { key, url, body }: Arrival): void {
  const row = commandOfKey(box, key)?.row;
  if (!row) return;
  const said = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
  const args = row.args as Record<string, unknown>;
  const line = ledger.lines.get(url.replace(/^\/api/, ''));
  const wanted: Record<string, [unknown, unknown][]> = {
    'cart.add': [
      [said.id, args.productId],
      [said.optionValues, args.optionValueIds],
      [said.quantity, args.quantity],
    ],
    'cart.setQuantity': [
      [line, args.lineKey],
      [said.quantity, args.quantity],
    ],
    'cart.remove': [[line, args.lineKey]],
    'cart.applyCoupon': [[said.code, args.code]],
    'storeOrders.tracking': [[said.trackingCode, args.trackingCode]],
  };
  for (const [found, meant] of wanted[row.type] ?? []) same('intent', found, meant, `${row.type} said something else`);
}

/** Nothing takes effect twice, and what takes effect does so in the order of the lane. */
const effects: Check = ({ ledger }, box, { rows }, sent) => {
  if (!sent.some(({ answer }) => answer)) return;
  const done = new Map<string, string>();
  const last = new Map<string, number>();
  let strays = 0;
  for (const arrival of ledger.arrivals) {
    if (arrival.machine !== box.name || arrival.replayed || !hasEffect(arrival)) continue;
    const known = commandOfKey(box, arrival.key);
    const id = known?.row.id ?? arrival.key;
    if (!known && !box.outcomes.has(id) && !takesBack(box, id)) strays += 1;
    hold('at most once', !done.has(id), () => `${known?.row.type} took effect twice: ${done.get(id)}, ${arrival.url}`);
    done.set(id, arrival.url);
    if (!known) continue;
    const { owner, lane, seq } = known.row;
    const before = last.get(`${owner} ${lane}`) ?? 0;
    hold('lane order', before < seq, `${known.row.type} took effect after a later command of its lane`);
    last.set(`${owner} ${lane}`, seq);
  }
  // Under keys of no command there cannot be more than what is done, or in doubt, without an effect under its own.
  const without = [...box.outcomes.values()].filter(({ outcome, cmdId }) => outcome === 'done' && !done.has(cmdId));
  const doubtful = rows.filter(({ id, doubt }) => doubt && !done.has(id));
  hold('at most once', strays <= without.length + doubtful.length, `${strays} effects under keys of no command`);
};

/** A refresh token whose successor has arrived is never presented again; without locks two pages may ask with it at once. */
const oneRefresh: Check = (_world, box, _sight, sent) => {
  const isRefresh = ({ url }: Exchange) => url.endsWith('/token/refresh');
  if (!sent.some(isRefresh)) return;
  /** How many requests had gone out when its successor arrived. */
  const spent = new Map<string, number>();
  for (const [place, exchange] of box.network.log.entries()) {
    const { body, answer, answeredAfter, fault } = exchange;
    if (!isRefresh(exchange)) continue;
    const isSpent = (spent.get(body) ?? Number.POSITIVE_INFINITY) <= place;
    hold('one refresh', !isSpent, 'a refresh token was presented again after its successor had arrived');
    if (answer?.status === 200 && fault === 'none' && !box.cutShort.has(body)) spent.set(body, answeredAfter);
  }
};

const personal = (row: Cmd) => row.type !== 'cart.create';

function shownOf(view: AggregateView, rows: Cmd[], applied: AppliedCmd[] = []): unknown {
  if (isCart(view)) return quantities(projectCart(view, rows, null, applied));
  if (!isStoreOrder(view)) return null;
  const { state, trackingCode } = projectRows(view, rows);
  return { state, trackingCode };
}

/** What is shown is the server's own view with what has not been applied yet, whenever the view is the newest. */
const exactProjection: Check = (world, _box, { rows, snaps, applied, journal, names }) => {
  for (const snap of snaps) {
    const { view } = snap;
    const isOfLane = ({ owner, lane }: { owner: Owner; lane: string }) => owner === snap.owner && lane === snap.lane;
    const lane = rows.filter(isOfLane);
    const beside = applied.filter(isOfLane);
    const version = versionShown(snap, applied);
    const twice = lane.filter(personal).find(({ id }) => (versionOfEffect(world, id, view) ?? version + 1) <= version);
    hold('exact projection', !twice, `${twice?.type} is in the view, and waits`);
    const shownTwice = beside.find((row) => row.version <= snap.version);
    hold('exact projection', !shownTwice, `${shownTwice?.type} is in the view, and shown with it`);
    // A read that was on its way when its cart joined another is of no cart of anyone's.
    const isNamed = names.some(({ owner, tempId }) => owner === snap.owner && tempId === snap.lane);
    const last = isNamed ? journal.findLast((entry) => isOfLane(entry) && entry.outcome === 'done') : undefined;
    const done = (last && versionOfEffect(world, last.cmdId, view)) ?? version;
    hold('exact projection', done <= version, `${last?.type} is done, and what is shown is of before`);
    const newest = world.ledger.views.get(view['@id']);
    // What another device has done in between shows with the next view.
    if (newest?.version !== version || version - snap.version !== beside.length) continue;
    const rest = lane.filter((row) => !effectOf(world, row));
    same('exact projection', shownOf(view, lane, beside), shownOf(newest, rest), `what is shown of ${snap.lane}`);
  }
};

/** Up to which the view and what is shown with it say what has become of the cart. */
function versionShown(snap: Snapshot, applied: readonly AppliedCmd[]): number {
  const beside = applied.filter(({ owner, lane }) => owner === snap.owner && lane === snap.lane);
  return Math.max(snap.version, ...beside.map(({ version }) => version));
}

/** Of the thing, once this command had its effect; null where that is not known. */
function versionOfEffect(world: World, id: string, view: AggregateView): number | null {
  const effect = effectOf(world, { id });
  if (!effect?.answer.startsWith('{')) return null;
  const said = JSON.parse(effect.answer) as AggregateView;
  return said['@id'] === view['@id'] && !('notice' in said) ? said.version : null;
}

const monotonicView: Check = (_, box, { snaps, applied }) => {
  const now = new Map(snaps.map((snap) => [`${snap.owner} ${snap.lane}`, versionShown(snap, applied)]));
  for (const [lane, version] of now) {
    const before = box.versions.get(lane) ?? 0;
    hold('monotonic view', version >= before, `${lane} went from version ${before} to ${version}`);
  }
  box.versions = now;
};

/** A 401 says that nobody looked at the command: it is no attempt. */
const authNeutrality: Check = (world, box, { rows }, sent) => {
  const busy = [...world.hanging.keys()].some((page) => page.box === box);
  if (busy || !sent.some(({ answer }) => answer?.status === 401)) return;
  for (const row of rows) {
    const key = idempotencyKey(row);
    if (box.cutShort.has(key)) continue;
    const sends = box.network.log.filter(({ headers }) => headers['idempotency-key'] === key);
    const refused = sends.filter(({ fault, answer }) => answer?.status === 401 && fault === 'none');
    hold('401 neutrality', row.attempts <= sends.length - refused.length, `${row.type} has lost an attempt to a 401`);
  }
};

const DAY = 24 * 3_600_000;

/** A jump of the clock makes nothing old; what is in doubt, and was made by a page that knew no better time, may seem so. */
const clockImmunity: Check = ({ market }, box, { rows }) => {
  for (const row of rows) {
    const madeAt = box.madeAt.get(row.id) ?? market.clock.now;
    box.madeAt.set(row.id, madeAt);
    const isMistaken = row.doubt && Math.abs((row.datedAt ?? 0) - madeAt) > DAY;
    hold('clock immunity', row.parkedFor !== 'expired' || isMistaken, `${row.type} is taken for old`);
  }
};

/** One number for all screens: each row that whoever is here has made, also before they logged in, and that has not ended. */
const honestCount: Check = async (_, box, { rows, snaps, applied }) => {
  const { eyes, machine } = box;
  const local = { db: eyes, now: () => machine.time.now } as StoreContext;
  const user = (await eyes.session.get('current'))?.owner;
  // The numbers follow from these alone: where they are as they were, so is every list.
  const counted = JSON.stringify([
    user,
    rows.map(({ id, owner, lane, state, ownerLoggedOut: away }) => [id, owner, lane, state, away]),
    snaps.map((snap) => [snap.owner, snap.lane, versionShown(snap, applied)]),
  ]);
  if (counted === box.counted) return;
  box.counted = counted;
  const isTheirs = ({ owner, ownerLoggedOut: away }: Cmd) => owner === user || (owner.startsWith('v:') && !away);
  const waiting = rows.filter((row) => isTheirs(row) && personal(row));
  const owner = user ?? rows.find((row) => isTheirs(row))?.owner ?? 'v:nobody';
  const said = await countWaiting(local, owner);
  hold('honest count', said === waiting.length, `${said} are said to wait, ${waiting.length} do`);
  const listed = (await listPendingWrites(local, owner)).map(({ id }) => id);
  same(
    'honest count',
    listed,
    waiting.map(({ id }) => id),
    'what is listed as waiting',
  );
  const inCart = new Set((await readCart(local, owner)).shown.items.map(({ lineKey }) => lineKey));
  const carts = new Set(await cartLanes(eyes, waiting));
  const added = waiting.filter(({ type, owner, lane }) => type === 'cart.add' && carts.has(`${owner} ${lane}`));
  const taken = new Set(waiting.filter(({ type }) => type === 'cart.remove').map(lineOf));
  const missing = added.map(lineOf).filter((line) => !inCart.has(line) && !taken.has(line));
  same('honest count', missing, [], 'lines that wait and are not in the cart');
};

const lineOf = ({ args }: Cmd) => (args as { lineKey: string }).lineKey;

async function cartLanes(eyes: EtalDatabase, rows: readonly Cmd[]): Promise<string[]> {
  const owners = [...new Set(rows.map(({ owner }) => owner))];
  const carts = await Promise.all(owners.map((owner) => deviceCart(eyes, owner)));
  return carts.flatMap((cart) => (cart ? [`${cart.owner} ${cart.lane}`] : []));
}

/** Nothing of a user is left where another one is, or nobody, but the commands that wait, what they need, and what must be told. */
const purge: Check = async (_, { eyes }, { rows, journal, snaps, applied }) => {
  const session = await eyes.session.get('current');
  const bound = (await eyes.device.toArray()).flatMap((row) =>
    'visitors' in row && row.k !== `joins:${session?.owner}` ? row.visitors : [],
  );
  const foreign = ({ owner }: { owner: string }) => owner.startsWith('u:') && owner !== session?.owner;
  const isGone = (entry: { owner: Owner }) => foreign(entry) || bound.includes(entry.owner);
  const told = journal.filter((entry) => isGone(entry) && entry.dismissed === 1);
  const left = [...[...snaps, ...applied].filter(foreign).map(({ lane }) => lane), ...told.map(({ type }) => type)];
  same('purge', left, [], 'someone who is gone has left');
  const waiting = rows.filter(foreign);
  for (const { owner } of waiting) {
    const cart = await deviceCart(eyes, owner);
    const needed = !cart || waiting.some((row) => row.owner === owner && row.lane === cart.lane);
    hold('purge', needed, `the cart of ${owner} is still named`);
  }
};

const checks: readonly Check[] = [
  noLoss,
  frozenRequest,
  arrivals,
  effects,
  outcomeIsTruth,
  monotonicView,
  exactProjection,
  authNeutrality,
  oneRefresh,
  clockImmunity,
  honestCount,
  purge,
];
