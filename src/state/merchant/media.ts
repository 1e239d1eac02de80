// Pictures of the own store: the server's list with pending uploads, captions and deletions applied.
// Guarantee: an unsent picture is shown from its stored bytes; pending writes are marked.
import { useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { Image } from '#contract/fields/values.ts';
import {
  deletePictureCommand,
  type ListedPicture,
  pictureLane,
  setCaptionCommand,
  uploadPictureCommand,
} from '#sync/commands/pictures.ts';
import { commandFor, isCommandOf } from '#sync/commands/record.ts';
import { type CommandContent, projectRows, type ReadCommand, rowsOfLane } from '#sync/commands/registry.ts';
import {
  idOfIri,
  isTempIri,
  replaceTempIris,
  resolveTempIris,
  tempIri,
  tempIrisIn,
} from '#sync/commands/temporary-ids.ts';
import { newId } from '#sync/device/ids.ts';
import { readStoredPicture } from '#sync/outbox/uploads.ts';
import type { Submitted } from '#sync/submit-and-wait.ts';
import { useApiQuery } from '../api/query.ts';
import type { Photo } from '../device/photo.ts';
import { getEngine, getSync } from '../page/engine-port.ts';
import { discardWrite } from '../pending/pending-actions.ts';
import { pendingAtom, useDecisions } from '../pending/pending-writes.ts';
import { useSession } from '../session/session.ts';

export interface ShownImage extends ListedPicture {
  /** IRI or temporary id. */
  ref: string;
  /** Null if the server does not have it, or it is not cached. */
  image: Image | null;
  /** Command of the pending upload. */
  upload: string | null;
  /** Reason of a refusal. */
  refused: string | null;
}

const noStore = '00000000-0000-0000-0000-000000000000';
const PER_PAGE = 48;

/** The picture with pending writes applied. */
export const shownImage = (image: Image, rows: readonly ReadCommand[]): ShownImage =>
  projectRows<ShownImage>(
    { ref: image['@id'], caption: image.caption, image, upload: null, waiting: null, refused: null },
    rowsOfLane(rows, pictureLane(image['@id'])),
  );

/** Unsent pictures, newest first. */
export function imagesToSend(rows: readonly ReadCommand[]): ShownImage[] {
  return rows
    .flatMap((row): ShownImage[] => {
      if (!isCommandOf(row, uploadPictureCommand)) return [];
      const empty = { ref: row.args.tempId, caption: '', image: null, upload: row.id, waiting: null, refused: null };
      return [projectRows<ShownImage>(empty, [row])];
    })
    .toReversed();
}

const askedFor = (ownedStore: string | null | undefined, page: number) =>
  ({
    params: { id: ownedStore ?? noStore },
    query: { 'order[createdAt]': 'DESC' as const, itemsPerPage: PER_PAGE, page: page > 1 ? page : undefined },
  }) as const;

/** One page of the library, newest first; unsent pictures come before the first page. */
export function useMediaLibrary(page: number) {
  const { user } = useSession();
  const rows = useAtomValue(pendingAtom);
  const query = useApiQuery('stores.availableImages', askedFor(user?.ownedStore, page), {
    enabled: Boolean(user?.ownedStore),
    keepPrevious: true,
  });
  const fetched = query.data?.['hydra:member'].map((image) => shownImage(image, rows));
  const toSend = page === 1 ? imagesToSend(rows) : [];
  const pages = Math.max(1, Math.ceil((query.data?.['hydra:totalItems'] ?? 0) / PER_PAGE));
  return { ...query, fetched, toSend, pages };
}

/** IRIs that the server has assigned to temporary ids. */
export function useNamesOf(refs: readonly string[]): ReadonlyMap<string, string> {
  const temporary = refs.filter(isTempIri).join(' ');
  const named = useLiveQuery(async () => {
    if (temporary === '') return null;
    const sync = await getSync();
    return resolveTempIris(sync.local.db, await sync.currentOwner(), temporary.split(' '));
  }, [temporary]);
  return named ?? new Map();
}

/** Pictures by reference, in order. `known`: already loaded ones; others are searched in the library, page by page. */
export function useImagesOf(refs: readonly string[], known: readonly (Image | null)[]): ShownImage[] {
  const { user } = useSession();
  const client = useQueryClient();
  const rows = useAtomValue(pendingAtom);
  const refusals = useDecisions('image:').filter(({ tone }) => tone === 'refused');
  const names = useNamesOf(refs);
  const [page, setPage] = useState(1);
  const seen = new Map(known.flatMap((image) => (image ? [[image['@id'], image] as const] : [])));
  for (const [, fetched] of client.getQueriesData<{ answer?: { 'hydra:member': Image[] } }>({
    queryKey: ['stores.availableImages'],
  })) {
    for (const image of fetched?.answer?.['hydra:member'] ?? []) seen.set(image['@id'], image);
  }
  const toSend = new Map(imagesToSend(rows).map((image) => [image.ref, image]));
  const isUnknown = (ref: string) =>
    !toSend.has(ref) && !isTempIri(names.get(ref) ?? ref) && !seen.has(names.get(ref) ?? ref);
  const wanted = refs.some(isUnknown);
  const query = useApiQuery('stores.availableImages', askedFor(user?.ownedStore, page), {
    enabled: wanted && Boolean(user?.ownedStore),
  });
  const last = Math.ceil((query.data?.['hydra:totalItems'] ?? 0) / PER_PAGE);
  const isRead = query.status === 'success';
  useEffect(() => {
    if (wanted && isRead && page < last) setPage(page + 1);
  }, [wanted, isRead, page, last]);
  return refs.map((ref) => {
    const iri = names.get(ref) ?? ref;
    const image = seen.get(iri);
    const waits = toSend.get(ref);
    if (waits && !image) return waits;
    if (image) return { ...shownImage(image, rows), ref };
    const refusal = refusals.find(
      ({ content }) => isCommandOf(content, uploadPictureCommand) && content.args.tempId === ref,
    );
    return { ref, caption: '', image: null, upload: null, waiting: null, refused: refusal?.title ?? null };
  });
}

/** Object URL of an unsent picture; null without one. */
export function useWaitingPicture(upload: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (upload === null) return setAddress(null);
    let made: string | null = null;
    let left = false;
    getSync()
      .then(({ local }) => readStoredPicture(local, upload))
      .then((waiting) => {
        if (!waiting || left) return;
        made = URL.createObjectURL(new Blob([waiting.bytes], { type: waiting.mime }));
        setAddress(made);
      })
      .catch(console.warn);
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [upload]);
  return address;
}

