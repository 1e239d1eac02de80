// The reads whose time could grow with the market, as requests of a large market (large-market.ts).
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Db } from '#server/db/client.ts';
import { LARGEST_MERCHANT } from './large-market.ts';

export interface Read {
  /** Path and query. */
  url: string;
  /** Needs the largest merchant's session. */
  asMerchant?: boolean;
  /** Grows with what it returns: a table or a list of everything. */
  returnsAll?: boolean;
}

/** By name. @param products number of products of the market */
export async function readsOf(db: Db | NodePgDatabase, products: number): Promise<Record<string, Read>> {
  const idOf = async (query: ReturnType<typeof sql>) => (await db.execute<{ id: string }>(query)).rows[0]?.id ?? '';
  const root = await idOf(sql`select id from categories where slug = 'rayon-0'`);
  const category = await idOf(sql`select id from categories where slug = 'rayon-3'`);
  const store = await idOf(sql`select id from stores where slug = 'boutique-0'`);
  const smallStore = await idOf(sql`select id from stores where slug = 'boutique-7'`);
  const merchant = await idOf(sql`select id from users where email = ${LARGEST_MERCHANT}`);
  const middle = Math.max(1, Math.floor(products / 36 / 2));
  const list = (query: string) => ({ url: `/api/products?published=true&itemsPerPage=36${query}` });
  const own = (url: string, more: Partial<Read> = {}): Read => ({
    url: `/api/stores/${store}${url}`,
    asMerchant: true,
    ...more,
  });
  return {
    stores: { url: '/api/stores' },
    'stores nearby': { url: '/api/stores?position=48.5,5.5' },
    'stores of a category': { url: '/api/stores?category=rayon-3' },
    'stores of all categories': { url: '/api/stores?category=rayon-0' },
    'newest products': list('&order[createdAt]=DESC'),
    'page in the middle': list(`&order[createdAt]=DESC&page=${middle}`),
    'last page': list(`&order[createdAt]=DESC&page=${middle * 2}`),
    'products of a category': list(`&category[]=/categories/${category}`),
    'products of all categories': { url: `/api/categories/${root}/products?published=true&itemsPerPage=36` },
    'cheapest of all categories': { url: `/api/categories/${root}/products?published=true&price=ASC&itemsPerPage=36` },
    'cheapest of a category': { url: `/api/categories/${category}/products?published=true&price=ASC&itemsPerPage=36` },
    promotions: list('&exists[reducedPrice.amount]=true'),
    'new products': list('&news=true'),
    'products of a store': { url: `/api/stores/${smallStore}/products?published=true&itemsPerPage=36` },
    product: { url: '/api/products/by_slug/produit-123' },
    'search of a rare word': { url: '/api/search?q=num%C3%A9ro%20123' },
    'search of a common word': { url: '/api/search?q=fromages' },
    'search of a slip': { url: '/api/search?q=fromaje%20123' },
    'own products': own('/own_products?itemsPerPage=20'),
    'own products by name': own('/own_products?itemsPerPage=20&name=tomme%20num%C3%A9ro%201'),
    'own orders': own('/store_orders?itemsPerPage=20'),
    'own orders by name': own('/store_orders?itemsPerPage=20&search=cliente%20123'),
    'own figures': { url: `/api/metrics/by_store/${store}`, asMerchant: true },
    'own payouts': own('/payouts'),
    'orders of a shopper': { url: `/api/users/${merchant}/orders`, asMerchant: true },
    'export of own products': own('/products_export', { returnsAll: true }),
    'export of own orders': { url: '/api/store_orders/export', asMerchant: true, returnsAll: true },
    sitemap: { url: '/sitemap.xml', returnsAll: true },
  };
}
