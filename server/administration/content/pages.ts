// Pages of the market, as operators edit them.
// Guarantee: the terms of sale, which every order refers to, cannot be deleted.
import { asc, eq } from 'drizzle-orm';
import type { MarketPage } from '#contract/administration/content.ts';
import { pagePlaces } from '#contract/catalogue/content.ts';
import { TERMS_OF_SALE } from '#domain/orders/terms-of-sale.ts';
import type { Tx } from '../../db/client.ts';
import { pages } from '../../db/schema/content.ts';
import type { Call } from '../../http/call.ts';
import { presentCollection } from '../../presenters/collection.ts';
import { conflict, invalid, notFound } from '../../runtime/errors.ts';
import { recordEdit } from './record-edit.ts';

type Row = typeof pages.$inferSelect;

const iriOf = (id: string) => `/administration/pages/${id}`;
const present = ({ id, place, ...row }: Row): MarketPage => ({
  ...{ '@id': iriOf(id), '@type': 'MarketPage', id, ...row },
  place: pagePlaces.find((one) => one === place) ?? 'pied-de-page',
});
const editOf = ({ id, slug, name }: Row) => ({
  ...{ kind: 'page', key: slug, subject: iriOf(id), title: `la page «\u00a0${name}\u00a0»` },
});

export async function listPages({ tx }: Call<'administration.pages'>) {
  const rows = await tx.select().from(pages).orderBy(asc(pages.place), asc(pages.position), asc(pages.name));
  return presentCollection('/administration/pages', rows.map(present));
}

async function findPage(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select().from(pages).where(eq(pages.id, id));
  if (!row) throw notFound();
  return row;
}

export const readPage = async ({ tx, params }: Call<'administration.page'>) => present(await findPage(tx, params.id));

export async function createPage(call: Call<'administration.createPage'>) {
  const [row] = await call.tx.insert(pages).values(call.body).onConflictDoNothing().returning();
  if (!row) throw invalid([{ propertyPath: 'slug', message: 'Une page a déjà cette adresse.' }]);
  await recordEdit(call, { action: 'content-created', ...editOf(row) });
  return present(row);
}

export async function savePage(call: Call<'administration.savePage'>) {
  const [row] = await call.tx.update(pages).set(call.body).where(eq(pages.id, call.params.id)).returning();
  if (!row) throw notFound();
  await recordEdit(call, { action: 'content-changed', ...editOf(row) });
  return present(row);
}

export async function deletePage(call: Call<'administration.deletePage'>): Promise<undefined> {
  const row = await findPage(call.tx, call.params.id);
  if (row.slug === TERMS_OF_SALE)
    throw conflict('needed', 'Les conditions générales de vente accompagnent chaque commande\u00a0: elles restent.');
  await call.tx.delete(pages).where(eq(pages.id, row.id));
  await recordEdit(call, { action: 'content-deleted', ...editOf(row) });
}
