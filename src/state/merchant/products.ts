// Products of the own store: the server's view with pending writes applied, and their commands.
// Guarantee: pending writes are marked; unsaved products come first, under temporary ids.
import { useAtomValue } from 'jotai';
import type { MerchantProduct, ProductChanges } from '#contract/merchant/own-products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { Cmd } from '#db/rows.ts';
import { isServerUnreachable } from '#domain/call-failure.ts';
import {
  createProductCommand,
  deleteProductCommand,
  disableProductCommand,
  publishProductCommand,
  updateProductCommand,
} from '#sync/commands/products.ts';
import { commandFor, isCommandOf } from '#sync/commands/record.ts';
import type { Command } from '#sync/commands/registry.ts';
import { isTempIri, tempIri } from '#sync/commands/temporary-ids.ts';
import { newId } from '#sync/device/ids.ts';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import { useApiQuery } from '../api/query.ts';
import type { Photo } from '../device/photo.ts';
import { getEngine, type WriteOutcome } from '../page/engine-port.ts';
import { pageQueryClient } from '../page/page-store.ts';
import type { ReadResult } from '../page/query-client.ts';
import { newestOf, pendingAtom, productViewsAtom, useLateRefusal } from '../pending/pending-writes.ts';
import { useSession } from '../session/session.ts';
import { sendPicture } from './media.ts';
import { editedProduct, productChangesIn, productsToMake, type ShownProduct, shownProduct } from './product-views.ts';

const noStore = '00000000-0000-0000-0000-000000000000';

/** Filter of the list. */
export interface ProductFilter {
  page: number;
  /** Part of the name; '' for all. */
  name: string;
  published?: boolean | undefined;
}

