// Content that can be reported or hidden: products, stores and reviews, by their IRI.
import { eq } from 'drizzle-orm';
import type { ContentKind } from '#contract/administration/moderation.ts';
import { ofName } from '#domain/text/elision.ts';
import { paths } from '#paths';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { products } from '../db/schema/catalogue.ts';
import { productReviews, storeReviews } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import { storeMailAddress } from '../mails/store-address.ts';

/** Where mails about the content go. */
export interface Publisher {
  email: string;
  /** Account that must confirm the address first. */
  account?: string;
}

export interface ReportedContent {
  kind: ContentKind;
  id: string;
  /** 'le produit « Tomme de brebis »' */
  title: string;
  /** The name of a product or store, the text of a review. */
  content: string;
  /** Path of the page that shows it. */
  page: string;
  isVisible: boolean;
  /** The market's reason; null if it has not hidden the content. */
  hiddenReason: string | null;
  /** Null without an address, as of a review whose account has ended. */
  publisher: Publisher | null;
  /** Of a review: the product or store. */
  reviewedId: string | null;
}

export const contentIri = ({ kind, id }: Pick<ReportedContent, 'kind' | 'id'>): string => `/${kind}/${id}`;

export function parseContentIri(iri: string): { kind: ContentKind; id: string } | null {
  const [, kind, id] =
    /^\/(products|stores|product_reviews|store_reviews)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(iri) ??
    [];
  return kind && id ? { kind: kind as ContentKind, id } : null;
}

const merchantOf = (email: string | null): Publisher | null => (email === null ? null : { email });
const authorOf = (account: string | null, email: string | null): Publisher | null =>
  account === null || email === null ? null : { email, account };
const quoted = (name: string) => `«\u00a0${name}\u00a0»`;

/** @returns null if nothing has this IRI */
export async function findContent(tx: Tx, iri: string): Promise<ReportedContent | null> {
  const named = parseContentIri(iri);
  if (!named) return null;
  const found = await finders[named.kind](tx, named.id);
  return found && { ...named, ...found };
}

type Found = Omit<ReportedContent, 'kind' | 'id'>;

const finders: Record<ContentKind, (tx: Tx, id: string) => Promise<Found | null>> = {
  async products(tx, id) {
    const [row] = await tx
      .select({ product: products, store: stores, email: storeMailAddress })
      .from(products)
      .innerJoin(stores, eq(stores.id, products.storeId))
      .where(eq(products.id, id));
    if (!row) return null;
    const { product, store, email } = row;
    return {
      title: `le produit ${quoted(product.name)}`,
      content: product.name,
      page: paths.product.replace(':slug', product.slug),
      isVisible: product.published && product.deletedAt === null && store.published,
      hiddenReason: product.hiddenReason,
      publisher: merchantOf(email),
      reviewedId: null,
    };
  },
  async stores(tx, id) {
    const [row] = await tx.select({ store: stores, email: storeMailAddress }).from(stores).where(eq(stores.id, id));
    return (
      (row && {
        title: `la boutique ${quoted(row.store.name)}`,
        content: row.store.name,
        page: paths.store.replace(':slug', row.store.slug),
        isVisible: row.store.published,
        hiddenReason: row.store.hiddenReason,
        publisher: merchantOf(row.email),
        reviewedId: null,
      }) ??
      null
    );
  },
  async product_reviews(tx, id) {
    const [row] = await tx
      .select({ review: productReviews, product: products, email: users.email })
      .from(productReviews)
      .innerJoin(products, eq(products.id, productReviews.productId))
      .leftJoin(users, eq(users.id, productReviews.userId))
      .where(eq(productReviews.id, id));
    return row ? reviewFound(row.review, row.email, row.product, paths.product) : null;
  },
  async store_reviews(tx, id) {
    const [row] = await tx
      .select({ review: storeReviews, store: stores, email: users.email })
      .from(storeReviews)
      .innerJoin(stores, eq(stores.id, storeReviews.storeId))
      .leftJoin(users, eq(users.id, storeReviews.userId))
      .where(eq(storeReviews.id, id));
    return row ? reviewFound(row.review, row.email, row.store, paths.storeReviews) : null;
  },
};

function reviewFound(
  review: Pick<typeof productReviews.$inferSelect, 'text' | 'author' | 'hiddenReason' | 'userId'>,
  email: string | null,
  reviewed: { id: string; name: string; slug: string },
  path: string,
): Found {
  return {
    title: `l’avis ${ofName(review.author)} sur ${quoted(reviewed.name)}`,
    content: review.text,
    page: path.replace(':slug', reviewed.slug),
    isVisible: review.hiddenReason === null,
    hiddenReason: review.hiddenReason,
    publisher: authorOf(review.userId, email),
    reviewedId: reviewed.id,
  };
}
