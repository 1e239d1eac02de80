// One store on two tablets: both edit products, pictures, coupons and the store's profile, over failing networks and
// with pages that die. Invariants are checked after each effect on the server and at the end.
import { setImmediate as turn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Cmd } from '#db/rows.ts';
import { products as productRows } from '#server/db/schema/catalogue.ts';
import { images as imageRows } from '#server/db/schema/pictures.ts';
import { coupons as couponRows } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { Command } from '#sync/commands/registry.ts';
import { tempIri } from '#sync/commands/temporary-ids.ts';
import { newId } from '#sync/device/ids.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { cancelCommand } from '#sync/pending/decisions.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { readVersionConflict } from '#sync/replay/rebase.ts';
import { createNetwork, type Fault, type Injectable, type Network } from '../support/network.ts';
import type { TestMarket } from '../support/test-server.ts';
import { type Device, type DeviceOptions, type Machine, newMachine } from './device.ts';
import { type Merchant, makeMerchant, openMerchantDevice, upload } from './merchant-device.ts';
import { expectFrozen, expectOnce, keysOf } from './merchant-oracle.ts';

export type Tablet = 0 | 1;
/** What can be changed: two products, the store, a coupon. */
export const things = ['first', 'second', 'shop', 'coupon'] as const;
export type Thing = (typeof things)[number];

export type StoreAction =
  | { do: 'change'; tablet: Tablet; thing: Thing; field: number }
  | { do: 'show'; tablet: Tablet; thing: 'first' | 'second'; published: boolean }
  | { do: 'make'; tablet: Tablet; picture: boolean; next: 'nothing' | 'rename' | 'publish' }
  | { do: 'picture'; tablet: Tablet; for: 'first' | 'second' | null }
  | { do: 'coupon'; tablet: Tablet }
  | { do: 'delete'; tablet: Tablet }
  | { do: 'giveUp'; tablet: Tablet; which: number }
  | { do: 'look'; tablet: Tablet; thing: Thing }
  | { do: 'drain'; tablet: Tablet }
  | { do: 'die'; tablet: Tablet; turns: number }
  | { do: 'faults'; tablet: Tablet; faults: Fault[] }
  | { do: 'network'; tablet: Tablet; up: boolean }
  | { do: 'release'; tablet: Tablet };
export interface StoreRunPlan {
  actions: StoreAction[];
  /** The choices on the conflict cards, in order. */
  choices: number[];
}

/** The edited fields. Each edit writes a unique value. */
const fieldsOf: Record<Thing, readonly string[]> = {
  first: ['name', 'description', 'price'],
  second: ['name', 'description', 'price'],
  shop: ['description', 'placeOfSales', 'additionalInformation'],
  coupon: ['code', 'discount'],
};

type Values = Record<string, unknown> & { '@id': string; id: string; version: number };
interface TabletState {
  machine: Machine;
  network: Network;
  device: Device;
  /** The values on its screens. */
  shownValues: Map<Thing, Values>;
  /** Ids of its commands in order of creation. */
  commandIds: string[];
}

const text = (value: unknown) => JSON.stringify(value ?? null);

/** All stored values of the store by record and field. */
async function readStoreValues({ db }: TestMarket, storeId: string): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  const put = (id: string, row: Record<string, unknown>, ...names: string[]) => {
    for (const name of names) all.set(`${id} ${name}`, text(row[name]));
  };
  for (const row of await db.select().from(productRows).where(eq(productRows.storeId, storeId)))
    put(row.id, row, 'name', 'description', 'price', 'published');
  for (const row of await db.select().from(stores).where(eq(stores.id, storeId)))
    put(row.id, row, 'description', 'placeOfSales', 'additionalInformation');
  for (const row of await db.select().from(couponRows).where(eq(couponRows.storeId, storeId)))
    put(row.id, row, 'code', 'discount', 'active');
  for (const row of await db.select().from(imageRows).where(eq(imageRows.storeId, storeId)))
    put(row.id, row, 'caption');
  return all;
}

/** @throws at a broken invariant */
export async function executeStoreRun(
  market: TestMarket,
  { actions, choices }: StoreRunPlan,
  options: DeviceOptions = {},
): Promise<void> {
  const world = await World.open(market, options);
  try {
    for (const action of actions) await world.perform(action);
    await world.quiesce(choices);
    await world.expectInvariants();
  } finally {
    world.end();
  }
}

class World {
  private sides: [TabletState, TabletState] | null = null;
  /** Above all initial values. */
  private serial = 1000;
  /** One request at a time, so that each difference between two reads belongs to one request. */
  private before: Promise<unknown> = Promise.resolve();
  private readonly broken: Error[] = [];

