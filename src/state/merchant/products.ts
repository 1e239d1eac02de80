// The products of the own shop: the server's view with this device's waiting writes applied, and what may be done with them.
// Guarantee: what waits is named as waiting; one that is still to be made stands first, under its temporary name.

import { useAtomValue } from 'jotai';
import type { MerchantProduct, ProductChanges } from '#contract/merchant/own-products.ts';
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
import { isTemp, tempIri } from '#sync/commands/temporary-ids.ts';
import { newId } from '#sync/device/ids.ts';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import { useApiQuery } from '../api/query.ts';
import type { Photo } from '../device/photo.ts';
import { engine, type WriteOutcome } from '../page/engine-port.ts';
import { pendingAtom, useLateRefusal } from '../pending/pending-writes.ts';
import { useSession } from '../session/session.ts';
import { sendPicture } from './media.ts';
import { editedProduct, productChangesIn, productsToMake, type ShownProduct, shownProduct } from './product-views.ts';

const noStore = '00000000-0000-0000-0000-000000000000';

/** What the list is asked for. */
export interface ProductFilter {
  page: number;
  /** Somewhere in the name; '' is all. */
  name: string;
  published?: boolean | undefined;
}

function useList({ page, name, published }: ProductFilter, enabled = true) {
  const { user } = useSession();
  // Without a number, a name or a state it is the list that is kept on the device.
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

/** One page of the shop's products. Without a network a search goes through the first page, which is kept. */
export function useProducts(filter: ProductFilter) {
  const rows = useAtomValue(pendingAtom);
  const asked = useList(filter);
  const isFirst = filter.page === 1;
  const isPlain = isFirst && filter.name === '' && filter.published === undefined;
  const unanswered = asked.status === 'error' && isServerUnreachable(asked.error);
  const searchesHere = unanswered && isFirst && !isPlain;
  const kept = useList({ page: 1, name: '' }, searchesHere);
  const query = searchesHere && kept.data ? kept : asked;
  const held = query.data?.['hydra:member'].filter((product) => !searchesHere || fits(filter, product));
  const made = isFirst ? productsToMake(rows).filter((product) => fits(filter, product)) : [];
  return {
    ...query,
    held,
    /** Those that are still to be made: they are there, whatever the network says of the others. */
    made,
    products: held && [...made, ...held.map((product) => shownProduct(product, rows))],
    total: query.data?.['hydra:totalItems'],
    view: searchesHere ? undefined : query.data?.['hydra:view'],
    /** Only what is kept on this device was searched. */
    onDevice: searchesHere && kept.data !== undefined,
  };
}

const ask = async (command: Command): Promise<SendOutcome> => (await engine()).send(command);

/** Makes it public. `id` may be a temporary name. */
export const publishProduct = (id: string, name: string) => ask(commandFor(publishProductCommand, { id, name }));
/** Hides it from everyone else. */
export const hideProduct = (id: string, name: string) => ask(commandFor(disableProductCommand, { id, name }));
/** Takes it away for good, but from the orders that hold it. */
export const deleteProduct = (id: string, name: string) => ask(commandFor(deleteProductCommand, { id, name }));

/** What was looked at goes along: another device's change of the same field is not overwritten unasked. */
function changeOf(seen: MerchantProduct, changes: ProductChanges) {
  const held = Object.keys(changes).filter((name) => Object.hasOwn(seen, name));
  const values = Object.fromEntries(held.map((name) => [name, Reflect.get(seen, name)]));
  const args = { id: seen.id, changes, name: changes.name ?? seen.name };
  return { ...commandFor(updateProductCommand, args), base: { version: seen.version, values } } as const;
}

/**
 * Changes a few fields of a product from the list.
 * @param seen as the server gave it; undefined for one that is still to be made
 */
export function changeProduct(
  { id, name }: Pick<ShownProduct, 'id' | 'name'>,
  seen: MerchantProduct | undefined,
  changes: ProductChanges,
) {
  if (seen) return ask(changeOf(seen, changes));
  return ask(commandFor(updateProductCommand, { id, changes, name }));
}

/** To be changed or copied. Of one that is still to be made, `edited` is null once it has been sent. */
export function useProduct(id: string) {
  const { user } = useSession();
  const rows = useAtomValue(pendingAtom);
  const isNew = isTemp(id);
  const asked = { params: { id: isNew ? noStore : id } };
  const query = useApiQuery('products.mine', asked, { enabled: !isNew && Boolean(user?.ownedStore) });
  if (isNew) {
    const edited = editedProduct(null, id, rows);
    return { ...query, isNew, edited: edited.pending.length > 0 ? edited : null };
  }
  return { ...query, isNew, edited: query.data ? editedProduct(query.data, id, rows) : null };
}

/** The rates that a product may have. */
export const useVatRates = () => useApiQuery('vatRates.list', {});

/** The shop's own products, as many as a choice among them can show. */
export function useOwnProducts() {
  const { user } = useSession();
  const asked = { params: { id: user?.ownedStore ?? noStore }, query: { itemsPerPage: 200 } };
  return useApiQuery('stores.ownProducts', asked, { enabled: Boolean(user?.ownedStore) });
}

/** Under a temporary name until the server has made it. Rejects when the device cannot store it. */
export async function createProduct(values: ProductChanges): Promise<Submitted> {
  const { submit } = await engine();
  return submit(commandFor(createProductCommand, { tempId: tempIri(newId()), values }));
}

/** What a quickly made product is made of: its photo, and the least that a product needs. */
export interface QuickProduct {
  values: ProductChanges & { name: string };
  photo: Photo | null;
}

export interface QuicklyAdded {
  /** Of the command that publishes it. */
  id: string;
  tempId: string;
  published: Promise<SendOutcome>;
}

/** Makes a product with its photo and publishes it. Resolves once all of it is on the device. */
export async function addQuickly({ values, photo }: QuickProduct): Promise<QuicklyAdded> {
  const { dispatch, submit } = await engine();
  const tempId = tempIri(newId());
  const { name } = values;
  const images = photo ? [await sendPicture({ ...photo, caption: name, fileName: 'photo.jpg' })] : [];
  await dispatch(commandFor(createProductCommand, { tempId, values: { ...values, images } }));
  const { id, settled } = await submit(commandFor(publishProductCommand, { id: tempId, name }));
  return { id, tempId, published: settled };
}

/** Of things made here, by their temporary names: those of which something still waits. */
export function useUnsent(tempIds: readonly string[]): ReadonlySet<string> {
  const rows = useAtomValue(pendingAtom);
  const names = rows.flatMap(({ args }) => {
    const { tempId, id } = (args ?? {}) as { tempId?: string; id?: string };
    return [tempId, id];
  });
  return new Set(tempIds.filter((tempId) => names.includes(tempId)));
}

/** @param seen the name for the sentences and what was looked at; none for one that is still to be made */
export async function saveProduct(
  id: string,
  changes: ProductChanges,
  seen?: { name: string; base: Cmd['base'] },
): Promise<Submitted> {
  const { submit } = await engine();
  const args = { id, changes, ...(seen && { name: seen.name }) };
  return submit({ ...commandFor(updateProductCommand, args), base: seen?.base });
}

/** Needs the network: what it answers goes into the product's form. */
export async function sendPdf(file: File): Promise<WriteOutcome<'dematerializedFiles.upload'>> {
  const [{ write }, bytes] = await Promise.all([engine(), file.arrayBuffer()]);
  return write('dematerializedFiles.upload', { body: {} }, { fileName: file.name, mime: file.type, bytes });
}

/** Changes of a product that were refused after they had waited. `id`: its own, or temporary; null for none. */
export const useRefusedProduct = (id: string | null) =>
  useLateRefusal((content): ProductChanges | null => {
    if (id === null) return null;
    const isMine = isCommandOf(content, createProductCommand)
      ? content.args.tempId === id
      : isCommandOf(content, updateProductCommand) && content.args.id === id;
    return isMine ? productChangesIn(content) : null;
  });
