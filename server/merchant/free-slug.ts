// Product slugs: creates an unused slug from a name.
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';

const MAX_SLUG_LENGTH = 80;

/** 'Crème brûlée (×2)' → 'creme-brulee-2'. */
export function slugify(name: string): string {
  const plain = name.normalize('NFKD').replace(/œ/gi, 'oe').replace(/æ/gi, 'ae').toLowerCase();
  const words = plain.replace(/\p{M}/gu, '').match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, MAX_SLUG_LENGTH).replace(/-$/, '') || 'produit';
}

/** A slug unused at this moment. */
export async function findFreeSlug(tx: Tx, name: string): Promise<string> {
  const slug = slugify(name);
  const [existing] = await tx.select({ id: products.id }).from(products).where(eq(products.slug, slug));
  return existing ? `${slug}-${randomBytes(4).toString('hex')}` : slug;
}
