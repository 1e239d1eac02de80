// What a command refers to by a temporary name: a picture or a product that is still to be made. Guarantee: what has its own
// name by now is called by it; of what has none yet it is known which command will make it.
import type { Owner } from '#db/rows.ts';
import type { Command } from '../commands/registry.ts';
import { namesOf, refsIn, withNames } from '../commands/temporary-ids.ts';
import type { Local } from '../device/context.ts';

/** Inside a transaction over idmap. */
export async function withKnownNames(local: Local, owner: Owner, command: Command): Promise<Command> {
  const refs = refsIn(command.args);
  if (refs.length === 0) return command;
  return { ...command, args: withNames(command.args, await namesOf(local.db, owner, refs)) } as Command;
}

/** Ids of the commands in other lanes that will name what this one refers to, with those it names itself. */
export async function makersOf({ db }: Local, owner: Owner, lane: string, command: Command): Promise<string[]> {
  const makers = new Set(command.deps);
  for (const ref of refsIn(command.args)) {
    for (const kind of ['image', 'product'] satisfies string[]) {
      const rows = await db.outbox
        .where('[owner+lane]')
        .equals([owner, `${kind}:${ref}`])
        .toArray();
      const maker = rows.find(({ args }) => (args as { tempId?: string } | null)?.tempId === ref);
      if (maker && maker.lane !== lane) makers.add(maker.id);
    }
  }
  return [...makers];
}
