// Sitemap: public addresses with their last change, if known.
import { and, sql } from 'drizzle-orm';
import { paths } from '#paths';
import { publicProductConditions } from '../catalogue/product-list.ts';
import type { Db } from '../db/client.ts';
import { categories, events, products } from '../db/schema/catalogue.ts';
import { pages } from '../db/schema/content.ts';
import { stores } from '../db/schema/stores.ts';
import { escapeHtml } from '../runtime/html.ts';

/** Protocol limit per file. */
const MAX_ADDRESSES = 50_000;

export interface SitemapEntry {
  path: string;
  /** YYYY-MM-DD, in UTC; null if unknown. */
  changed: string | null;
}

interface SitemapRow extends Record<string, unknown> {
  slug: string;
  changed: string | null;
}

const addressAt = (pattern: string, slug: string) => pattern.replace(':slug', encodeURIComponent(slug));
/** Unedited rows changed at their creation; times of edits are not recorded. */
const lastChangeCell = (table: typeof products | typeof stores) =>
  sql`case when ${table.version} = 1 then to_char(${table.createdAt} at time zone 'UTC', 'YYYY-MM-DD') end as changed`;

/** All public addresses, the market's own pages first. */
export async function listPublicAddresses(db: Db): Promise<SitemapEntry[]> {
  const rows = async <T extends SitemapRow>(query: ReturnType<typeof sql>) => (await db.execute<T>(query)).rows;
  const [shownCategories, shownStores, shownProducts, shownEvents, texts] = await Promise.all([
    rows(sql`select ${categories.slug} as slug, null as changed from ${categories} order by ${categories.lft}`),
    rows<SitemapRow & { sells: boolean }>(sql`select ${stores.slug} as slug, ${lastChangeCell(stores)},
      exists (select 1 from ${products} where ${products.storeId} = ${stores.id} and ${and(...publicProductConditions)}) as sells
      from ${stores} where ${stores.published} order by ${stores.slug}`),
    rows(sql`select ${products.slug} as slug, ${lastChangeCell(products)} from ${products} where ${and(...publicProductConditions)}
      order by ${products.slug}`),
    rows(sql`select ${events.slug} as slug, null as changed from ${events} order by ${events.slug}`),
    rows(sql`select ${pages.slug} as slug, null as changed from ${pages} order by ${pages.position}, ${pages.slug}`),
  ]);
  const own = [paths.home, paths.latest, paths.promotions, paths.stores, paths.contact];
  const listed = (pattern: string, { slug, changed }: SitemapRow): SitemapEntry => ({
    path: addressAt(pattern, slug),
    changed,
  });
  return [
    ...own.map((path) => ({ path, changed: null })),
    ...texts.map((row) => listed(paths.page, row)),
    ...shownEvents.map((row) => listed(paths.event, row)),
    ...shownCategories.map((row) => listed(paths.category, row)),
    ...shownStores.flatMap((row) => [
      listed(paths.store, row),
      // Without products, this address redirects to the store's About page.
      ...(row.sells ? [listed(paths.storeProducts, { ...row, changed: null })] : []),
      listed(paths.storeAbout, row),
      listed(paths.storeReviews, { ...row, changed: null }),
    ]),
    ...shownProducts.map((row) => listed(paths.product, row)),
  ];
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function formatUrlset(origin: string, part: readonly SitemapEntry[]): string {
  const urls = part.map(({ path, changed }) => {
    const lastmod = changed === null ? '' : `<lastmod>${changed}</lastmod>`;
    return `<url><loc>${escapeHtml(origin + path)}</loc>${lastmod}</url>\n`;
  });
  return `${XML}<urlset xmlns="${NAMESPACE}">\n${urls.join('')}</urlset>\n`;
}

export const SITEMAP = '/sitemap.xml';
export const sitemapPartPath = (number: number) => `/sitemap-${number}.xml`;

/** Files by path: one sitemap, or an index and its parts. */
export function createSitemapFiles(
  origin: string,
  addresses: readonly SitemapEntry[],
  most: number = MAX_ADDRESSES,
): Map<string, string> {
  if (addresses.length <= most) return new Map([[SITEMAP, formatUrlset(origin, addresses)]]);
  const parts = Array.from({ length: Math.ceil(addresses.length / most) }, (_, index) => ({
    path: sitemapPartPath(index + 1),
    text: formatUrlset(origin, addresses.slice(index * most, (index + 1) * most)),
  }));
  const names = parts.map(({ path }) => `<sitemap><loc>${escapeHtml(origin + path)}</loc></sitemap>\n`);
  const list = `${XML}<sitemapindex xmlns="${NAMESPACE}">\n${names.join('')}</sitemapindex>\n`;
  return new Map([[SITEMAP, list], ...parts.map(({ path, text }) => [path, text] as const)]);
}

/** Personal pages and program interfaces; pictures stay allowed. */
const DISALLOWED = [
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

export function createRobotsText(origin: string): string {
  const closed = DISALLOWED.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...closed, 'Allow: /media/', 'Allow: /', '', `Sitemap: ${origin}${SITEMAP}`, ''].join('\n');
}
