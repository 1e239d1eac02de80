// Query input: parses a call's query by the contract, in the notations of common clients.
// Guarantees: an unknown filter is refused, so none is ignored silently; standard parameters (page, items per page,
// order) are ignored by lists without them, as in API Platform.
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { violationsOf } from '#contract/violations.ts';
import { badRequest } from '../runtime/errors.ts';
import { isStorableText, UNSTORABLE_TEXT } from './contract-input.ts';

const nothing = z.strictObject({});

const fieldsOf = (schema: z.ZodMiniType | undefined): ReadonlySet<string> =>
  new Set(schema instanceof z.ZodMiniObject ? Object.keys(schema._zod.def.shape) : []);

const isOfEveryList = (key: string) => /^(?:page|itemsPerPage|pagination|partial|order\[[^\]]*\])$/.test(key);

/**
 * 'category', 'category[0]' and 'category[]' for a list with 'category[]'; 'order[price]' for one with 'sort[price]'.
 */
function nameIn(fields: ReadonlySet<string>, key: string): string {
  if (fields.has(key)) return key;
  const many = `${key.replace(/\[\d*\]$/, '')}[]`;
  const sorted = key.replace(/^order\[/, 'sort[');
  return [many, sorted].find((name) => fields.has(name)) ?? key;
}

/** Flat keys as in the address; keys ending in [] may repeat and form a list. */
export function validatedQuery({ query: schema, answer }: Pick<Endpoint, 'query' | 'answer'>, url: string): unknown {
  const at = url.indexOf('?');
  const fields = fieldsOf(schema);
  const isList = fieldsOf(answer).has('hydra:member');
  const flat: Record<string, string | string[]> = Object.create(null);
  for (const [written, value] of new URLSearchParams(at < 0 ? '' : url.slice(at + 1))) {
    if (!isStorableText(written) || !isStorableText(value)) throw badRequest(UNSTORABLE_TEXT);
    const key = nameIn(fields, written);
    if (isList && !fields.has(key) && isOfEveryList(key)) continue;
    const read = /^(?:order|sort)\[/.test(key) ? value.toUpperCase() : value;
    const earlier = flat[key];
    if (key.endsWith('[]')) flat[key] = Array.isArray(earlier) ? [...earlier, read] : [read];
    else if (earlier === undefined) flat[key] = read;
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
