// Form validation against the market: amounts and references.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { MoneySent } from '#contract/bounds.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { amountMistake, sentToCents } from '#domain/money.ts';
import { idOfReference, isUuid } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { categories, events, products, vatRates } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { terms } from '../db/schema/stores.ts';
import { invalid } from '../runtime/errors.ts';

/** Collects the violations of a form, so that all are reported at once. */
export class ViolationCollector {
  readonly violations: Violation[] = [];

  /** The first message of a field is enough. */
  add(propertyPath: string, message: string): void {
    if (this.violations.some((known) => known.propertyPath === propertyPath)) return;
    this.violations.push({ propertyPath, message });
  }

  /** @param fieldOf maps a property path to the field that shows the violation */
  addAll(violations: readonly Violation[], fieldOf: (propertyPath: string) => string = (path) => path): void {
    for (const { propertyPath, message } of violations) this.add(fieldOf(propertyPath), message);
  }

  /** Cents; null without an amount. Invalid amounts are reported and count as none. */
  cents(propertyPath: string, sent: MoneySent): number | null {
    const cents = sentToCents(sent);
    const mistake = cents === null ? null : amountMistake(cents);
    if (mistake === null) return cents;
    this.add(propertyPath, mistake);
    return null;
  }

  throwIfAny(): void {
    if (this.violations.length > 0) throw invalid(this.violations);
  }
}

/** Rejects dates such as 30 February. */
export function isCalendarDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  // PostgreSQL has no year 0.
  return text >= '0001' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

type ReferenceKind = 'category' | 'finest-category' | 'vatRate' | 'event' | 'image' | 'product' | 'terms';

const referenceMessages: Readonly<Record<ReferenceKind, string>> = {
  category: 'Catégorie inconnue.',
  'finest-category': 'Choisissez une catégorie sans sous-catégorie.',
  vatRate: 'Taux de TVA inconnu.',
  event: 'Événement inconnu.',
  image: 'Cette image n’existe plus.',
  product: 'Ce produit n’existe plus.',
  terms: 'Conditions inconnues.',
};

/** A form of a store, with its violations. */
export interface FormContext {
  tx: Tx;
  storeId: string;
  form: ViolationCollector;
}

/** Unique ids of references, in order; reports references that the store may not use. */
export async function findIds(
  { tx, storeId, form }: FormContext,
  propertyPath: string,
  kind: ReferenceKind,
  references: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(references.map((reference) => idOfReference(reference).toLowerCase()))];
  const known = new Set(await filterKnownIds(tx, kind, ids.filter(isUuid), storeId));
  if (ids.some((id) => !known.has(id))) form.add(propertyPath, referenceMessages[kind]);
  return ids.filter((id) => known.has(id));
}

async function filterKnownIds(tx: Tx, kind: ReferenceKind, ids: string[], storeId: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await queries[kind](tx, ids, storeId);
  return rows.map(({ id }) => id);
}

const queries: Readonly<Record<ReferenceKind, (tx: Tx, ids: string[], storeId: string) => Promise<{ id: string }[]>>> =
  {
    category: (tx, ids) => tx.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids)),
    'finest-category': (tx, ids) =>
      tx
        .select({ id: categories.id })
        .from(categories)
        .where(and(inArray(categories.id, ids), sql`${categories.lft} + 1 = ${categories.rgt}`)),
    vatRate: (tx, ids) => tx.select({ id: vatRates.id }).from(vatRates).where(inArray(vatRates.id, ids)),
    event: (tx, ids) => tx.select({ id: events.id }).from(events).where(inArray(events.id, ids)),
    // Marks the pictures as used, which protects them from a concurrent cleanup.
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
