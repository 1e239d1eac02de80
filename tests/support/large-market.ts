// A market of any size, written by a few statements: what the scale bench and the test of query plans read.
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { hashPassword } from '#server/access/passwords.ts';
import type { Db } from '#server/db/client.ts';

export interface MarketSize {
  products: number;
  orders: number;
}

/** Its password is `LARGE_MARKET_PASSWORD`; the largest store is its own, with a tenth of the products and of the orders. */
export const LARGEST_MERCHANT = 'merchant-0@etal.test';
export const LARGE_MARKET_PASSWORD = 'Un marché assez grand';
/** Slugs: 'rayon-0' above 'rayon-1' to 'rayon-50'. */
export const CATEGORIES = 50;
const SHOPPERS = 500;

/** The largest store is 'boutique-0'. */
const storesOf = (products: number) => Math.min(2000, Math.max(10, Math.round(products / 100)));

/** Fills an empty, migrated database. Its statements take minutes: `url` is the database's own, without limits of time. */
export async function fillMarket(url: string, size: MarketSize): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const db = drizzle(client);
  await writeMarket(db, size);
  await db.execute(sql`vacuum analyze`);
  await client.end();
}

/** The rows alone. */
export async function writeMarket(db: Db | NodePgDatabase, { products, orders }: MarketSize): Promise<void> {
  const stores = storesOf(products);
  const hash = await hashPassword(LARGE_MARKET_PASSWORD);
  await db.execute(sql`insert into categories (slug, name, level, lft, rgt)
    select 'rayon-' || i, 'Rayon ' || i, case when i = 0 then 1 else 2 end, case when i = 0 then 1 else i * 2 end,
      case when i = 0 then ${CATEGORIES * 2 + 2}::int else i * 2 + 1 end from generate_series(0, ${CATEGORIES}::int) i`);
  await db.execute(sql`insert into users (email, username, password_hash)
    select 'merchant-' || i || '@etal.test', 'Marchande ' || i, ${hash} from generate_series(0, ${stores - 1}::int) i`);
  await db.execute(sql`insert into users (email, username, password_hash)
    select 'shopper-' || i || '@etal.test', 'Cliente ' || i, ${hash} from generate_series(1, ${SHOPPERS}::int) i`);
  await db.execute(sql`insert into stores (slug, name, city, plan, ready, published, delivery_methods, latitude, longitude)
    select 'boutique-' || i, 'Boutique ' || i, 'Ville ' || i % 30, 'E-commerce', true, true, '{store}', 48 + random(), 5 + random()
    from generate_series(0, ${stores - 1}::int) i`);
  await db.execute(sql`insert into store_members (user_id, store_id, role)
    select users.id, stores.id, 'owner' from stores join users on users.email = 'merchant-' || substr(stores.slug, 10) || '@etal.test'`);
  await db.execute(sql`insert into products (slug, name, store_id, category_id, published, price, reduced_price, news, description, created_at)
    select 'produit-' || i, 'Fromage et tomme numéro ' || i, s.id, c.id, i % 40 <> 0, 100 + i % 5000,
      case when i % 50 = 1 then 90 + i % 5000 end, i % 100 = 1, repeat('Bon. ', 40), now() - i * interval '1 minute'
    from generate_series(1, ${products}::int) i
    join stores s on s.slug = 'boutique-' || case when i % 10 = 0 then 0 else i % ${stores}::int end
    join categories c on c.slug = 'rayon-' || (1 + i / 7 % ${CATEGORIES}::int)`);
  await db.execute(sql`insert into product_categories (product_id, category_id)
    select p.id, c.id from products p join categories c on c.slug = 'rayon-' || (1 + substr(p.slug, 9)::int % 49)
    where substr(p.slug, 9)::int % 20 = 3 on conflict do nothing`);
  await db.execute(
    sql`insert into images (stem, caption) select 'image-' || i, 'Image' from generate_series(0, 499) i`,
  );
  await db.execute(sql`insert into product_images (product_id, image_id, position)
    select p.id, i.id, k from products p cross join generate_series(0, 2) k
    join images i on i.stem = 'image-' || (substr(p.slug, 9)::int * 3 + k) % 500`);
  await db.execute(sql`insert into orders (user_id, created_at)
    select users.id, now() - i * interval '5 minutes' from generate_series(1, ${orders}::int) i
    join users on users.email = 'shopper-' || (1 + i % ${SHOPPERS}::int) || '@etal.test'`);
  await db.execute(sql`insert into store_orders (order_id, store_id, state, first_name, last_name, email, phone_number, address1,
      postal_code, city, total_before_discount, total, created_at, updated_at)
    select orders.id, stores.id, case when orders.id % 4 = 0 then 'validated' else 'shipped' end, 'Jeanne', 'Cliente ' || orders.id % 997,
      'jeanne@etal.test', '06 12 34 56 ' || lpad((orders.id % 100)::text, 2, '0'), 'Rue des Ponts', '55100', 'Ville', 1500, 1500,
      orders.created_at, orders.created_at
    from orders join stores on stores.slug = 'boutique-' || case when orders.id % 10 = 0 then 0 else orders.id % ${stores}::int end`);
  // Each store sells its first products.
  await db.execute(sql`insert into store_order_items (store_order_id, product_id, name, quantity, unit_price, total, position)
    select store_orders.id, sold.id, sold.name, 1, 750, 750, sold.n - 1 from store_orders join (
      select id, name, store_id, row_number() over (partition by store_id order by created_at desc) as n from products) sold
      on sold.store_id = store_orders.store_id and sold.n <= 2`);
}
