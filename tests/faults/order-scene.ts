// Scene for offline orders: a user with a filled cart, no network, and the orders the market has of them.
import { eq } from 'drizzle-orm';
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { storeOrderItems, storeOrders, orders as table } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { makeUser } from '../support/builders.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import { agreedTo } from '../sync/agreed-terms.ts';
import type { Page } from '../sync/page.ts';
import { type MerchantPage, openScene } from './scene.ts';

const MINUTE = 60_000;
/** Prices of the articles used here, in cents. */
export const PRICES = [1250, 990, 700];

/** An order placed with payment on delivery: the quantity of each article. */
export function placed(...lines: number[]) {
  const total = lines.reduce((sum, quantity, index) => sum + quantity * (PRICES[index] ?? 0), 0);
  return { state: 'payed', total, lines };
}

/** One scene per file; each test starts on a new machine. */
export function openOrderScene() {
  const scene = openScene();

  async function stockOf(index: number, stock: number | null): Promise<void> {
    await scene.market.db
      .update(products)
      .set({ stock })
      .where(eq(products.id, scene.variant(index).productId));
  }

  /** Raises all prices without the device's knowledge. */
  async function pricesPlus(cents: number): Promise<void> {
    for (const [index, price] of PRICES.entries()) {
      await scene.market.db
        .update(products)
        .set({ price: price + cents })
        .where(eq(products.id, scene.variant(index).productId));
    }
  }

  /** A cart of two articles of one store, both on the server; then the network is cut. */
  async function filledCart(): Promise<MerchantPage> {
    const work = await scene.openMerchantPage();
    await scene.market.db.update(stores).set({ paymentOnDelivery: true });
    await pricesPlus(0);
    await scene.market.db.update(products).set({ stock: 100 });
    await scene.add(work.on, 0, 2);
    await scene.add(work.on, 1, 1);
    await scene.quiet();
    if ((await cartOf(work)).waiting > 0) throw new Error('The cart has not arrived.');
    scene.network.up = false;
    // The page has detected it.
    await work.on.refreshCart().catch(() => {});
    await scene.quiet();
    return work;
  }

  const cartOf = async ({ on, owner }: MerchantPage) => (await readCart(on.local, owner)).shown;
  const linesOf = async (work: MerchantPage) => (await cartOf(work)).items.map(({ quantity }) => quantity);

  /** Orders the cart as shown. */
  async function commit({ on, owner }: MerchantPage, change: Partial<AgreedTerms> = {}): Promise<string> {
    const { shown, lane } = await readCart(on.local, owner);
    const agreed = agreedTo(shown, change);
    const args = { cart: lane ?? '', agreed, order: { shops: [] } };
    return (await on.submit({ type: 'cart.commit', args })).id;
  }

  async function back({ on }: Pick<MerchantPage, 'on'>): Promise<void> {
    scene.network.up = true;
    scene.machine.time.now += MINUTE;
    await on.drain({ eager: true });
    await scene.quiet();
  }

  /** Every order of this user, with its state and contents. */
  async function ordersOf({ owner }: Pick<MerchantPage, 'owner'>) {
    const rows = await scene.market.db
      .select({
        order: table.id,
        state: storeOrders.state,
        total: storeOrders.total,
        quantity: storeOrderItems.quantity,
      })
      .from(table)
      .innerJoin(storeOrders, eq(storeOrders.orderId, table.id))
      .innerJoin(storeOrderItems, eq(storeOrderItems.storeOrderId, storeOrders.id))
      .where(eq(table.userId, owner.slice(2)))
      .orderBy(table.id, storeOrderItems.position);
    const numbers = [...new Set(rows.map(({ order }) => order))];
    return numbers.map((number) => {
      const own = rows.filter(({ order }) => order === number);
      return { state: own[0]?.state, total: own[0]?.total, lines: own.map(({ quantity }) => quantity) };
    });
  }

  const cardsOf = async ({ on, owner }: MerchantPage) =>
    (await listConflicts(on.local, owner)).filter(({ type }) => type === 'cart.commit');

  /** Logs in another user. */
  async function otherPerson(on: Page) {
    const user = await makeUser(scene.market.db);
    await on.session.login(user.email, DEMO_PASSWORD);
    return user;
  }

  return { scene, filledCart, pricesPlus, stockOf, cartOf, linesOf, commit, back, ordersOf, cardsOf, otherPerson };
}
