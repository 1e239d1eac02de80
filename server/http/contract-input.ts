// Contract input: validates parameters, body and version of a request.
// Guarantee: a rejection names each invalid field with a message in French.
import type * as z from 'zod/mini';
import { violationsOf } from '#contract/violations.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { badRequest, invalid, notFound } from '../runtime/errors.ts';

const MAX_DEPTH = 12;
/** Violations reported per request. */
const MAX_VIOLATIONS = 100;

/** @param refusedWith status of a rejection: 404 for path parameters (no such resource can exist), 422 for a body */
export function validate(schema: z.ZodMiniType | undefined, value: unknown, refusedWith: 404 | 422): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (refusedWith === 404) throw notFound();
  throw invalid(violationsOf(parsed.error).slice(0, MAX_VIOLATIONS));
}

/** Replaces embedded resources by their addresses: they are references, not changed with their parent. */
export function replaceEmbedded(sent: unknown): unknown {
  const address = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return '@id' in value && typeof value['@id'] === 'string' ? value['@id'] : each(value);
  };
  const each = (value: object): object =>
    Array.isArray(value)
      ? value.map(address)
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, address(one)]));
  return typeof sent === 'object' && sent !== null ? each(sent) : sent;
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export const isStorableText = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
export const UNSTORABLE_TEXT = 'Ce texte contient un caractère qui ne peut pas être enregistré.';

/** Maximum number of values in a body at all depths; ten times the largest product of the contract. */
export const MAX_BODY_VALUES = 20_000;

/**
 * Rejects bodies with too many values, too deep nesting or unstorable text. Bounded by `most` values; paths are built
 * for violations only.
 * @param most limit on all nested values; Infinity for a file of the operator
 */
export function requireReadable(sent: unknown, most = MAX_BODY_VALUES): void {
  const violations: Violation[] = [];
  const path: string[] = [];
  let values = 0;
  const reportText = () => violations.push({ propertyPath: path.join('.'), message: UNSTORABLE_TEXT });
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && !isStorableText(value)) reportText();
    if (typeof value !== 'object' || value === null) return;
    if (path.length === MAX_DEPTH) throw badRequest('L’envoi est trop imbriqué.');
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
    values += Array.isArray(value) ? value.length : (keys as string[]).length;
    if (values > most) throw badRequest('L’envoi contient trop d’éléments.');
    for (const key of keys) {
      if (typeof key === 'string' && !isStorableText(key)) reportText();
      path.push(String(key));
      visit(Reflect.get(value, key));
      path.pop();
    }
  };
  visit(sent);
  if (violations.length > 0) throw invalid(violations.slice(0, MAX_VIOLATIONS));
}

/** If-Match: one quoted version; '*' adds no condition. */
export function parseIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const version = /^"([0-9]{1,9})"$/.exec(header)?.[1];
  if (version === undefined) throw badRequest('L’en-tête If-Match doit être une version entre guillemets, comme "3".');
  return Number(version);
}
