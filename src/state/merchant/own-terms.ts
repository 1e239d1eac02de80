// Terms of the market: acceptance by the own store.
import type { TermAndCondition } from '#contract/catalogue/content.ts';
import { commandFor, isCommandOf } from '#sync/commands/record.ts';
import type { ReadCommand } from '#sync/commands/registry.ts';
import { saveStoreCommand } from '#sync/commands/store.ts';
import { getEngine } from '../page/engine-port.ts';

/** Does an acceptance of that version wait on this device? */
export function hasAcceptedAhead(latest: TermAndCondition, rows: readonly ReadCommand[]): boolean {
  return rows.some(
    (row) => isCommandOf(row, saveStoreCommand) && row.args.changes.acceptedTermAndConditions?.includes(latest['@id']),
  );
}

/** Resolves once on the device. Without a base version, since nothing can conflict with it. */
export async function acceptTerms(storeId: string, versions: readonly TermAndCondition[]): Promise<void> {
  const acceptedTermAndConditions = versions.map((version) => version['@id']);
  await (await getEngine()).dispatch(
    commandFor(saveStoreCommand, { id: storeId, changes: { acceptedTermAndConditions } }),
  );
}