function useList({ page, name, published }: ProductFilter, enabled = true) {
  const { user } = useSession();
  // Without filters it is the cached list.
  const query = { page: page > 1 ? page : undefined, name: name || undefined, published };
  const asked = { params: { id: user?.ownedStore ?? noStore }, query };
  return useApiQuery('stores.ownProducts', asked, {
    enabled: enabled && Boolean(user?.ownedStore),
    keepPrevious: true,
  });
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const fits = ({ name, published }: ProductFilter, product: { name: string; published: boolean }) =>
  plain(product.name).includes(plain(name.trim())) && (published === undefined || product.published === published);

/** One page of products. Offline, a search filters the cached first page. */
export function useProducts(filter: ProductFilter) {
  const rows = useAtomValue(pendingAtom);
  const views = useAtomValue(productViewsAtom);
  const asked = useList(filter);
  const isFirst = filter.page === 1;
  const isPlain = isFirst && filter.name === '' && filter.published === undefined;
  const unanswered = asked.status === 'error' && isServerUnreachable(asked.error);
  const searchesHere = unanswered && isFirst && !isPlain;
  const cached = useList({ page: 1, name: '' }, searchesHere);
  const query = searchesHere && cached.data ? cached : asked;
  const fetched = query.data?.['hydra:member']
    .map((product) => newestOf(product, views))
    .filter((product) => !searchesHere || fits(filter, product));
  const made = isFirst ? productsToMake(rows).filter((product) => fits(filter, product)) : [];
  return {
    ...query,
    fetched,
    /** Unsaved products, shown regardless of the network. */
    made,
    products: fetched && [...made, ...fetched.map((product) => shownProduct(product, rows))],
    total: query.data?.['hydra:totalItems'],
    view: searchesHere ? undefined : query.data?.['hydra:view'],
    /** The search covered only the cached products. */
    onDevice: searchesHere && cached.data !== undefined,
  };
}

const ask = async (command: Command): Promise<SendOutcome> => (await getEngine()).send(command);

/** Publishes a product. `id` may be temporary. */
export const publishProduct = (id: string, name: string) => ask(commandFor(publishProductCommand, { id, name }));
/** Hides it from the public. */
export const hideProduct = (id: string, name: string) => ask(commandFor(disableProductCommand, { id, name }));
/** Deletes it; existing orders still show it. */
export const submitProductDeletion = (id: string, name: string) => ask(commandFor(deleteProductCommand, { id, name }));

/** Includes the displayed base values, so that changes of another device are not overwritten silently. */
function changeOf(seen: MerchantProduct, changes: ProductChanges) {
  const names = Object.keys(changes).filter((name) => Object.hasOwn(seen, name));
  const values = Object.fromEntries(names.map((name) => [name, Reflect.get(seen, name)]));
  const args = { id: seen.id, changes, name: changes.name ?? seen.name };
  return { ...commandFor(updateProductCommand, args), base: { version: seen.version, values } } as const;
}

/**
 * Changes a few fields from the list.
 * @param seen the server's view; undefined for an unsaved product
 */
export function changeProduct(
  { id, name }: Pick<ShownProduct, 'id' | 'name'>,
  seen: MerchantProduct | undefined,
  changes: ProductChanges,
) {
  if (seen) return ask(changeOf(seen, changes));
  return ask(commandFor(updateProductCommand, { id, changes, name }));
}

/** A product as a list has shown it, the newest answer first; undefined unless the server could not be asked for it. */
function useListed(id: string, isUnanswered: boolean) {
  // The cached page, after a reload.
  useList({ page: 1, name: '' }, isUnanswered);
  if (!isUnanswered) return undefined;
  const lists = pageQueryClient.getQueriesData<ReadResult<Collection<MerchantProduct>>>({
    queryKey: ['stores.ownProducts'],
  });
  const found = lists.flatMap(([, list]) => {
    const product = list?.answer?.['hydra:member'].find((one) => one.id === id);
    return product ? [{ product, seenAt: list?.seenAt ?? null }] : [];
  });
  return found.sort((a, b) => (b.seenAt ?? 0) - (a.seenAt ?? 0))[0];
}

/**
 * A product to edit or copy. For an unsaved one, `edited` is null after it was sent. Without the server's answer it is
 * as the list has shown it, which has all that the form needs.
 */
export function useProduct(id: string) {
  const { user } = useSession();
  const rows = useAtomValue(pendingAtom);
  const views = useAtomValue(productViewsAtom);
  const isNew = isTempIri(id);
  const asked = { params: { id: isNew ? noStore : id } };
  const query = useApiQuery('products.mine', asked, { enabled: !isNew && Boolean(user?.ownedStore) });
  const isUnanswered = query.status === 'error' && isServerUnreachable(query.error);
  const listed = useListed(id, isUnanswered);
  if (isNew) {
    const edited = editedProduct(null, id, rows);
    return { ...query, isNew, edited: edited.pending.length > 0 ? edited : null };
  }
  const data = query.data ?? listed?.product;
  return {
    ...query,
    ...(listed && { seenAt: listed.seenAt, aged: true }),
    data,
    isNew,
    edited: data ? editedProduct(newestOf(data, views), id, rows) : null,
  };
}

/** The rates that a product may have. */
export const useVatRates = () => useApiQuery('vatRates.list', {});

/** Own products, up to the limit of a select list. */
export function useOwnProducts() {
  const { user } = useSession();
  const asked = { params: { id: user?.ownedStore ?? noStore }, query: { itemsPerPage: 200 } };
  return useApiQuery('stores.ownProducts', asked, { enabled: Boolean(user?.ownedStore) });
}

/** Under a temporary id until the server answers. Rejects if the device cannot store it. */
export async function submitNewProduct(values: ProductChanges): Promise<Submitted> {
  const { submit } = await getEngine();
  return submit(commandFor(createProductCommand, { tempId: tempIri(newId()), values }));
}

/** A photo and the minimal fields of a product. */
export interface QuickProduct {
  values: ProductChanges & { name: string };
  photo: Photo | null;
}

export interface QuickProductSaved {
  /** Id of the publishing command. */
  id: string;
  tempId: string;
  published: Promise<SendOutcome>;
}

/** Creates a product with its photo and publishes it. Resolves once everything is on the device. */
export async function createQuickProduct({ values, photo }: QuickProduct): Promise<QuickProductSaved> {
  const { dispatch, submit } = await getEngine();
  const tempId = tempIri(newId());
  const { name } = values;
  const images = photo ? [await sendPicture({ ...photo, caption: name, fileName: 'photo.jpg' })] : [];
  await dispatch(commandFor(createProductCommand, { tempId, values: { ...values, images } }));
  const { id, settled } = await submit(commandFor(publishProductCommand, { id: tempId, name }));
  return { id, tempId, published: settled };
}

/** Temporary ids with pending writes. */
export function useUnsent(tempIds: readonly string[]): ReadonlySet<string> {
  const rows = useAtomValue(pendingAtom);
  const names = rows.flatMap(({ args }) => {
    const { tempId, id } = (args ?? {}) as { tempId?: string; id?: string };
    return [tempId, id];
  });
  return new Set(tempIds.filter((tempId) => names.includes(tempId)));
}

/** @param seen name and base values; undefined for an unsaved product */
export async function saveProduct(
  id: string,
  changes: ProductChanges,
  seen?: { name: string; base: Cmd['base'] },
): Promise<Submitted> {
  const { submit } = await getEngine();
  const args = { id, changes, ...(seen && { name: seen.name }) };
  return submit({ ...commandFor(updateProductCommand, args), base: seen?.base });
}

/** Requires the network: the form needs the answer. */
export async function sendPdf(file: File): Promise<WriteOutcome<'dematerializedFiles.upload'>> {
  const [{ write }, bytes] = await Promise.all([getEngine(), file.arrayBuffer()]);
  return write('dematerializedFiles.upload', { body: {} }, { fileName: file.name, mime: file.type, bytes });
}

/** A late refusal of a product. `id`: own or temporary; null for none. */
export const useRefusedProduct = (id: string | null) =>
  useLateRefusal((content): ProductChanges | null => {
    if (id === null) return null;
    const isMine = isCommandOf(content, createProductCommand)
      ? content.args.tempId === id
      : isCommandOf(content, updateProductCommand) && content.args.id === id;
    return isMine ? productChangesIn(content) : null;
  });
