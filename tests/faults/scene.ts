// Scene for the fault tests: three stores and a merchant on the real server, one machine with its browser profile, a
// faulty network, and one clock. The outcome of every command is recorded, across logouts too.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { NewJournalEntry, Owner } from '#db/rows.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import type { Command } from '#sync/commands/registry.ts';
import type { StoreContext } from '#sync/device/context.ts';
import type { Locks } from '#sync/device/locks.ts';
import { makeDelivery, makeStore, makeUser } from '../support/builders.ts';
import { createNetwork, type Exchange, type Network } from '../support/network.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket, type Variant } from '../sync/cart-market.ts';
import { type Device, type DeviceOptions, type Machine, newMachine, openDevice } from '../sync/device.ts';
import { type ManualTimers, manualTimers, newProfile, openPage, type Page, type Profile } from '../sync/page.ts';

/** A logged-in merchant who also buys: one page with lanes of both kinds. */
export interface MerchantPage {
  on: Page;
  owner: Owner;
  email: string;
  /** A paid order of this merchant's store. */
  order(): Promise<number>;
}

export class Scene {
  market!: TestMarket;
  cartMarket!: CartMarket;
  machine!: Machine;
  network!: Network;
  profile!: Profile;
  timers!: ManualTimers;
  /** The server's clock minus the device's, milliseconds. */
  lag = 0;
  /** The time in answers minus the server's clock, milliseconds. */
  skew = 0;
  /** Ids of the commands accepted by the device. */
  accepted = new Set<string>();
  outcomes: NewJournalEntry[] = [];
  /** How often another device changed an aggregate, by its IRI. */
  changedElsewhere = new Map<string, number>();
  /** Commands finished after their owner's logout: nothing of them is stored. */
  finishedAfterLogout = new Set<string>();
  private opened: { kill(): void }[] = [];
  private buyerId = '';

  async open(): Promise<void> {
    const now = () => new Date((this.machine?.time.now ?? Date.now()) + this.lag);
    this.market = await startTestMarket({ database: 'pglite', now });
    this.cartMarket = await makeCartMarket(this.market);
    await makeDelivery(this.market.db);
    this.buyerId = (await makeUser(this.market.db)).id;
  }

  begin(): void {
    this.lag = 0;
    this.skew = 0;
    this.machine = newMachine();
    this.network = createNetwork(this.market.app, () => this.machine.time.now + this.lag + this.skew);
    this.profile = newProfile();
    this.timers = manualTimers(this.machine, () => this.quiet());
    this.accepted = new Set();
    this.outcomes = [];
    this.changedElsewhere = new Map();
    this.finishedAfterLogout = new Set();
  }

  end(): void {
    for (const one of this.opened.splice(0)) one.kill();
  }

  variant(index: number): Variant {
    const found = this.cartMarket.variants[index];
    if (!found) throw new Error('no such variant');
    return found;
  }

  /** A tab of the browser that replays by itself. */
  async page(locks?: Locks): Promise<Page> {
    const { market, machine, network, profile, timers } = this;
    const page = this.recordOutcomes(await openPage(market, machine, network, profile, locks, undefined, timers));
    // It may have sent something before the hook was installed.
    const written = await page.local.db.journal.toArray();
    const heard = new Set(this.outcomes.map(({ cmdId }) => cmdId));
    this.outcomes.push(...written.filter(({ cmdId }) => !heard.has(cmdId)));
    await this.quiet();
    return page;
  }

  /** A tab that replays only on request, and whose steps can be replaced. */
  async device(options: DeviceOptions = {}): Promise<Device> {
    return this.recordOutcomes(await openDevice(this.machine, this.network, options));
  }

  private recordOutcomes<
    T extends { local: StoreContext; kill(): void; submit(command: Command): Promise<{ id: string }> },
  >(on: T): T {
    on.local.db.journal.hook('creating', (_, entry) => void this.outcomes.push(entry as NewJournalEntry));
    on.local.db.outbox.hook('deleting', (_, row) => {
      if (row.ownerLoggedOut) this.finishedAfterLogout.add(row.id);
    });
    this.opened.push(on);
    const submit = async (command: Command) => {
      const written = await on.submit(command);
      // Visits are not guaranteed.
      if (command.type !== 'view.create') this.accepted.add(written.id);
      return written;
    };
    return { ...on, submit };
  }

