// Takes stock for an order, and gives it back.
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { Refusal } from '../runtime/errors.ts';

/** What one order takes of each product, over all its lines. */
const ordered = (orderId: number) => sql`(
  select item.product_id, sum(item.quantity)::int as quantity from ${storeOrderItems} item
  join ${storeOrders} part on part.id = item.store_order_id
  where part.order_id = ${orderId} group by item.product_id)`;

interface Wanted extends Record<string, unknown> {
  product_id: string;
  quantity: number;
}

/**
 * Takes the stock of an order, all of it or none: 409 `stock` with the products that ran out. A sold product has a new
 * version: its stock stands in its merchant's form, which must not write an older number over it.
 * The products are locked in the order of their ids, so that two shoppers never wait for each other in a circle.
 */
export async function takeStock(tx: Tx, orderId: number, now: Date): Promise<void> {
  const { rows: wanted } = await tx.execute<Wanted>(sql`select product_id, quantity from ${ordered(orderId)} wanted`);
  const held = await tx
    .select({
      id: products.id,
      name: products.name,
      stock: products.stock,
      sold: sql<boolean>`${products.published} and ${products.deletedAt} is null`,
    })
    .from(products)
    .where(
      inArray(
        products.id,
        wanted.map((each) => each.product_id),
      ),
    )
    .orderBy(asc(products.id))
    .for('update');
  const quantities = new Map(wanted.map((each) => [each.product_id, each.quantity]));
  const short = held.filter(
    (product) => !product.sold || (product.stock !== null && product.stock < (quantities.get(product.id) ?? 0)),
  );
  if (short.length > 0) throw outOfStock(short);
  const taken = await tx.execute(sql`
    update ${products} set stock = ${products.stock} - wanted.quantity, version = ${products.version} + 1 from ${ordered(orderId)} wanted
    where ${products.id} = wanted.product_id and ${products.stock} >= wanted.quantity returning ${products.id}`);
  if (taken.rows.length !== held.filter((product) => product.stock !== null).length) throw outOfStock(held);
  await tx.update(orders).set({ stockTakenAt: now }).where(eq(orders.id, orderId));
}

const outOfStock = (short: readonly { id: string; name: string; stock: number | null; sold: boolean }[]) =>
  new Refusal({
    status: 409,
    code: 'stock',
    message: 'Plus de produit en stock !',
    violations: short.map(({ id, name }) => ({
      propertyPath: `products.${id}`,
      message: `${name}\u00a0: Plus de produit en stock !`,
    })),
    detail: {
      products: short.map(({ id, name, stock, sold }) => ({ id, name, available: sold ? Math.max(0, stock ?? 0) : 0 })),
    },
  });

/** Puts back what one shop's part of an order holds. Its caller sees to it that this happens once. */
export const giveBackPart = (tx: Tx, storeOrderId: number): Promise<void> =>
  giveBack(
    tx,
    sql`(select item.product_id, sum(item.quantity)::int as quantity from ${storeOrderItems} item
      where item.store_order_id = ${storeOrderId} group by item.product_id)`,
  );

/** Locked in the order in which they are taken. */
async function giveBack(tx: Tx, held: SQL): Promise<void> {
  await tx.execute(sql`select ${products.id} from ${products}
    where ${products.id} in (select product_id from ${held} held) order by ${products.id} for update`);
  await tx.execute(sql`
    update ${products} set stock = ${products.stock} + given.quantity, version = ${products.version} + 1 from ${held} given
    where ${products.id} = given.product_id and ${products.stock} is not null`);
}

/** Puts back what the order holds, once. */
export async function giveStockBack(tx: Tx, orderId: number): Promise<void> {
  const [holding] = await tx
    .update(orders)
    .set({ stockTakenAt: null })
    .where(sql`${orders.id} = ${orderId} and ${orders.stockTakenAt} is not null`)
    .returning({ id: orders.id });
  if (!holding) return;
  await giveBack(tx, ordered(orderId));
}
