// Content lists of operators: products, stores and reviews with their visibility, searched by text.
import { and, count, desc, eq, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Content, ContentKind, ContentState } from '#contract/administration/moderation.ts';
import { paths } from '#paths';
import type { Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { products } from '../db/schema/catalogue.ts';
import { productReviews, storeReviews } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import type { Call } from '../http/call.ts';
import { presentPage, requestedPage } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { decisionsOf } from './contests.ts';
import { openNoticesOf } from './notices.ts';
import { contentIri, parseContentIri } from './reported-content.ts';

const CONTENTS_PER_PAGE = 25;

interface Wanted {
  id?: string | undefined;
  text?: string | undefined;
  state?: ContentState | undefined;
}
interface PageOf {
  limit: number;
  offset: number;
}
interface Found {
  contents: Content[];
  total: number;
}

export async function listContents({ tx, query, request }: Call<'administration.contents'>) {
  const page = requestedPage(request.url, query, CONTENTS_PER_PAGE);
  const { kind = 'products', text, state } = query;
  const limits = { limit: page.itemsPerPage, offset: (page.page - 1) * page.itemsPerPage };
  const { contents, total } = await finders[kind](tx, { text, state }, limits);
  return presentPage(contents, total, page);
}

export async function readContent({ tx, query: { subject } }: Call<'administration.content'>) {
  const named = parseContentIri(subject);
  const found = named && (await finders[named.kind](tx, { id: named.id }, { limit: 1, offset: 0 }));
  const content = found?.contents[0];
  if (!content) throw notFound();
  return { ...content, decisions: await decisionsOf(tx, subject), notices: await openNoticesOf(tx, subject) };
}

const finders: Record<ContentKind, (tx: Tx, wanted: Wanted, page: PageOf) => Promise<Found>> = {
  async products(tx, wanted, { limit, offset }) {
    const ofStore = eq(stores.id, products.storeId);
    const where = and(isNull(products.deletedAt), whereOf(products, wanted, [products.name, stores.name]));
    const rows = await tx
      .select({ row: products, store: stores })
      .from(products)
      .innerJoin(stores, ofStore)
      .where(where)
      .orderBy(desc(products.createdAt), products.id)
      .limit(limit)
      .offset(offset);
    const [counted] = await tx.select({ total: count() }).from(products).innerJoin(stores, ofStore).where(where);
    const contents = rows.map(({ row, store }) =>
      present('products', row, {
        content: row.name,
        about: store.name,
        page: paths.product.replace(':slug', row.slug),
      }),
    );
    return { contents, total: counted?.total ?? 0 };
  },

  async stores(tx, wanted, { limit, offset }) {
    const where = whereOf(stores, wanted, [stores.name, stores.city]);
    const rows = await tx
      .select()
      .from(stores)
      .where(where)
      .orderBy(desc(stores.createdAt), stores.id)
      .limit(limit)
      .offset(offset);
    const [counted] = await tx.select({ total: count() }).from(stores).where(where);
    const contents = rows.map((row) =>
      present('stores', row, { content: row.name, page: paths.store.replace(':slug', row.slug) }),
    );
    return { contents, total: counted?.total ?? 0 };
  },

  async product_reviews(tx, wanted, { limit, offset }) {
    const reviewed = eq(products.id, productReviews.productId);
    const { text, author } = productReviews;
    const where = whereOf(productReviews, wanted, [text, author, products.name]);
    const rows = await tx
      .select({ row: productReviews, of: products })
      .from(productReviews)
      .innerJoin(products, reviewed)
      .where(where)
      .orderBy(desc(productReviews.createdAt), productReviews.id)
      .limit(limit)
      .offset(offset);
    const [counted] = await tx
      .select({ total: count() })
      .from(productReviews)
      .innerJoin(products, reviewed)
      .where(where);
    const contents = rows.map(({ row, of }) => presentReview('product_reviews', row, of, paths.product));
    return { contents, total: counted?.total ?? 0 };
  },

  async store_reviews(tx, wanted, { limit, offset }) {
    const reviewed = eq(stores.id, storeReviews.storeId);
    const { text, author } = storeReviews;
    const where = whereOf(storeReviews, wanted, [text, author, stores.name]);
    const rows = await tx
      .select({ row: storeReviews, of: stores })
      .from(storeReviews)
      .innerJoin(stores, reviewed)
      .where(where)
      .orderBy(desc(storeReviews.createdAt), storeReviews.id)
      .limit(limit)
      .offset(offset);
    const [counted] = await tx.select({ total: count() }).from(storeReviews).innerJoin(stores, reviewed).where(where);
    const contents = rows.map(({ row, of }) => presentReview('store_reviews', row, of, paths.storeReviews));
    return { contents, total: counted?.total ?? 0 };
  },
};

type Table = typeof products | typeof stores | typeof productReviews | typeof storeReviews;

function whereOf(table: Table, { id, text, state }: Wanted, searched: PgColumn[]): SQL | undefined {
  return and(
    id === undefined ? undefined : eq(table.id, id),
    text ? or(...searched.map((column) => contains(column, text))) : undefined,
    state && stateIs(table, state),
  );
}

function stateIs(table: Table, state: ContentState): SQL | undefined {
  if (state === 'hidden') return isNotNull(table.hiddenReason);
  const published = 'published' in table ? eq(table.published, true) : sql`true`;
  return and(isNull(table.hiddenReason), state === 'visible' ? published : not(published));
}

interface Row {
  id: string;
  hiddenReason: string | null;
  published?: boolean;
  createdAt: Date;
}

function present(kind: ContentKind, row: Row, shown: Pick<Content, 'content' | 'page'> & Partial<Content>): Content {
  const ownState = row.published === false ? 'unpublished' : 'visible';
  return {
    '@type': 'Content',
    ...{ subject: contentIri({ kind, id: row.id }), kind, about: '', author: '', rating: null },
    ...shown,
    ...{ state: row.hiddenReason === null ? ownState : 'hidden', hiddenReason: row.hiddenReason },
    createdAt: row.createdAt.toISOString(),
  };
}

const presentReview = (
  kind: ContentKind,
  row: Row & { text: string; author: string; rating: number },
  of: { name: string; slug: string },
  path: string,
): Content =>
  present(kind, row, {
    ...{ content: row.text, about: of.name, author: row.author, rating: row.rating },
    page: path.replace(':slug', of.slug),
  });
