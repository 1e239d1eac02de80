// The products of the own shop: the server's view with this device's waiting writes applied, and what may be done with them.
// Guarantee: what waits is named as waiting; one that is still to be made stands first, under its temporary name.
import { useAtomValue } from 'jotai';
import type { MerchantProduct, OwnProduct, ProductChanges } from '#contract/own-products.ts';
import type { Image, MoneySent } from '#contract/values.ts';
import type { Cmd } from '#db/rows.ts';
import { inputToCents } from '#domain/money.ts';
import type { Command, CommandArgs } from '#sync/commands/command.ts';
import { isTemp, tempIri } from '#sync/commands/temporary-ids.ts';
import { newId } from '#sync/device/ids.ts';
import type { SendOutcome } from '#sync/submit-and-wait.ts';
import { engine } from '../page/engine-port.ts';
import { useApiQuery } from '../reads/query.ts';
import { useSession } from '../session/session.ts';
import { pendingAtom } from './pending-writes.ts';

/** One product of the list, as it will be once what waits here is taken. */
export interface ShownProduct {
  /** The server's, or the temporary name of one that is still to be made. */
  id: string;
  isNew: boolean;
  name: string;
  image: Image | null;
  /** Cents. */
  price: number | null;
  /** Cents. */
  reducedPrice: number | null;
  indicativePrice: boolean;
  priceDisabled: boolean;
  /** Null: not counted. */
  stock: number | null;
  published: boolean;
  /** Types of the writes that wait for the network or their turn. */
  waiting: string[];
  /** The write that will delete it; null when none does. One that may have reached the server cannot be taken back. */
  deletion: { id: string; canStay: boolean } | null;
  /** Another device has changed it, too: the merchant has a choice to make. */
  inConflict: boolean;
}

const laneOf = (id: string) => `product:${id}`;

/** Cents of an amount as a form sends it; null is none. */
function centsSent(sent: MoneySent): number | null {
  if (sent === null) return null;
  if (typeof sent === 'number') return Math.round(sent * 100);
  return 'amount' in sent ? sent.amount : inputToCents(sent.stringValue);
}

function changed(shown: ShownProduct, changes: ProductChanges): ShownProduct {
  const { name, price, reducedPrice, indicativePrice, priceDisabled, stock, stockManagement } = changes;
  return {
    ...shown,
    name: name ?? shown.name,
    price: price === undefined ? shown.price : centsSent(price),
    reducedPrice: reducedPrice === undefined ? shown.reducedPrice : centsSent(reducedPrice),
    indicativePrice: indicativePrice ?? shown.indicativePrice,
    priceDisabled: priceDisabled ?? shown.priceDisabled,
    stock: stockManagement === false ? null : stock === undefined ? shown.stock : stock,
  };
}

/** What one waiting write makes of it. */
function after(shown: ShownProduct, row: Cmd): ShownProduct {
  if (row.state === 'parked' && row.parkedFor === 'conflict') return { ...shown, inConflict: true };
  const next = { ...shown, waiting: [...shown.waiting, row.type] };
  switch (row.type) {
    case 'products.update':
      return changed(next, (row.args as CommandArgs['products.update']).changes);
    case 'products.publish':
      return { ...next, published: true };
    case 'products.disable':
      return { ...next, published: false };
    case 'products.delete':
      return { ...next, deletion: { id: row.id, canStay: !row.doubt && row.state !== 'inflight' } };
    default:
      return next;
  }
}

/** As it will be once what waits here is taken. */
export function shownProduct(product: OwnProduct, rows: readonly Cmd[]): ShownProduct {
  const shown: ShownProduct = {
    id: product.id,
    isNew: false,
    name: product.name,
    image: product.images[0] ?? null,
    price: product.price?.amount ?? null,
    reducedPrice: product.reducedPrice?.amount ?? null,
    indicativePrice: product.indicativePrice,
    priceDisabled: product.priceDisabled,
    stock: product.stock,
    published: product.published,
    waiting: [],
    deletion: null,
    inConflict: false,
  };
  return rows.filter(({ lane }) => lane === laneOf(product.id)).reduce(after, shown);
}

