// Makes the address of a product from its name, one that is still free.
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';

const LONGEST = 80;

/** 'Crème brûlée (×2)' → 'creme-brulee-2'. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/œ/gi, 'oe').replace(/æ/gi, 'ae').toLowerCase();
  const words = plain.replace(/\p{M}/gu, '').match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, LONGEST).replace(/-$/, '') || 'produit';
}

/** An address that no product has at this moment. */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  const slug = slugOf(name);
  const [taken] = await tx.select({ id: products.id }).from(products).where(eq(products.slug, slug));
  return taken ? `${slug}-${randomBytes(4).toString('hex')}` : slug;
}
