// Sitemap: public addresses with their last change, if known.
import { and, sql } from 'drizzle-orm';
import { paths } from '#paths';
import { publicProductConditions } from '../catalogue/product-list.ts';
import type { Db } from '../db/client.ts';
import { textInBatches } from '../db/in-batches.ts';
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

/** Products read at once. */
const PRODUCTS_AT_ONCE = 5000;

async function publicProducts(db: Db): Promise<SitemapRow[]> {
  const found: SitemapRow[] = [];
  for (;;) {
    const { rows } = await db.execute<SitemapRow>(sql`
      select ${products.slug} as slug, ${lastChangeCell(products)} from ${products}
      where ${and(...publicProductConditions)} and ${products.slug} > ${found.at(-1)?.slug ?? ''}
      order by ${products.slug} limit ${PRODUCTS_AT_ONCE}`);
    for (const row of rows) found.push(row);
    if (rows.length < PRODUCTS_AT_ONCE) return found;
  }
}

/** All public addresses, the market's own pages first. */
export async function listPublicAddresses(db: Db): Promise<SitemapEntry[]> {
  const rows = async <T extends SitemapRow>(query: ReturnType<typeof sql>) => (await db.execute<T>(query)).rows;
  const [shownCategories, shownStores, shownProducts, shownEvents, texts] = await Promise.all([
    rows(sql`select ${categories.slug} as slug, null as changed from ${categories} order by ${categories.lft}`),
    rows<SitemapRow & { sells: boolean }>(sql`select ${stores.slug} as slug, ${lastChangeCell(stores)},
      exists (select 1 from ${products} where ${products.storeId} = ${stores.id} and ${and(...publicProductConditions)}) as sells
      from ${stores} where ${stores.published} order by ${stores.slug}`),
    publicProducts(db),
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

function formatUrl(origin: string, { path, changed }: SitemapEntry): string {
  const lastmod = changed === null ? '' : `<lastmod>${changed}</lastmod>`;
  return `<url><loc>${escapeHtml(origin + path)}</loc>${lastmod}</url>\n`;
}

async function formatUrlset(origin: string, part: readonly SitemapEntry[]): Promise<string> {
  const urls = await textInBatches(part, (batch) => batch.map((entry) => formatUrl(origin, entry)).join(''));
  return `${XML}<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>\n`;
}

export const SITEMAP = '/sitemap.xml';
export const sitemapPartPath = (number: number) => `/sitemap-${number}.xml`;

/** Files by path: one sitemap, or an index and its parts. */
export async function createSitemapFiles(
  origin: string,
  addresses: readonly SitemapEntry[],
  most: number = MAX_ADDRESSES,
): Promise<Map<string, string>> {
  if (addresses.length <= most) return new Map([[SITEMAP, await formatUrlset(origin, addresses)]]);
  const parts = new Map<string, string>();
  for (let at = 0; at < addresses.length; at += most) {
    const part = addresses.slice(at, at + most);
    parts.set(sitemapPartPath(parts.size + 1), await formatUrlset(origin, part));
  }
  const names = [...parts.keys()].map((path) => `<sitemap><loc>${escapeHtml(origin + path)}</loc></sitemap>\n`);
  const list = `${XML}<sitemapindex xmlns="${NAMESPACE}">\n${names.join('')}</sitemapindex>\n`;
  return new Map([[SITEMAP, list], ...parts]);
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
