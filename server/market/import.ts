// A folder brought into the market. Guarantees: all of it or nothing, pictures included; by slug, so that what is there and
// as it should be is left alone; nothing is written that was not said before.
import type { Db } from '../db/client.ts';
import type { Storage } from '../services/storage.ts';
import { unknownPassword } from './accounts/accounts.ts';
import { heldMarket, holdStill } from './database-snapshot/market.ts';
import type { Described } from './folder/check.ts';
import { picturesOf } from './folder/folder-pictures.ts';
import type { Entry } from './format/entries.ts';
import { FolderRefused } from './format/mistakes.ts';
import { type Placed, placeFiles, type Wanted } from './writing/placed-pictures.ts';
import { type Plan, planOf } from './writing/plan.ts';
import { writeAll } from './writing/write-rows.ts';
import { newWriting } from './writing/writing.ts';

export interface ImportParts {
  db: Db;
  storage: Storage;
  now: Date;
  /** Writes the folder's stocks over those of products on sale. */
  withStocks?: boolean;
}

export class MarketChanged extends Error {
  override name = 'MarketChanged';
  constructor() {
    super('Le marché a changé pendant la préparation\u00a0: rien n’est fait, relancez.');
  }
}

const emails = ({ market }: Described) => [...market.person.keys()];
export const isNothing = ({ changes, tree }: Plan): boolean => changes.length === 0 && tree === null;

/** What would be done. @throws FolderRefused when the market as it is does not allow it */
export async function importPlan(
  described: Described,
  { db, storage, withStocks = false }: ImportParts,
): Promise<Plan> {
  const held = await heldMarket(db, storage, emails(described));
  const plan = planOf(described.market, held, withStocks);
  if (plan.mistakes.length > 0) throw new FolderRefused(plan.mistakes);
  return plan;
}

/** Does what the plan says, and nothing else. @throws MarketChanged when it is no longer what would be done */
export async function carryOut(plan: Plan, described: Described, parts: ImportParts): Promise<void> {
  if (isNothing(plan)) return;
  const { db, storage, now, withStocks = false } = parts;
  const placed: Placed = await placeFiles(wantedBy(plan), described.sources, storage);
  try {
    const passwordHash = await unknownPassword();
    await db.transaction(async (tx) => {
      await holdStill(tx as Db);
      const held = await heldMarket(tx as Db, storage, emails(described));
      if (signOf(planOf(described.market, held, withStocks)) !== signOf(plan)) throw new MarketChanged();
      await writeAll(newWriting(tx as Db, plan, held, { now, bytes: placed.bytes }), plan, passwordHash);
    });
  } catch (error) {
    await placed.undo(db);
    throw error;
  }
}

const signOf = ({ changes, tree, mistakes }: Plan): string =>
  JSON.stringify([
    changes.map(({ entry, before, fields }) => [entry.kind, entry.key, before === null, fields]),
    [...(tree ?? [])],
    mistakes.length,
  ]);

export function wantedBy({ changes }: Plan): Wanted {
  const stems = new Set<string>();
  const digital = new Set<string>();
  for (const { entry } of changes) {
    for (const { picture } of picturesOf(entry)) stems.add(picture.stem);
    const file = entry.kind === 'product' ? (entry as Entry<'product'>).values.digitalFile : null;
    if (file) digital.add(file.sha256);
  }
  return { stems, digital };
}
