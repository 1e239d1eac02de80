// References: temporary IRIs of pictures and products in a command.
// Guarantee: known ones are resolved; for the others the creating commands are found.
import type { Owner } from '#db/rows.ts';
import type { Command } from '../commands/registry.ts';
import { replaceTempIris, resolveTempIris, tempIrisIn } from '../commands/temporary-ids.ts';
import type { StoreContext } from '../device/context.ts';

/** Requires a transaction over `idmap`. */
export async function resolveKnownRefs(local: StoreContext, owner: Owner, command: Command): Promise<Command> {
  const refs = tempIrisIn(command.args);
  if (refs.length === 0) return command;
  return { ...command, args: replaceTempIris(command.args, await resolveTempIris(local.db, owner, refs)) } as Command;
}

/** Ids of the commands in other lanes that create the referenced resources, and the command's own dependencies. */
export async function findCreators(
  { db }: StoreContext,
  owner: Owner,
  lane: string,
  command: Command,
): Promise<string[]> {
  const creators = new Set(command.deps);
  for (const ref of tempIrisIn(command.args)) {
    for (const kind of ['image', 'product'] satisfies string[]) {
      const rows = await db.outbox
        .where('[owner+lane]')
        .equals([owner, `${kind}:${ref}`])
        .toArray();
      const creator = rows.find(({ args }) => (args as { tempId?: string } | null)?.tempId === ref);
      if (creator && creator.lane !== lane) creators.add(creator.id);
    }
  }
  return [...creators];
}
