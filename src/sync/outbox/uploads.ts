// Uploads: pictures waiting to be sent. Their bytes are stored beside their command as plain bytes (WebKit refuses
// blobs in private mode) and deleted with it; those of a refused one when its refusal is dismissed.
// Guarantee: a picture beyond a limit is rejected with its reason before anything is written.

import type { Owner } from '#db/rows.ts';
import { type UploadPicture, uploadPictureCommand } from '../commands/pictures.ts';
import { createProductCommand, updateProductCommand } from '../commands/products.ts';
import { type Content, isCommandOf } from '../commands/record.ts';
import type { Command } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { sha256Hex } from '../device/sha256.ts';
import { OutboxFull } from './limits.ts';

/** Of one picture, after the browser has reduced it. */
export const MAX_PICTURE = 1_500_000;
/** Of all pending and refused pictures of one owner. */
export const MAX_PICTURES = 50_000_000;
/** In one change of a product. */
export const MAX_PER_PRODUCT = 20;

type Picture = Extract<Command, Content<typeof uploadPictureCommand.type>>;
const isPicture = (command: Command): command is Picture => isCommandOf(command, uploadPictureCommand);

const sizeOf = ({ args }: { args?: unknown }) => (args as Partial<UploadPicture> | undefined)?.size ?? 0;

/** Adds size and digest to a picture command; returns other commands unchanged. */
export async function withPictureDigest(command: Command): Promise<Command> {
  if (!isPicture(command)) return command;
  const { bytes } = command;
  if (!bytes || bytes.byteLength === 0) throw new OutboxFull('Cette photo est vide.');
  if (bytes.byteLength > MAX_PICTURE)
    throw new OutboxFull('Cette photo est trop lourde\u00a0: 1,5\u00a0Mo au maximum.');
  const digest = await sha256Hex(new Uint8Array(bytes));
  return { ...command, args: { ...command.args, size: bytes.byteLength, sha256: digest } };
}

/**
 * Stores the picture of a command within the limits, in the transaction that writes its row, over `blobs` and
 * `journal`, too.
 */
export async function storePicture(local: StoreContext, owner: Owner, cmdId: string, command: Command): Promise<void> {
  const { db, newId } = local;
  const { images = [] } = picturesIn(command);
  if (images.length > MAX_PER_PRODUCT) throw new OutboxFull('Un produit peut avoir 20\u00a0photos au maximum.');
  if (!isPicture(command)) return;
  await checkPictureQuota(local, owner, command);
  const { bytes, args } = command;
  if (bytes) await db.blobs.add({ blobId: newId(), cmdId, owner, bytes, mime: args.mime, size: bytes.byteLength });
}

async function checkPictureQuota({ db }: StoreContext, owner: Owner, command: Picture): Promise<void> {
  const waiting = await db.outbox.where('[owner+lane]').between([owner, 'image:'], [owner, 'image:\uffff']).toArray();
  const refused = await db.journal
    .where('[owner+at]')
    .between([owner, Number.NEGATIVE_INFINITY], [owner, Number.POSITIVE_INFINITY])
    .filter(
      ({ type, outcome, dismissed }) => type === uploadPictureCommand.type && outcome === 'rejected' && dismissed === 0,
    )
    .toArray();
  const total = [...waiting, ...refused].reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (total + sizeOf(command) > MAX_PICTURES) {
    throw new OutboxFull(
      '50\u00a0Mo de photos attendent déjà\u00a0: reconnectez-vous pour les envoyer avant d’en ajouter.',
    );
  }
}

function picturesIn(command: Command): { images?: readonly string[] | undefined } {
  if (isCommandOf(command, updateProductCommand)) return command.args.changes;
  return isCommandOf(command, createProductCommand) ? command.args.values : {};
}

export interface StoredPicture {
  bytes: ArrayBuffer;
  mime: string;
}

/** The picture of a pending or refused command, for display; null after its deletion. */
export async function readStoredPicture({ db }: StoreContext, cmdId: string): Promise<StoredPicture | null> {
  const row = await db.blobs.where('cmdId').equals(cmdId).first();
  return row ? { bytes: row.bytes, mime: row.mime } : null;
}