  private constructor(
    private readonly market: TestMarket,
    private readonly merchant: Merchant,
    private readonly ids: Record<Thing, string>,
    private readonly options: DeviceOptions,
  ) {}

  static async open(market: TestMarket, options: DeviceOptions): Promise<World> {
    const merchant = await makeMerchant(market);
    const [first, second] = [await merchant.product(), await merchant.product()];
    const code = `C${newId().slice(0, 8)}`;
    const coupon = await merchant.elsewhere<{ id: string }>('POST', '/coupons', {
      code,
      discountType: 'fix',
      discount: 2,
    });
    const ids = { first: first.id, second: second.id, shop: merchant.storeId, coupon: coupon.id };
    const world = new World(market, merchant, ids, options);
    world.sides = [await world.tablet(), await world.tablet()];
    return world;
  }

  private async tablet(): Promise<TabletState> {
    const machine = newMachine(Date.now());
    const watched: Injectable = { inject: (request) => this.watch(request) };
    const network = createNetwork(watched);
    const device = await openMerchantDevice(this.merchant, machine, network, this.options);
    const side: TabletState = { machine, network, device, shownValues: new Map(), commandIds: [] };
    for (const thing of things) side.shownValues.set(thing, await this.read(thing));
    return side;
  }

  private side(tablet: Tablet): TabletState {
    const side = this.sides?.[tablet];
    if (!side) throw new Error('not open yet');
    return side;
  }

  private readonly path = (thing: Thing) =>
    `/${{ first: 'products', second: 'products', shop: 'stores', coupon: 'coupons' }[thing]}/${this.ids[thing]}`;

  private read = (thing: Thing) => this.merchant.elsewhere<Values>('GET', this.path(thing));

  /** Compares the store's fields before and after a request. */
  private watch(request: Parameters<Injectable['inject']>[0]): ReturnType<Injectable['inject']> {
    const run = this.before.then(async () => {
      const was = await readStoreValues(this.market, this.merchant.storeId);
      const reply = await this.market.app.inject(request);
      const is = await readStoreValues(this.market, this.merchant.storeId);
      this.checkReplacements(request.headers['idempotency-key'], was, is);
      return reply;
    });
    this.before = run.catch(() => {});
    return run;
  }

  /** No value is overwritten that this tablet has not shown. */
  private checkReplacements(key: string | undefined, was: Map<string, string>, is: Map<string, string>): void {
    for (const [place, value] of is) {
      const replaced = was.get(place);
      if (replaced === undefined || replaced === value) continue;
      const [, field = ''] = place.split(' ');
      if (field === 'published' || field === 'active' || field === 'caption') continue;
      const edit = this.edits.get(this.byKey.get(key ?? '') ?? '');
      if (edit?.field !== field || !edit.seen.has(replaced))
        this.broken.push(new Error(`${place}: ${replaced} gave way to ${value} and nobody had seen it`));
    }
  }

  /** Key of a request to its command; each generation has its own key. */
  private readonly byKey = new Map<string, string>();
  /** Per command: the changed field, and the stored values that its tablet has shown. */
  private readonly edits = new Map<string, { thing: string; field: string; wrote: string; seen: Set<string> }>();

  /** The unique value of each created picture or product. */
  private readonly uniqueValues = new Map<string, string>();

  /** Deletions by command. Of several, one has an effect. */
  private readonly deletions = new Set<string>();

  private remember(side: TabletState, id: string): void {
    side.commandIds.push(id);
    for (const key of keysOf(id)) this.byKey.set(key, id);
  }

  async perform(action: StoreAction): Promise<void> {
    const side = this.side(action.tablet);
    await this.performOn(side, action);
    await this.before;
    const [broken] = this.broken;
    if (broken) throw broken;
  }

  private async performOn(side: TabletState, action: StoreAction): Promise<void> {
    switch (action.do) {
      case 'change':
        return this.change(side, action.thing, action.field);
      case 'show': {
        const id = this.ids[action.thing];
        await this.submit(side, { type: action.published ? 'products.publish' : 'products.disable', args: { id } });
        return;
      }
      case 'make':
        return this.createProduct(side, action);
      case 'picture': {
        const tempId = await this.uploadPicture(side);
        if (action.for) await this.change(side, action.for, null, { images: [tempId] });
        return;
      }
      case 'coupon': {
        const values = { code: `N${newId().slice(0, 8)}`, discountType: 'fix', discount: 1 } as const;
        await this.submit(side, { type: 'coupons.create', args: { values } });
        return;
      }
      case 'delete':
        this.deletions.add(await this.submit(side, { type: 'products.delete', args: { id: this.ids.second } }));
        return;
      case 'giveUp': {
        const rows = await ownerRows(side.device.db, this.merchant.owner);
        const row = rows[action.which % Math.max(1, rows.length)];
        if (row) await cancelCommand(side.device.local, row.id);
        return;
      }
      case 'look':
        return this.reloadScreen(side, action.thing);
      case 'drain':
        return void (await side.device.drain());
      case 'die':
        return this.killDuringDrain(side, action.turns);
      case 'faults':
        return side.network.plan(...action.faults);
      case 'network':
        side.network.up = action.up;
        return;
      case 'release':
        return side.network.release();
    }
  }

