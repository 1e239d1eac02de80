// Pictures that wait to be sent: their bytes are kept beside their command, as plain bytes (WebKit refuses blobs in private
// mode), and leave with its end; those of a refused one are shown until it is dismissed.
// Guarantee: what goes beyond a limit is refused with its reason before anything is written.
import type { Owner } from '#db/rows.ts';
import type { Command, CommandArgs } from '../commands/command.ts';
import { namesOf, refsIn, withNames } from '../commands/temporary-ids.ts';
import type { Local } from '../device/context.ts';
import { sha256 } from '../device/sha256.ts';
import { OutboxFull } from './limits.ts';

/** Of one picture, as the browser has made it smaller. */
export const MAX_PICTURE = 1_500_000;
/** Of all that wait, or were refused and not dismissed, of one owner. */
export const MAX_PICTURES = 50_000_000;
/** In one change of a product. */
export const MAX_PER_PRODUCT = 20;

type Picture = Extract<Command, { type: 'images.upload' }>;
export const isPicture = (command: Command): command is Picture => command.type === 'images.upload';

const sizeOf = ({ args }: { args?: unknown }) => (args as Partial<CommandArgs['images.upload']> | undefined)?.size ?? 0;

export function refusePicture(bytes: ArrayBuffer | undefined): asserts bytes is ArrayBuffer {
  if (!bytes || bytes.byteLength === 0) throw new OutboxFull('Cette photo est vide.');
  if (bytes.byteLength > MAX_PICTURE)
    throw new OutboxFull('Cette photo est trop lourde\u00a0: 1,5\u00a0Mo au maximum.');
}

/** With what the bytes say of themselves. */
export async function described(command: Picture): Promise<Picture> {
  const bytes = command.bytes ?? new ArrayBuffer(0);
  return { ...command, args: { ...command.args, size: bytes.byteLength, sha256: await sha256(bytes) } };
}

/** Inside a transaction over outbox and journal. */
export async function checkPictures({ db }: Local, owner: Owner, command: Command): Promise<void> {
  const { images = [] } = picturesIn(command);
  if (images.length > MAX_PER_PRODUCT) throw new OutboxFull('Un produit montre 20\u00a0photos au maximum.');
  if (!isPicture(command)) return;
  const waiting = await db.outbox.where('[owner+lane]').between([owner, 'image:'], [owner, 'image:\uffff']).toArray();
  const refused = await db.journal
    .where('[owner+at]')
    .between([owner, Number.NEGATIVE_INFINITY], [owner, Number.POSITIVE_INFINITY])
    .filter(({ type, outcome, dismissed }) => type === 'images.upload' && outcome === 'rejected' && dismissed === 0)
    .toArray();
  const held = [...waiting, ...refused].reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (held + sizeOf(command) > MAX_PICTURES) {
    throw new OutboxFull(
      '50\u00a0Mo de photos attendent déjà\u00a0: reconnectez-vous pour les envoyer avant d’en ajouter.',
    );
  }
}

function picturesIn({ type, args }: Command): { images?: readonly string[] | undefined } {
  if (type === 'products.update') return args.changes;
  return type === 'products.create' ? args.values : {};
}

/** Written in the transaction that writes the command. */
export async function keepBytes({ db, newId }: Local, owner: Owner, cmdId: string, command: Command): Promise<void> {
  if (!isPicture(command) || !command.bytes) return;
  const { bytes, args } = command;
  await db.blobs.add({ blobId: newId(), cmdId, owner, bytes, mime: args.mime, size: bytes.byteLength });
}

/** What has its own name by now is called by it. Inside a transaction over idmap. */
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

export interface KeptPicture {
  bytes: ArrayBuffer;
  mime: string;
}

/** The picture of a command that waits or was refused, to be shown; null once it has left the device. */
export async function keptPicture({ db }: Local, cmdId: string): Promise<KeptPicture | null> {
  const row = await db.blobs.where('cmdId').equals(cmdId).first();
  return row ? { bytes: row.bytes, mime: row.mime } : null;
}