/** Those that wait to be made, the newest first, with what waits for them. */
export function productsToMake(rows: readonly Cmd[]): ShownProduct[] {
  const made = rows.flatMap((row) => {
    if (row.type !== 'products.create') return [];
    const { tempId, values } = row.args as CommandArgs['products.create'];
    const nothing: ShownProduct = {
      id: tempId,
      isNew: true,
      name: 'Sans nom',
      image: null,
      price: null,
      reducedPrice: null,
      indicativePrice: false,
      priceDisabled: false,
      stock: null,
      published: false,
      waiting: [],
      deletion: null,
      inConflict: false,
    };
    const start = changed(nothing, values);
    return [rows.filter(({ lane }) => lane === row.lane).reduce(after, start)];
  });
  return made.toReversed();
}

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
  const unanswered = asked.status === 'error' && (asked.error.kind === 'offline' || asked.error.kind === 'timeout');
  const searchesHere = unanswered && isFirst && !isPlain;
  const kept = useList({ page: 1, name: '' }, searchesHere);
  const query = searchesHere && kept.data ? kept : asked;
  const held = query.data?.['hydra:member'].filter((product) => !searchesHere || fits(filter, product));
  const made = isFirst ? productsToMake(rows).filter((product) => fits(filter, product)) : [];
  return {
    ...query,
    held,
    products: held && [...made, ...held.map((product) => shownProduct(product, rows))],
    total: query.data?.['hydra:totalItems'],
    view: searchesHere ? undefined : query.data?.['hydra:view'],
    /** Only what is kept on this device was searched. */
    onDevice: searchesHere && kept.data !== undefined,
  };
}

const ask = async (command: Command): Promise<SendOutcome> => (await engine()).send(command);

/** Makes it public. `id` may be a temporary name. */
export const publishProduct = (id: string, name: string) => ask({ type: 'products.publish', args: { id, name } });
/** Hides it from everyone else. */
export const hideProduct = (id: string, name: string) => ask({ type: 'products.disable', args: { id, name } });
/** Takes it away for good, but from the orders that hold it. */
export const deleteProduct = (id: string, name: string) => ask({ type: 'products.delete', args: { id, name } });

/** What was looked at goes along: another device's change of the same field is not overwritten unasked. */
function changeOf(seen: OwnProduct | MerchantProduct, changes: ProductChanges) {
  const held = Object.keys(changes).filter((name) => Object.hasOwn(seen, name));
  const values = Object.fromEntries(held.map((name) => [name, Reflect.get(seen, name)]));
  const args = { id: seen.id, changes, name: changes.name ?? seen.name };
  return { type: 'products.update', args, base: { version: seen.version, values } } as const;
}

/**
 * Changes a few fields of a product from the list.
 * @param seen as the server gave it; undefined for one that is still to be made
 */
export function changeProduct(
  { id, name }: Pick<ShownProduct, 'id' | 'name'>,
  seen: OwnProduct | undefined,
  changes: ProductChanges,
) {
  if (seen) return ask(changeOf(seen, changes));
  return ask({ type: 'products.update', args: { id, changes, name } });
}

/** One product as its form begins: the server's, and what waits here to change it. */
export interface EditedProduct {
  /** Null: it is still to be made. */
  product: MerchantProduct | null;
  /** In their order; of one that is still to be made, what it will be made of comes first. */
  pending: ProductChanges[];
  waiting: string[];
  inConflict: boolean;
}

const changesIn = (row: Cmd): ProductChanges[] => {
  if (row.type === 'products.create') return [(row.args as CommandArgs['products.create']).values];
  return row.type === 'products.update' ? [(row.args as CommandArgs['products.update']).changes] : [];
};

/** `product`: null for one that is still to be made. */
export function editedProduct(product: MerchantProduct | null, id: string, rows: readonly Cmd[]): EditedProduct {
  const own = rows.filter(({ lane }) => lane === laneOf(id));
  const underway = own.filter((row) => !(row.state === 'parked' && row.parkedFor === 'conflict'));
  return {
    product,
    pending: underway.flatMap(changesIn),
    waiting: underway.map(({ type }) => type),
    inConflict: underway.length < own.length,
  };
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

const askFromForm = async (command: Command): Promise<SendOutcome> => (await engine()).sendFromForm(command);

/** @returns with the temporary name by which it is known here until the server has made it */
export async function createProduct(values: ProductChanges): Promise<{ tempId: string; result: SendOutcome }> {
  const tempId = tempIri(newId());
  return { tempId, result: await askFromForm({ type: 'products.create', args: { tempId, values } }) };
}

/** @param seen what was looked at; null for one that is still to be made */
export function saveProduct(id: string, seen: MerchantProduct | null, changes: ProductChanges): Promise<SendOutcome> {
  return askFromForm(seen ? changeOf(seen, changes) : { type: 'products.update', args: { id, changes } });
}