  private colour(): string {
    this.serial += 1;
    return `#${(0x10_00_00 + this.serial * 977).toString(16)}`;
  }

  private async submit(side: TabletState, command: Command): Promise<string> {
    const { id } = await side.device.submit(command);
    this.remember(side, id);
    return id;
  }

  private valueOf(field: string): unknown {
    this.serial += 1;
    if (field === 'price' || field === 'discount') return this.serial;
    return field === 'code' ? `W${this.serial}` : `${field} ${this.serial}`;
  }

  private async change(side: TabletState, thing: Thing, which: number | null, given: Record<string, unknown> = {}) {
    const shown = side.shownValues.get(thing);
    if (!shown) throw new Error(`${thing} is not shown`);
    const field = which === null ? null : (fieldsOf[thing][which % fieldsOf[thing].length] ?? null);
    const changes = { ...given, ...(field && { [field]: this.valueOf(field) }) };
    const values = Object.fromEntries(Object.keys(changes).map((name) => [name, formValue(thing, name, shown[name])]));
    const type = ({ first: 'products', second: 'products', shop: 'stores', coupon: 'coupons' } as const)[thing];
    const command = {
      type: type === 'stores' ? 'stores.save' : `${type}.update`,
      args: { id: this.ids[thing], changes },
      base: { version: shown.version, values },
    } as Command;
    const { id } = await side.device.submit(command);
    this.remember(side, id);
    if (field === null) return;
    const before = side.commandIds
      .flatMap((other) => this.edits.get(other) ?? [])
      .filter((edit) => edit.thing === thing);
    const own = before.filter((edit) => edit.field === field).flatMap(({ wrote, seen }) => [wrote, ...seen]);
    const seen = new Set([storedValue(field, shown[field]), ...own]);
    this.edits.set(id, { thing, field, wrote: storedValue(field, Reflect.get(changes, field)), seen });
  }

  private async createProduct(
    side: TabletState,
    { picture, next }: Extract<StoreAction, { do: 'make' }>,
  ): Promise<void> {
    const tempId = tempIri(newId());
    this.serial += 1;
    const images = picture ? [await this.uploadPicture(side)] : [];
    const category = `/categories/${this.merchant.categoryId}`;
    const values = { name: `Nouveau ${this.serial}`, category, price: this.serial, ...(picture && { images }) };
    const made = await this.submit(side, { type: 'products.create', args: { tempId, values } });
    this.uniqueValues.set(made, text(values.name));
    if (next === 'rename') {
      const changes = { description: `dit ${this.serial}` };
      const id = await this.submit(side, { type: 'products.update', args: { id: tempId, changes } });
      const [field, seen] = ['description', new Set([text('')])];
      this.edits.set(id, { thing: tempId, field, wrote: text(changes.description), seen });
    }
    if (next === 'publish') await this.submit(side, { type: 'products.publish', args: { id: tempId } });
  }

  private async uploadPicture(side: TabletState): Promise<string> {
    const colour = this.colour();
    const { id, tempId } = await upload(side.device, colour);
    this.remember(side, id);
    this.uniqueValues.set(id, text(colour));
    return tempId;
  }

  /** Like a screen that is opened. */
  private async reloadScreen(side: TabletState, thing: Thing): Promise<void> {
    if (!side.network.up) return;
    try {
      side.shownValues.set(thing, await this.read(thing));
    } catch {
      // Deleted: the screen keeps its old values.
    }
  }

  private async killDuringDrain(side: TabletState, turns: number): Promise<void> {
    void side.device.drain().catch(() => {});
    for (let done = 0; done < turns; done += 1) await turn();
    side.device.kill();
    for (let calm = 0; calm < 20; calm += 1) {
      await turn();
      if (side.network.busy() > 0) calm = 0;
    }
    await this.before;
    side.device = await openMerchantDevice(this.merchant, side.machine, side.network, this.options);
  }

