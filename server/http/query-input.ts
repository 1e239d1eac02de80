// Reads the query of a call through the contract, in the forms in which clients write it.
// Guarantees: an unknown filter is refused, so that none is left out unseen; what every standard client sends to every list
// (page, number of items, order) is ignored by the lists that have no such thing, as API Platform does.
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { violationsOf } from '#contract/violations.ts';
import { badRequest } from '../runtime/errors.ts';
import { isText, NO_TEXT } from './contract-input.ts';

const nothing = z.strictObject({});

const fieldsOf = (schema: z.ZodMiniType | undefined): ReadonlySet<string> =>
  new Set(schema instanceof z.ZodMiniObject ? Object.keys(schema._zod.def.shape) : []);

const isOfEveryList = (key: string) => /^(?:page|itemsPerPage|pagination|partial|order\[[^\]]*\])$/.test(key);

/** 'category', 'category[0]' and 'category[]' of a list that knows 'category[]'; 'order[price]' of one that knows 'sort[price]'. */
function nameIn(fields: ReadonlySet<string>, key: string): string {
  if (fields.has(key)) return key;
  const many = `${key.replace(/\[\d*\]$/, '')}[]`;
  const sorted = key.replace(/^order\[/, 'sort[');
  return [many, sorted].find((name) => fields.has(name)) ?? key;
}

/** Flat keys as they stand in the address; those that end with [] may be repeated and make a list. */
export function validatedQuery({ query: schema, answer }: Pick<Endpoint, 'query' | 'answer'>, url: string): unknown {
  const at = url.indexOf('?');
  const fields = fieldsOf(schema);
  const isList = fieldsOf(answer).has('hydra:member');
  const flat: Record<string, string | string[]> = Object.create(null);
  for (const [written, value] of new URLSearchParams(at < 0 ? '' : url.slice(at + 1))) {
    if (!isText(written) || !isText(value)) throw badRequest(NO_TEXT);
    const key = nameIn(fields, written);
    if (isList && !fields.has(key) && isOfEveryList(key)) continue;
    const read = /^(?:order|sort)\[/.test(key) ? value.toUpperCase() : value;
    const held = flat[key];
    if (key.endsWith('[]')) flat[key] = Array.isArray(held) ? [...held, read] : [read];
    else if (held === undefined) flat[key] = read;
    else throw badRequest(`Paramètre répété : ${key}`, [{ propertyPath: key, message: 'Paramètre répété.' }]);
  }
  const parsed = (schema ?? nothing).safeParse({ ...flat });
  if (parsed.success) return schema ? parsed.data : undefined;
  const violations = violationsOf(parsed.error);
  throw badRequest(
    `Paramètres incorrects : ${violations.map(({ propertyPath }) => propertyPath).join(', ')}`,
    violations,
  );
}
