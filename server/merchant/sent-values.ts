// Checks what merchants' forms send against the market: amounts, references, with the words beside each field.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { MoneySent } from '#contract/bounds.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { amountMistake, sentToCents } from '#domain/money.ts';
import { idOf, isUuid } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { categories, events, products, vatRates } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { terms } from '../db/schema/shops.ts';
import { invalid } from '../runtime/errors.ts';

/** Gathers what is wrong with a form, so that all of it is told at once. */
export class Form {
  readonly violations: Violation[] = [];

  refuse(propertyPath: string, message: string): void {
    this.violations.push({ propertyPath, message });
  }

  /** Cents; null for no amount. What is no amount is refused and counts as none. */
  cents(propertyPath: string, sent: MoneySent): number | null {
    const cents = sentToCents(sent);
    const mistake = cents === null ? null : amountMistake(cents);
    if (mistake === null) return cents;
    this.refuse(propertyPath, mistake);
    return null;
  }

  throwIfRefused(): void {
    if (this.violations.length > 0) throw invalid(this.violations);
  }
}

/** There is no 30 February. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  // The database counts no year 0.
  return text >= '0001' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

type Kind = 'category' | 'finest-category' | 'vatRate' | 'event' | 'image' | 'product' | 'terms';

const words: Readonly<Record<Kind, string>> = {
  category: 'Catégorie inconnue.',
  'finest-category': 'Choisissez une catégorie sans sous-catégorie.',
  vatRate: 'Taux de TVA inconnu.',
  event: 'Événement inconnu.',
  image: 'Cette image n’existe plus.',
  product: 'Ce produit n’existe plus.',
  terms: 'Conditions inconnues.',
};

/** The ids behind references, each once, in order; those that name nothing the shop may use are refused. */
export async function idsOf(
  tx: Tx,
  form: Form,
  propertyPath: string,
  kind: Kind,
  references: readonly string[],
  storeId: string,
): Promise<string[]> {
  const asked = [...new Set(references.map((reference) => idOf(reference).toLowerCase()))];
  const known = new Set(await knownIds(tx, kind, asked.filter(isUuid), storeId));
  if (asked.some((id) => !known.has(id))) form.refuse(propertyPath, words[kind]);
  return asked.filter((id) => known.has(id));
}

async function knownIds(tx: Tx, kind: Kind, ids: string[], storeId: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await queries[kind](tx, ids, storeId);
  return rows.map(({ id }) => id);
}

const queries: Readonly<Record<Kind, (tx: Tx, ids: string[], storeId: string) => Promise<{ id: string }[]>>> = {
  category: (tx, ids) => tx.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids)),
  'finest-category': (tx, ids) =>
    tx
      .select({ id: categories.id })
      .from(categories)
      .where(and(inArray(categories.id, ids), sql`${categories.lft} + 1 = ${categories.rgt}`)),
  vatRate: (tx, ids) => tx.select({ id: vatRates.id }).from(vatRates).where(inArray(vatRates.id, ids)),
  event: (tx, ids) => tx.select({ id: events.id }).from(events).where(inArray(events.id, ids)),
  // In use from now on, so that no clearing that runs beside this takes it away.
  image: (tx, ids, storeId) =>
    tx
      .update(images)
      .set({ unusedSince: null })
      .where(and(inArray(images.id, ids), eq(images.storeId, storeId), isNull(images.deletedAt)))
      .returning({ id: images.id }),
  product: (tx, ids, storeId) =>
    tx
      .select({ id: products.id })
      .from(products)
      .where(and(inArray(products.id, ids), eq(products.storeId, storeId), isNull(products.deletedAt))),
  terms: (tx, ids) => tx.select({ id: terms.id }).from(terms).where(inArray(terms.id, ids)),
};