  async openMerchantPage(locks?: Locks): Promise<MerchantPage> {
    const { market } = this;
    const { id, email } = await makeUser(market.db);
    const { id: storeId } = await makeStore(market.db, { ownerId: id });
    const on = await this.page(locks);
    await on.session.login(email, DEMO_PASSWORD);
    await this.quiet();
    return { on, owner: `u:${id}`, email, order: () => this.payedOrder(storeId) };
  }

  private async payedOrder(storeId: string): Promise<number> {
    const { db } = this.market;
    const [order] = await db.insert(orders).values({ userId: this.buyerId }).returning();
    const [part] = await db
      .insert(storeOrders)
      .values({ orderId: order?.id ?? 0, storeId, state: 'payed', total: 1000, totalBeforeDiscount: 1000 })
      .returning();
    return part?.id ?? 0;
  }

  /** A write from another device; `email`: as this user, else as a visitor. */
  async elsewhere(method: string, path: string, body: object | undefined, email?: string): Promise<void> {
    const token = email === undefined ? {} : { token: await this.market.login(email) };
    const sending = { ...token, ...(body && { body }) };
    const { status, body: answer, text } = await this.market.inject<StoreOrder>(method, `/api${path}`, sending);
    expect(status, text).toBeLessThan(300);
    const at = answer['@id'];
    this.changedElsewhere.set(at, (this.changedElsewhere.get(at) ?? 0) + 1);
  }

  /** Sets the device's clock. */
  jump(ms: number): void {
    this.timers.jump(ms);
    this.lag -= ms;
  }

  /** Waits for the end of started work: everything here runs in process. */
  async quiet(): Promise<void> {
    const { network } = this;
    let seen = network.log.length;
    for (let still = 0; still < 60; still++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (network.busy() === 0 && network.log.length === seen) continue;
      still = 0;
      seen = network.log.length;
    }
  }

  /** Restores network and server. @returns milliseconds until nothing is left to be sent, at most `limit` */
  async heal(on: { local: StoreContext }, limit = 30_000): Promise<number> {
    const { network, timers } = this;
    network.heal();
    await network.release();
    await this.quiet();
    const left = () => on.local.db.outbox.where('state').anyOf('queued', 'inflight').toArray();
    let passed = 0;
    for (; passed < limit && (await left()).length > 0; passed += 1000) await timers.advance(1000);
    const rows = (await left()).map(({ type, state, attempts, nextAt }) => ({ type, state, attempts, nextAt }));
    expect(rows, `left after ${limit} ms`).toEqual([]);
    return passed;
  }

  add(on: Pick<Page, 'submit'>, index: number, quantity = 1, owner?: Owner) {
    return on.submit({ type: 'cart.add', args: this.variant(index).add(quantity), ...(owner && { owner }) });
  }
  set(on: Pick<Page, 'submit'>, index: number, quantity: number) {
    return on.submit({ type: 'cart.setQuantity', args: { lineKey: this.variant(index).lineKey, quantity } });
  }
  remove(on: Pick<Page, 'submit'>, index: number) {
    return on.submit({ type: 'cart.remove', args: { lineKey: this.variant(index).lineKey } });
  }
  /** Requests with a key, which are the sent commands. */
  sent(match: (exchange: Exchange) => boolean = () => true): Exchange[] {
    return this.network.log.filter((exchange) => isCommand(exchange) && match(exchange));
  }
}

export const isCommand = ({ headers }: Pick<Exchange, 'headers'>) => headers['idempotency-key'] !== undefined;
export const commandsTo = (part: string) => (exchange: Exchange) => isCommand(exchange) && exchange.url.includes(part);

/** One scene per file; each test starts on a new machine. */
export function openScene(): Scene {
  const scene = new Scene();
  beforeAll(() => scene.open());
  afterAll(() => scene.market.close());
  beforeEach(() => scene.begin());
  afterEach(() => scene.end());
  return scene;
}
