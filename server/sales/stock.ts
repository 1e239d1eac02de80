// Stock reservations of orders.
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { Refusal } from '../runtime/errors.ts';

/** Quantities per product of an order. */
const orderedQuantities = (orderId: number) => sql`(
  select item.product_id, sum(item.quantity)::int as quantity from ${storeOrderItems} item
  join ${storeOrders} part on part.id = item.store_order_id
  where part.order_id = ${orderId} group by item.product_id)`;

interface OrderedQuantity extends Record<string, unknown> {
  product_id: string;
  quantity: number;
}

/**
 * Reserves the stock of an order, all or nothing: 409 `stock` with the missing products. Each product gets a new
 * version, so that a merchant's open form cannot overwrite its stock. Products are locked in id order to avoid
 * deadlocks.
 */
export async function reserveStock(tx: Tx, orderId: number, now: Date): Promise<void> {
  const { rows: wanted } = await tx.execute<OrderedQuantity>(
    sql`select product_id, quantity from ${orderedQuantities(orderId)} wanted`,
  );
  const locked = await tx
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
  const short = locked.filter(
    (product) => !product.sold || (product.stock !== null && product.stock < (quantities.get(product.id) ?? 0)),
  );
  if (short.length > 0) throw soldOutError(short);
  const reserved = await tx.execute(sql`
    update ${products} set stock = ${products.stock} - wanted.quantity, version = ${products.version} + 1 from ${orderedQuantities(orderId)} wanted
    where ${products.id} = wanted.product_id and ${products.stock} >= wanted.quantity returning ${products.id}`);
  if (reserved.rows.length !== locked.filter((product) => product.stock !== null).length) throw soldOutError(locked);
  await tx.update(orders).set({ stockReservedAt: now }).where(eq(orders.id, orderId));
}

const soldOutError = (short: readonly { id: string; name: string; stock: number | null; sold: boolean }[]) =>
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

/** Units of order items are in stock again. The caller ensures that this happens once. `item`: id of the order's item. */
export const returnUnits = (tx: Tx, lines: readonly { item: string; quantity: number }[]): Promise<void> =>
  restoreStock(
    tx,
    sql`(select item.product_id, sum(line.quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) line(item uuid, quantity int)
      join ${storeOrderItems} item on item.id = line.item where line.quantity > 0 group by item.product_id)`,
  );

/** Locks in the same order as a reservation. */
async function restoreStock(tx: Tx, quantities: SQL): Promise<void> {
  await tx.execute(sql`select ${products.id} from ${products}
    where ${products.id} in (select product_id from ${quantities} released) order by ${products.id} for update`);
  await tx.execute(sql`
    update ${products} set stock = ${products.stock} + given.quantity, version = ${products.version} + 1 from ${quantities} given
    where ${products.id} = given.product_id and ${products.stock} is not null`);
}

/** Releases the order's reservation, once. */
export async function releaseStock(tx: Tx, orderId: number): Promise<void> {
  const [reserving] = await tx
    .update(orders)
    .set({ stockReservedAt: null })
    .where(sql`${orders.id} = ${orderId} and ${orders.stockReservedAt} is not null`)
    .returning({ id: orders.id });
  if (!reserving) return;
  await restoreStock(tx, orderedQuantities(orderId));
}