  /** Network restored and all questions answered, until nothing is pending. */
  async quiesce(choices: readonly number[]): Promise<void> {
    let chosen = 0;
    for (const tablet of [0, 1] as const) {
      this.side(tablet).network.heal();
      await this.perform({ do: 'release', tablet });
    }
    for (let round = 0; round < 60; round += 1) {
      let pendingCount = 0;
      for (const tablet of [0, 1] as const) {
        const side = this.side(tablet);
        side.machine.time.now += 150_000;
        await this.perform({ do: 'drain', tablet });
        await this.expectNothingBlocked(side);
        for (const card of await listConflicts(side.device.local, this.merchant.owner)) {
          const choice = card.choices[(choices[chosen % choices.length] ?? 0) % card.choices.length];
          chosen += 1;
          if (!choice) throw new Error(`${card.sentence}: nothing to choose`);
          await this.recordShown(side, card.id);
          expect(await resolveConflict(side.device.local, card.id, choice), `${card.sentence}: ${choice}`).toBe(true);
        }
        pendingCount += (await ownerRows(side.device.db, this.merchant.owner)).length;
        pendingCount += (await listConflicts(side.device.local, this.merchant.owner)).length;
      }
      if (pendingCount === 0) return;
    }
    throw new Error('something waits for ever');
  }

  /** Everything that can be sent has been sent, except changes that overlap with a pending one, or follow a deletion. */
  private async expectNothingBlocked({ device, machine }: TabletState): Promise<void> {
    const rows = await ownerRows(device.db, this.merchant.owner);
    const fieldsOf = ({ args }: Cmd) => Object.keys((args as { changes?: object }).changes ?? {});
    const isFree = (row: Cmd, at: number) =>
      rows
        .slice(0, at)
        .filter(({ lane }) => lane === row.lane)
        .every(
          (earlier) =>
            earlier.parkedFor === 'conflict' &&
            earlier.type !== 'products.delete' &&
            !fieldsOf(earlier).some((name) => fieldsOf(row).includes(name)),
        );
    const blockedRows = rows.filter((row, at) => {
      const isEdit = fieldsOf(row).length > 0 && !row.deps;
      return isEdit && row.state === 'queued' && row.nextAt <= machine.time.now && isFree(row, at);
    });
    expect(blockedRows, 'held up by nothing that it touches').toEqual([]);
  }

  /** The server's values on the card count as shown. */
  private async recordShown(side: TabletState, id: string): Promise<void> {
    const row = await side.device.db.outbox.where('id').equals(id).first();
    const edit = this.edits.get(id);
    const now = readVersionConflict(row?.serverRefusal)?.current ?? {};
    if (edit && edit.field in now) edit.seen.add(storedValue(edit.field, now[edit.field]));
  }

  async expectInvariants(): Promise<void> {
    for (const tablet of [0, 1] as const) {
      const { device, network, commandIds: made } = this.side(tablet);
      expectFrozen(network);
      const ids = made.filter((id) => !this.deletions.has(id));
      await expectOnce(this.market, this.merchant, device, ids);
    }
    await this.expectDeleted();
    await this.expectOutcomes();
  }

  private async expectDeleted(): Promise<void> {
    const every = await Promise.all((this.sides ?? []).map(({ device }) => device.db.journal.toArray()));
    const done = every.flat().filter(({ cmdId, outcome }) => this.deletions.has(cmdId) && outcome === 'done');
    const [row] = await this.market.db.select().from(productRows).where(eq(productRows.id, this.ids.second));
    expect(row?.deletedAt !== null, 'deleted').toBe(done.length > 0);
  }

  /** Values of done commands are stored or were replaced; values of other commands are not stored. */
  private async expectOutcomes(): Promise<void> {
    const is = await readStoreValues(this.market, this.merchant.storeId);
    const values = [...is.values()];
    for (const side of this.sides ?? []) {
      for (const { outcome, cmdId } of await side.device.db.journal.toArray()) {
        const brought = this.uniqueValues.get(cmdId);
        const found = values.filter((value) => value === brought).length;
        if (brought) expect(found, `${brought} by ${cmdId}`).toBe(outcome === 'done' ? 1 : 0);
        const edit = this.edits.get(cmdId);
        if (!edit || outcome === 'done') continue;
        expect(values, `${cmdId} was not done, and stands`).not.toContain(edit.wrote);
      }
    }
  }

  end(): void {
    for (const { device } of this.sides ?? []) device.kill();
  }
}

/** The value in a form. */
const formValue = (thing: Thing, field: string, value: unknown) =>
  thing === 'coupon' && field === 'discount' ? (value as { convertedAmount: number }).convertedAmount : value;

/** The value in the database: money in cents. */
function storedValue(field: string, value: unknown): string {
  if (typeof value === 'object' && value !== null && 'amount' in value) return text(value.amount);
  const isMoney = (field === 'price' || field === 'discount') && typeof value === 'number';
  return text(isMoney ? Math.round(value * 100) : value);
}
