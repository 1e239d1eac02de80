// Lists the addresses that search engines may know, with the day of their last change where it is certain.
import { and, sql } from 'drizzle-orm';
import { paths } from '#paths';
import { shownToAll } from '../catalogue/product-list.ts';
import type { Db } from '../db/client.ts';
import { categories, events, products } from '../db/schema/catalogue.ts';
import { pages } from '../db/schema/content.ts';
import { stores } from '../db/schema/shops.ts';
import { escaped } from '../runtime/html.ts';

/** What the protocol allows in one file. */
const MOST_ADDRESSES = 50_000;

export interface Listed {
  path: string;
  /** YYYY-MM-DD, in UTC; null when nobody knows. */
  changed: string | null;
}

interface Row extends Record<string, unknown> {
  slug: string;
  changed: string | null;
}

const at = (pattern: string, slug: string) => pattern.replace(':slug', encodeURIComponent(slug));
/** What was never edited is as old as it is; when an edit took place is not recorded. */
const unedited = (table: typeof products | typeof stores) =>
  sql`case when ${table.version} = 1 then to_char(${table.createdAt} at time zone 'UTC', 'YYYY-MM-DD') end as changed`;

/** Everything public, the market's own pages first. */
export async function publicAddresses(db: Db): Promise<Listed[]> {
  const rows = async <T extends Row>(query: ReturnType<typeof sql>) => (await db.execute<T>(query)).rows;
  const [shownCategories, shownStores, shownProducts, shownEvents, texts] = await Promise.all([
    rows(sql`select ${categories.slug} as slug, null as changed from ${categories} order by ${categories.lft}`),
    rows<Row & { sells: boolean }>(sql`select ${stores.slug} as slug, ${unedited(stores)},
      exists (select 1 from ${products} where ${products.storeId} = ${stores.id} and ${and(...shownToAll)}) as sells
      from ${stores} where ${stores.published} order by ${stores.slug}`),
    rows(sql`select ${products.slug} as slug, ${unedited(products)} from ${products} where ${and(...shownToAll)}
      order by ${products.slug}`),
    rows(sql`select ${events.slug} as slug, null as changed from ${events} order by ${events.slug}`),
    rows(sql`select ${pages.slug} as slug, null as changed from ${pages} order by ${pages.position}, ${pages.slug}`),
  ]);
  const own = [paths.home, paths.latest, paths.promotions, paths.stores, paths.contact];
  const listed = (pattern: string, { slug, changed }: Row): Listed => ({ path: at(pattern, slug), changed });
  return [
    ...own.map((path) => ({ path, changed: null })),
    ...texts.map((row) => listed(paths.page, row)),
    ...shownEvents.map((row) => listed(paths.event, row)),
    ...shownCategories.map((row) => listed(paths.category, row)),
    ...shownStores.flatMap((row) => [
      listed(paths.store, row),
      // A shop without products leads from there to what it says about itself.
      ...(row.sells ? [listed(paths.storeProducts, { ...row, changed: null })] : []),
      listed(paths.storeAbout, row),
      listed(paths.storeReviews, { ...row, changed: null }),
    ]),
    ...shownProducts.map((row) => listed(paths.product, row)),
  ];
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function addressList(origin: string, part: readonly Listed[]): string {
  const urls = part.map(({ path, changed }) => {
    const lastmod = changed === null ? '' : `<lastmod>${changed}</lastmod>`;
    return `<url><loc>${escaped(origin + path)}</loc>${lastmod}</url>\n`;
  });
  return `${XML}<urlset xmlns="${NAMESPACE}">\n${urls.join('')}</urlset>\n`;
}

export const SITEMAP = '/sitemap.xml';
export const partPath = (number: number) => `/sitemap-${number}.xml`;

/** By its path: one file, or, where that would hold too many addresses, a list of the files that share them. */
export function sitemapFiles(
  origin: string,
  addresses: readonly Listed[],
  most: number = MOST_ADDRESSES,
): Map<string, string> {
  if (addresses.length <= most) return new Map([[SITEMAP, addressList(origin, addresses)]]);
  const parts = Array.from({ length: Math.ceil(addresses.length / most) }, (_, index) => ({
    path: partPath(index + 1),
    text: addressList(origin, addresses.slice(index * most, (index + 1) * most)),
  }));
  const names = parts.map(({ path }) => `<sitemap><loc>${escaped(origin + path)}</loc></sitemap>\n`);
  const list = `${XML}<sitemapindex xmlns="${NAMESPACE}">\n${names.join('')}</sitemapindex>\n`;
  return new Map([[SITEMAP, list], ...parts.map(({ path, text }) => [path, text] as const)]);
}

/** Personal pages, and what only programs ask for; pictures stand elsewhere and are free. */
const CLOSED = [
  '/admin',
  paths.ordering,
  '/panier',
  paths.account,
  paths.authentication,
  paths.search,
  paths.waiting,
  '/paiement',
  '/shell',
  '/api',
];

export function robotsText(origin: string): string {
  const closed = CLOSED.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...closed, 'Allow: /media/', 'Allow: /', '', `Sitemap: ${origin}${SITEMAP}`, ''].join('\n');
}
