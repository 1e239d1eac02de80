// A shopper whose device uses a server process over real connections: the real outbox on its own IndexedDB and its own
// clock. The outcome of an order is read from the device only.
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { expect } from 'vitest';
import type { AgreedTerms, OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Db } from '#server/db/client.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { agreedTo } from '../sync/agreed-terms.ts';
import type { Variant } from '../sync/cart-market.ts';
import { type Machine, newMachine } from '../sync/device.ts';
import { calm, newProfile, openPage, type Page } from '../sync/page.ts';
import { makeUser } from './builders.ts';
import { createNetwork, type Injectable, type Network } from './network.ts';

const MINUTE = 60_000;
/** Rounds until nothing is left to send. */
const MOST_LOOKS = 40;
const PASSWORD = 'Un-panier-en-cave-7';
let passwordHash: Promise<string> | undefined;

/** The outcome shown on the device. */
export type End = 'placed' | 'asks' | 'given back';

export interface OfflineShopper {
  id: string;
  email: string;
  network: Network;
  /** The agreed terms, updated at each confirmation. */
  agreed: AgreedTerms;
  /** Adds the articles to the cart, waits for the server, cuts the network, and orders the cart as shown. */
  commit(articles: readonly (readonly [Variant, number])[], change: Partial<AgreedTerms>): Promise<void>;
  /** Starts a replay without awaiting it. */
  send(): void;
  /** Closes the page, whatever is in progress. */
  closePage(): void;
  /** On the same device, like a browser that is reopened. */
  openPage(): Promise<void>;
  /** Waits until none of its work is in progress. */
  quiet(): Promise<void>;
  /** Restores the network, and replays until nothing is left to send. */
  settle(): Promise<void>;
  end(): Promise<{ end: End; order: number | null }>;
  /** For an order that asks. */
  decide(choice: 'mine' | 'dismiss'): Promise<void>;
  /** The quantities in the cart as shown. */
  cart(): Promise<number[]>;
}

type Keys = Parameters<typeof openPage>[0]['app']['publicKeys'];

export async function offlineShopper(db: Db, publicKeys: Keys, way: Injectable): Promise<OfflineShopper> {
  passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const { id, email } = await makeUser(db, { passwordHash: await passwordHash });
  const machine: Machine = newMachine(Date.now());
  const network = createNetwork(way);
  const profile = newProfile();
  const owner = `u:${id}` as const;
  let on: Page = await open();
  let command = '';
  await on.session.login(email, PASSWORD);

  function open(): Promise<Page> {
    return openPage({ app: { publicKeys } }, machine, network, profile);
  }

  async function quiet(): Promise<void> {
    for (let seen = -1; seen !== network.log.length; ) {
      seen = network.log.length;
      await expect.poll(() => network.busy(), { timeout: 60_000, interval: 5 }).toBe(0);
      await calm();
    }
  }

  const left = () => on.local.db.outbox.where('state').anyOf('queued', 'inflight').count();

  async function settle(): Promise<void> {
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      machine.time.now += MINUTE;
      await on.drain({ eager: true });
      await quiet();
      if ((await left()) === 0) return;
    }
    throw new Error(`It still waits: ${JSON.stringify(await listPendingWrites(on.local, owner))}`);
  }

  async function marketTerms(): Promise<OrderChanged['now'] | undefined> {
    const row = await on.local.db.outbox.where('id').equals(command).first();
    return row && ((row.serverRefusal?.detail as OrderChanged | undefined)?.now ?? null);
  }

  const shopper: OfflineShopper = {
    ...{ id, email, network, quiet, settle },
    agreed: null as never,
    async commit(articles, change) {
      for (const [variant, quantity] of articles) await on.submit({ type: 'cart.add', args: variant.add(quantity) });
      await settle();
      network.up = false;
      await on.refreshCart().catch(() => {});
      await quiet();
      const { shown, lane } = await readCart(on.local, owner);
      expect(shown.items.map((item) => item.quantity)).toEqual(articles.map(([, quantity]) => quantity));
      shopper.agreed = agreedTo(shown, change);
      const args = { cart: lane ?? '', agreed: shopper.agreed, order: { shops: [] } };
      command = (await on.submit({ type: 'cart.commit', args })).id;
      await quiet();
      expect([await shopper.cart(), await left()]).toEqual([[], 1]);
    },
    send() {
      network.up = true;
      machine.time.now += MINUTE;
      on.drain({ eager: true }).catch(() => {});
    },
    closePage: () => on.kill(),
    async openPage() {
      on.kill();
      machine.time.now += MINUTE;
      on = await open();
    },
    async end() {
      const entry = await on.local.db.journal.where('cmdId').equals(command).last();
      if (!entry) {
        const [row, ...more] = await listPendingWrites(on.local, owner);
        expect([row?.id, row?.parkedFor, more]).toEqual([command, 'conflict', []]);
        return { end: 'asks', order: null };
      }
      expect(await listPendingWrites(on.local, owner)).toEqual([]);
      const reported = entry.notices.find(({ detail }) => detail?.order !== undefined)?.detail?.order;
      if (entry.outcome !== 'done') return { end: 'given back', order: null };
      expect(reported).toEqual(expect.any(Number));
      return { end: 'placed', order: reported as number };
    },
    async decide(choice) {
      const now = await marketTerms();
      if (choice === 'mine' && now) shopper.agreed = { ...shopper.agreed, ...now };
      expect(await resolveConflict(on.local, command, choice)).toBe(true);
      await settle();
    },
    cart: async () => (await readCart(on.local, owner)).shown.items.map(({ quantity }) => quantity),
  };
  return shopper;
}

/** A unique client address for each caller. */
export const someAddress = () => {
  const bytes = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
  return `10.${bytes[0]}.${bytes[1]}.${bytes[2]}`;
};
