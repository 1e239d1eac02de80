// Terms that merchants accept, as operators write them.
// Guarantee: versions are only added; every version stays as it was accepted.
import { desc, eq, sql } from 'drizzle-orm';
import type { MarketTerms } from '#contract/administration/catalogue.ts';
import { recordAction } from '../../access/operator-actions.ts';
import type { Tx } from '../../db/client.ts';
import { storeAcceptedTerms, terms } from '../../db/schema/stores.ts';
import type { Call } from '../../http/call.ts';
import { presentCollection } from '../../presenters/collection.ts';
import { qualified } from '../../presenters/qualified.ts';
import { invalid, notFound } from '../../runtime/errors.ts';

const ofVersion = eq(storeAcceptedTerms.termsId, qualified(terms.id));
const columns = {
  ...{ id: terms.id, text: terms.terms, createdAt: terms.createdAt },
  stores: sql<number>`(select count(*)::int from ${storeAcceptedTerms} where ${ofVersion})`,
};

const readVersions = (tx: Tx) => tx.select(columns).from(terms).orderBy(desc(terms.createdAt), desc(terms.id));
const present = (row: Awaited<ReturnType<typeof readVersions>>[number]): MarketTerms => ({
  '@type': 'MarketTerms',
  ...row,
  createdAt: row.createdAt.toISOString(),
});

export const listTerms = async ({ tx }: Call<'administration.termsVersions'>) =>
  presentCollection('/administration/terms', (await readVersions(tx)).map(present));

export async function readTerms({ tx, params }: Call<'administration.terms'>) {
  const row = (await readVersions(tx)).find(({ id }) => id === params.id);
  if (!row) throw notFound();
  return present(row);
}

export async function createTerms({ tx, body, actor, now }: Call<'administration.createTerms'>) {
  const [known] = await tx.select({ id: terms.id }).from(terms).where(eq(terms.terms, body.text)).limit(1);
  if (known) throw invalid([{ propertyPath: 'text', message: 'Une version a déjà exactement ce texte.' }]);
  const [row] = await tx.insert(terms).values({ terms: body.text, createdAt: now }).returning();
  if (!row) throw notFound();
  const subject = `/administration/terms/${row.id}`;
  const title = 'une version des conditions des commerçants';
  await recordAction(tx, { by: actor, now }, { action: 'content-created', subject, title });
  const { id, terms: text, createdAt } = row;
  return present({ id, text, createdAt, stores: 0 });
}