interface PictureToSend extends Photo {
  caption: string;
  fileName: string;
}

/** @returns the temporary id, once the bytes are on the device; rejects if the device cannot store them */
export async function sendPicture({ bytes, mime, caption, fileName }: PictureToSend): Promise<string> {
  const tempId = tempIri(newId());
  // Size and digest are filled in from the bytes.
  const args = { tempId, caption, fileName, mime, size: 0, sha256: '' };
  await (await getEngine()).dispatch({ ...commandFor(uploadPictureCommand, args), bytes });
  return tempId;
}

/** Cancels an unsent upload, or deletes the picture on the server. */
export async function removeImage({ ref, image, upload }: ShownImage): Promise<void> {
  if (upload !== null) return discardWrite(upload);
  await (await getEngine()).dispatch(
    commandFor(deletePictureCommand, { id: image?.['@id'] ?? ref, ...(image && { caption: image.caption }) }),
  );
}

/** Caption that a command sets for this picture; null for other commands. */
export const captionMatcher =
  ({ ref, image }: ShownImage) =>
  (content: CommandContent): string | null =>
    isCommandOf(content, setCaptionCommand) && idOfIri(content.args.id) === idOfIri(image?.['@id'] ?? ref)
      ? content.args.caption
      : null;

/** Changes a caption, without waiting for the answer. */
export async function captionImage({ ref, image }: ShownImage, caption: string): Promise<Submitted> {
  const { dispatch } = await getEngine();
  const { id } = await dispatch(commandFor(setCaptionCommand, { id: image?.['@id'] ?? ref, caption }));
  return { id, settled: Promise.resolve({ outcome: 'queued', id }) };
}

/** Replaces temporary ids by a valid IRI, for the contract's validation. */
export const asIfNamed = <T>(value: T): T =>
  replaceTempIris(value, new Map(tempIrisIn(value).map((ref) => [ref, '/images/0'])));

/** Replaces temporary ids by the server's IRIs, as far as they are known. */
export async function withServerNames<T>(value: T): Promise<T> {
  const refs = tempIrisIn(value);
  if (refs.length === 0) return value;
  const sync = await getSync();
  return replaceTempIris(value, await resolveTempIris(sync.local.db, await sync.currentOwner(), refs));
}
