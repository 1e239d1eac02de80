// Market import. Guarantees: all or nothing, pictures included; entries match by slug, unchanged ones are left alone;
// only planned changes are written.
import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { marketEdits } from '../db/schema/administration.ts';
import type { Storage } from '../services/storage.ts';
import { hashRandomPassword } from './accounts/accounts.ts';
import { lockMarketRows, readMarketSnapshot } from './database-snapshot/market.ts';
import { editMark, hasEditedTree, type MarketSnapshot } from './database-snapshot/snapshot-builder.ts';
import type { MarketFolder } from './folder/check.ts';
import { entryPictures } from './folder/folder-pictures.ts';
import type { EntryKind, MarketEntry } from './format/entries.ts';
import { FolderRejected } from './format/mistakes.ts';
import { newImportWriter } from './writing/import-writer.ts';
import { type NeededFiles, type PlacedFiles, placeFiles } from './writing/placed-files.ts';
import { type Plan, planChanges } from './writing/plan.ts';
import { entriesToRemove, type Removal, removeEntries } from './writing/remove-entries.ts';
import { writeAll } from './writing/write-rows.ts';

export interface ImportParts {
  db: Db;
  storage: Storage;
  now: Date;
  /** Overwrites the stock of products already on sale. */
  withStocks?: boolean;
  /** Removes what the folder does not have. */
  prune?: boolean;
  /** Overwrites, and removes, what operators have edited in the browser. */
  overwrite?: boolean;
}

export class MarketChanged extends Error {
  override name = 'MarketChanged';
  constructor() {
    super('Le marché a changé pendant la préparation\u00a0: rien n’est fait, relancez.');
  }
}

const listEmails = ({ market }: MarketFolder) => [...market.person.keys()];
export const isEmptyPlan = ({ changes, tree, removals }: Plan): boolean =>
  changes.length === 0 && tree === null && (removals ?? []).length === 0;

/** @throws FolderRejected if the current market does not allow the import */
export async function planImport(described: MarketFolder, parts: ImportParts): Promise<Plan> {
  const { db, storage } = parts;
  const snapshot = await readMarketSnapshot(db, storage, listEmails(described));
  const plan = planChanges(described.market, snapshot, parts);
  if (plan.mistakes.length > 0) throw new FolderRejected(plan.mistakes);
  if (!parts.prune) return plan;
  const removals = await tryRemovals(plan, described, parts);
  return { ...plan, removals, others: plan.others - removals.length };
}

class TriedOut extends Error {}

/** Imports without files, and takes it back: only the database knows what others refer to. */
async function tryRemovals(plan: Plan, described: MarketFolder, parts: ImportParts): Promise<Removal[]> {
  let removals: Removal[] = [];
  const trial = parts.db.transaction(async (tx) => {
    const snapshot = await readMarketSnapshot(tx as Db, parts.storage, listEmails(described));
    const writer = newImportWriter(tx as Db, plan, snapshot, { now: parts.now, bytes: new Map() });
    await writeAll(writer, plan, '');
    removals = await removeOthers(tx as Db, described, snapshot, parts);
    throw new TriedOut();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof TriedOut)) throw error;
  });
  return removals;
}

/** @param snapshot from before the import */
function removeOthers(
  tx: Tx,
  { market }: MarketFolder,
  snapshot: MarketSnapshot,
  { now, overwrite = false }: ImportParts,
): Promise<Removal[]> {
  const [category] = market.category.keys();
  const others = entriesToRemove(market, snapshot.market);
  const isTreeEdited = hasEditedTree(snapshot);
  const isEdited = (entry: MarketEntry) =>
    snapshot.edited.has(editMark(entry)) || (isTreeEdited && entry.kind === 'category');
  const removed = others.filter((entry) => overwrite || !isEdited(entry));
  return removeEntries(tx, removed, { snapshot, category, now });
}

/** What the folder has overwritten is the folder's again. */
async function forgetEdits(tx: Tx, { market }: MarketFolder): Promise<void> {
  const { kind, key } = marketEdits;
  for (const mark of await tx.select().from(marketEdits)) {
    const isOfFolder = (market[mark.kind as EntryKind] as Map<string, unknown> | undefined)?.has(mark.key);
    if (isOfFolder) await tx.delete(marketEdits).where(and(eq(kind, mark.kind), eq(key, mark.key)));
  }
}

/** Runs exactly the given plan. @throws MarketChanged if a new plan would differ */
export async function runImport(plan: Plan, described: MarketFolder, parts: ImportParts): Promise<void> {
  if (isEmptyPlan(plan)) return;
  const { db, storage, now, overwrite } = parts;
  const placed: PlacedFiles = await placeFiles(neededFiles(plan), described.sources, storage);
  try {
    const passwordHash = await hashRandomPassword();
    await db.transaction(async (tx) => {
      await lockMarketRows(tx as Db);
      const snapshot = await readMarketSnapshot(tx as Db, storage, listEmails(described));
      const isSame = planSignature(planChanges(described.market, snapshot, parts)) === planSignature(plan);
      if (!isSame) throw new MarketChanged();
      await writeAll(newImportWriter(tx as Db, plan, snapshot, { now, bytes: placed.bytes }), plan, passwordHash);
      if (overwrite) await forgetEdits(tx as Db, described);
      if (!plan.removals) return;
      const removals = await removeOthers(tx as Db, described, snapshot, parts);
      if (signRemovals(removals) !== signRemovals(plan.removals)) throw new MarketChanged();
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

const signRemovals = (removals: readonly Removal[]): string =>
  JSON.stringify(removals.map(({ entry, outcome }) => [entry.kind, entry.key, outcome]));

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
