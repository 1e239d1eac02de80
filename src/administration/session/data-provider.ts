// Data provider: react-admin's reads and forms over the calls of the contract. Decisions with reasons are called by their pages.
import type { CreateParams, DataProvider, DeleteParams, GetListParams, RaRecord, UpdateParams } from 'react-admin';
import * as z from 'zod/mini';
import { type AdministrationCall, administrationRegistry } from '#contract/administration/administration-registry.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { call } from './current.ts';
import { CallError } from './operator-session.ts';
import { isResource, resources } from './resources.ts';

interface Described {
  list: AdministrationCall;
  one?: AdministrationCall;
  create?: AdministrationCall;
  save?: AdministrationCall;
  remove?: AdministrationCall;
  key: string;
  asked?: string;
}

function resourceOf(name: string): Described {
  if (!isResource(name)) throw new Error(`No resource ${name}`);
  return resources[name];
}

type Row = Record<string, unknown>;
const withId = (row: Row, key: string): RaRecord => ({ ...row, id: row[key] as string | number });
// The arguments of each call differ: the contract of the server validates them.
const untyped = call as (name: AdministrationCall, args: object) => Promise<unknown>;

async function getList(name: string, { pagination, filter }: GetListParams) {
  const { list, key } = resourceOf(name);
  // Nobody is listed without being searched for.
  if (name === 'accounts' && String(filter?.text ?? '').trim().length < 2) return { data: [], total: 0 };
  // Short lists come whole.
  const isWhole = name === 'accounts' || name === 'jobs' || name === 'terms' || 'save' in resourceOf(name);
  const paged = isWhole ? {} : { page: pagination?.page, itemsPerPage: pagination?.perPage };
  const answer = (await untyped(list, { query: { ...filter, ...paged } })) as Collection<Row>;
  return { data: answer['hydra:member'].map((row) => withId(row, key)), total: answer['hydra:totalItems'] };
}

/** Field of a record that a form changes: its content when it was read, as text. */
export const AS_READ = 'asRead';

async function getOne(name: string, { id }: { id: unknown }) {
  const { one, key, asked, save } = resourceOf(name);
  if (!one) throw new Error(`No single ${name}`);
  const args = asked ? { query: { [asked]: id } } : { params: { id } };
  const row = (await untyped(one, args)) as Row;
  return { data: { ...withId(row, key), ...(save && { [AS_READ]: contentOf(row, save) }) } };
}

/** What a form changes, as text. */
function contentOf(row: Row, save: AdministrationCall): string {
  const { body }: Endpoint = administrationRegistry[save];
  const fields = body instanceof z.ZodMiniObject ? Object.keys(body.shape) : [];
  return JSON.stringify(fields.map((field) => row[field] ?? null));
}

async function create(name: string, { data }: CreateParams) {
  const { create: call, key } = resourceOf(name);
  if (!call) return noWrite();
  return { data: withId((await untyped(call, { body: data })) as Row, key) };
}

async function update(name: string, { id, data: { [AS_READ]: opened, ...data } }: UpdateParams) {
  const { save, key } = resourceOf(name);
  if (!save) return noWrite();
  const form = `${name} ${id} ${opened}`;
  if (!unanswered.has(form)) await requireUnchanged(name, id, opened);
  try {
    return { data: withId((await untyped(save, { params: { id }, body: data })) as Row, key) };
  } catch (error) {
    if (error instanceof CallError && error.status === 0) unanswered.add(form);
    throw error;
  }
}

/** Forms whose save may have arrived without an answer: what has changed since is their own. */
const unanswered = new Set<string>();

/** Versions of others that an operator has been told of, and may replace. */
const toldOf = new Set<string>();

/**
 * What someone else has saved since the form was opened is not replaced unknowingly. Read just before the save: two
 * saves within the same second are not told apart.
 * @param opened what the form was opened with
 */
async function requireUnchanged(name: string, id: unknown, opened: unknown): Promise<void> {
  const { data: current } = await getOne(name, { id });
  const theirs = `${name} ${id} ${current[AS_READ]}`;
  if (current[AS_READ] === opened || toldOf.has(theirs)) return;
  toldOf.add(theirs);
  throw new CallError(409, CHANGED_MEANWHILE);
}

const CHANGED_MEANWHILE =
  'Quelqu’un d’autre a modifié cette fiche depuis que vous l’avez ouverte\u00a0: ouvrez-la dans un autre onglet pour comparer. Enregistrer à nouveau remplacera sa version.';

async function remove(name: string, { id, previousData }: DeleteParams) {
  const { remove: call } = resourceOf(name);
  if (!call) return noWrite();
  await untyped(call, { params: { id } });
  return { data: previousData };
}

const noWrite = () => Promise.reject(new Error('The pages call the contract for this.'));

export const dataProvider = {
  getList,
  getOne,
  getMany: async (name: string, { ids }: { ids: readonly unknown[] }) => ({
    data: (await Promise.all(ids.map((id) => getOne(name, { id })))).map(({ data }) => data),
  }),
  getManyReference: noWrite,
  create,
  update,
  updateMany: noWrite,
  delete: remove,
  deleteMany: noWrite,
} as unknown as DataProvider;
