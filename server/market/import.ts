// Market import. Guarantees: all or nothing, pictures included; entries match by slug, unchanged ones are left alone;
// only planned changes are written.
import type { Db } from '../db/client.ts';
import type { Storage } from '../services/storage.ts';
import { hashRandomPassword } from './accounts/accounts.ts';
import { lockMarketRows, readMarketSnapshot } from './database-snapshot/market.ts';
import type { MarketFolder } from './folder/check.ts';
import { entryPictures } from './folder/folder-pictures.ts';
import type { MarketEntry } from './format/entries.ts';
import { FolderRejected } from './format/mistakes.ts';
import { newImportWriter } from './writing/import-writer.ts';
import { type NeededFiles, type PlacedFiles, placeFiles } from './writing/placed-files.ts';
import { type Plan, planChanges } from './writing/plan.ts';
import { writeAll } from './writing/write-rows.ts';

export interface ImportParts {
  db: Db;
  storage: Storage;
  now: Date;
  /** Overwrites the stock of products already on sale. */
  withStocks?: boolean;
}

export class MarketChanged extends Error {
  override name = 'MarketChanged';
  constructor() {
    super('Le marché a changé pendant la préparation\u00a0: rien n’est fait, relancez.');
  }
}

const listEmails = ({ market }: MarketFolder) => [...market.person.keys()];
export const isEmptyPlan = ({ changes, tree }: Plan): boolean => changes.length === 0 && tree === null;

/** @throws FolderRejected if the current market does not allow the import */
export async function planImport(
  described: MarketFolder,
  { db, storage, withStocks = false }: ImportParts,
): Promise<Plan> {
  const snapshot = await readMarketSnapshot(db, storage, listEmails(described));
  const plan = planChanges(described.market, snapshot, withStocks);
  if (plan.mistakes.length > 0) throw new FolderRejected(plan.mistakes);
  return plan;
}

/** Runs exactly the given plan. @throws MarketChanged if a new plan would differ */
export async function runImport(plan: Plan, described: MarketFolder, parts: ImportParts): Promise<void> {
  if (isEmptyPlan(plan)) return;
  const { db, storage, now, withStocks = false } = parts;
  const placed: PlacedFiles = await placeFiles(neededFiles(plan), described.sources, storage);
  try {
    const passwordHash = await hashRandomPassword();
    await db.transaction(async (tx) => {
      await lockMarketRows(tx as Db);
      const snapshot = await readMarketSnapshot(tx as Db, storage, listEmails(described));
      if (planSignature(planChanges(described.market, snapshot, withStocks)) !== planSignature(plan))
        throw new MarketChanged();
      await writeAll(newImportWriter(tx as Db, plan, snapshot, { now, bytes: placed.bytes }), plan, passwordHash);
    });
  } catch (error) {
    await placed.undo(db);
    throw error;
  }
}

const planSignature = ({ changes, tree, mistakes }: Plan): string =>
  JSON.stringify([
    changes.map(({ entry, before, fields }) => [entry.kind, entry.key, before === null, fields]),
    [...(tree ?? [])],
    mistakes.length,
  ]);

export function neededFiles({ changes }: Plan): NeededFiles {
  const stems = new Set<string>();
  const digital = new Set<string>();
  for (const { entry } of changes) {
    for (const { picture } of entryPictures(entry)) stems.add(picture.stem);
    const file = entry.kind === 'product' ? (entry as MarketEntry<'product'>).values.digitalFile : null;
    if (file) digital.add(file.sha256);
  }
  return { stems, digital };
}
