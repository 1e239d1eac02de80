// Picture commands of a store. `id` may be a temporary IRI, which is resolved before the request is built
// (references.ts).
import type { Image } from '#contract/fields/values.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { type CommandRecord, noPlace, type RefusalMeaning } from './record.ts';
import { alreadyGone, ownerMismatch } from './shared-refusals.ts';
import { idOfIri } from './temporary-ids.ts';

/** `tempId` is the IRI until the first answer; `size` (bytes) and `sha256` are computed from the bytes. */
export interface UploadPicture {
  tempId: string;
  caption: string;
  fileName: string;
  mime: string;
  size: number;
  sha256: string;
}

interface PictureArgs {
  id: string;
}

/** The fields of a library picture that commands change. */
export interface ListedPicture {
  caption: string;
  /** 'sending': its upload is running. 'caption': only the caption is pending. */
  waiting: 'upload' | 'sending' | 'caption' | 'delete' | null;
}

const pictureGone: RefusalMeaning = { as: 'rejected', text: 'Cette image n’existe plus.' };

/** `id`: the server's id, an IRI or a temporary IRI. */
export const pictureLane = (id: string): string => `image:${idOfIri(id)}`;

const pictureDefaults = {
  v: 1,
  upcast: {},
  aggregate: null,
  lane: ({ id }: { id: string }) => pictureLane(id),
  place: noPlace,
  staleReads: ['stores.availableImages', 'stores.mine'],
  refusals: { 'owner-mismatch': ownerMismatch, 404: pictureGone, 410: pictureGone },
} as const;
const quoted = (name: string) => `«\u00a0${name}\u00a0»`;

export const uploadPictureCommand: CommandRecord<'images.upload', UploadPicture, ListedPicture> = {
  ...pictureDefaults,
  type: 'images.upload',
  endpoint: 'images.upload',
  lane: ({ tempId }) => pictureLane(tempId),
  request: ({ caption, sha256 }) => ({ body: { caption, sha256 } }),
  apply: (shown, { caption }, { state }) => ({
    ...shown,
    caption,
    waiting: state === 'inflight' ? 'sending' : 'upload',
  }),
  staleReads: ['stores.availableImages'],
  refusals: { 'owner-mismatch': ownerMismatch },
  names({ tempId }, answer) {
    const [image] = (answer as Collection<Image>)['hydra:member'];
    return image ? { tempId, iri: image['@id'] } : null;
  },
  describe: ({ caption, fileName }) => `Envoyer la photo ${quoted(caption || fileName)}`,
};

export const setCaptionCommand: CommandRecord<'images.caption', PictureArgs & { caption: string }, ListedPicture> = {
  ...pictureDefaults,
  type: 'images.caption',
  endpoint: 'images.caption',
  request: ({ id, caption }) => ({ params: { id: idOfIri(id) }, body: { caption } }),
  apply: (shown, { caption }) => ({ ...shown, caption, waiting: shown.waiting === 'delete' ? 'delete' : 'caption' }),
  place: () => ({ screen: 'merchantMedias' }),
  describe: ({ caption }) => `Nommer une photo ${quoted(caption)}`,
};

export const deletePictureCommand: CommandRecord<'images.delete', PictureArgs & { caption?: string }, ListedPicture> = {
  ...pictureDefaults,
  type: 'images.delete',
  endpoint: 'images.delete',
  request: ({ id }) => ({ params: { id: idOfIri(id) } }),
  apply: (shown) => ({ ...shown, waiting: 'delete' }),
  refusals: { ...pictureDefaults.refusals, 404: alreadyGone, 410: alreadyGone },
  describe: ({ caption }) => (caption ? `Supprimer la photo ${quoted(caption)}` : 'Supprimer une photo'),
};

export const pictureCommands = [uploadPictureCommand, setCaptionCommand, deletePictureCommand] as const;
