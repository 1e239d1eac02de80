// VAT rates of the market, as operators edit them.
// Guarantee: what was sold keeps the rate of its day; a rate that products have cannot be deleted.
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { MarketVatRate } from '#contract/administration/catalogue.ts';
import { formatRate, parseRate } from '#domain/rates.ts';
import type { Tx } from '../../db/client.ts';
import { products, vatRates } from '../../db/schema/catalogue.ts';
import type { Call } from '../../http/call.ts';
import { presentCollection } from '../../presenters/collection.ts';
import { qualified } from '../../presenters/qualified.ts';
import { conflict, invalid, notFound } from '../../runtime/errors.ts';
import { recordEdit } from './record-edit.ts';

const ofRate = and(eq(products.vatRateId, qualified(vatRates.id)), isNull(products.deletedAt));
const columns = {
  ...{ id: vatRates.id, name: vatRates.name, rate: vatRates.rate },
  products: sql<number>`(select count(*)::int from ${products} where ${ofRate})`,
};
type Row = Pick<typeof vatRates.$inferSelect, 'id' | 'name' | 'rate'> & { products: number };

const present = ({ rate, ...row }: Row): MarketVatRate => ({
  '@type': 'MarketVatRate',
  ...row,
  rate: formatRate(rate),
});
const editOf = ({ id, name, rate }: Pick<Row, 'id' | 'name' | 'rate'>) => ({
  ...{ kind: 'vatRate', key: String(rate), subject: `/administration/vat_rates/${id}` },
  title: `le taux de TVA «\u00a0${name}\u00a0»`,
});

export async function listVatRates({ tx }: Call<'administration.vatRates'>) {
  const rows = await tx.select(columns).from(vatRates).orderBy(desc(vatRates.rate), vatRates.name);
  return presentCollection('/administration/vat_rates', rows.map(present));
}

async function findRate(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select(columns).from(vatRates).where(eq(vatRates.id, id));
  if (!row) throw notFound();
  return row;
}

export const readVatRate = async ({ tx, params }: Call<'administration.vatRate'>) =>
  present(await findRate(tx, params.id));

/** Of two operators who save the same rate, the second finds the first's. @throws 422 unless no other rate has it */
async function requireRate(tx: Tx, typed: string, own?: string): Promise<number> {
  const refuse = (message: string) => invalid([{ propertyPath: 'rate', message }]);
  const rate = parseRate(typed);
  if (rate === null) throw refuse('Pourcentage attendu, par exemple 5,5.');
  await tx.select({ id: vatRates.id }).from(vatRates).orderBy(vatRates.id).for('no key update');
  const others = and(eq(vatRates.rate, rate), own === undefined ? undefined : ne(vatRates.id, own));
  const [other] = await tx.select().from(vatRates).where(others);
  if (other) throw refuse(`Ce taux existe déjà\u00a0: «\u00a0${other.name}\u00a0».`);
  return rate;
}

export async function createVatRate(call: Call<'administration.createVatRate'>) {
  const { tx, body } = call;
  const rate = await requireRate(tx, body.rate);
  const [row] = await tx.insert(vatRates).values({ name: body.name, rate }).returning();
  if (!row) throw notFound();
  await recordEdit(call, { action: 'content-created', ...editOf(row) });
  return present({ ...row, products: 0 });
}

export async function saveVatRate(call: Call<'administration.saveVatRate'>) {
  const { tx, params, body } = call;
  const before = await findRate(tx, params.id);
  const rate = await requireRate(tx, body.rate, before.id);
  await tx.update(vatRates).set({ name: body.name, rate }).where(eq(vatRates.id, before.id));
  const after = { ...before, name: body.name, rate };
  await recordEdit(call, {
    action: 'content-changed',
    ...editOf(after),
    ...(rate !== before.rate && { title: `${editOf(before).title}, désormais de ${formatRate(rate)}\u00a0%` }),
  });
  return present(after);
}

export async function deleteVatRate(call: Call<'administration.deleteVatRate'>): Promise<undefined> {
  const { tx, params } = call;
  // A merchant who is giving it to a product meanwhile comes first, or finds it gone.
  await tx.select({ id: vatRates.id }).from(vatRates).where(eq(vatRates.id, params.id)).for('update');
  const row = await findRate(tx, params.id);
  if (row.products > 0) throw conflict('needed', 'Des produits ont ce taux\u00a0: changez-le au lieu de le supprimer.');
  // Of products that their merchants deleted.
  await tx.update(products).set({ vatRateId: null }).where(eq(products.vatRateId, row.id));
  await tx.delete(vatRates).where(eq(vatRates.id, row.id));
  await recordEdit(call, { action: 'content-deleted', ...editOf(row) });
}
