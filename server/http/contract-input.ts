// Reads what a caller sent through the contract: parameters, body, version.
// Guarantee: refused input names each field and says what is wrong with it, in French.
import type * as z from 'zod/mini';
import { violationsOf } from '#contract/violations.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { badRequest, invalid, notFound } from '../runtime/errors.ts';

const DEEPEST = 12;
/** Violations told of one request. */
const MOST_TOLD = 100;

/** @param refusedWith 404 for the parameters of the path (no such thing can exist), 422 for a body */
export function validated(schema: z.ZodMiniType | undefined, value: unknown, refusedWith: 404 | 422): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (refusedWith === 404) throw notFound();
  throw invalid(violationsOf(parsed.error).slice(0, MOST_TOLD));
}

/** A thing that is sent within another as it was read stands for its address: what is within it is not changed with it. */
export function withAddresses(sent: unknown): unknown {
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

/** NUL, which no text of the database holds, and halves of signs, which are no text at all. */
export const isText = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
export const NO_TEXT = 'Ce texte contient un caractère qui ne peut pas être enregistré.';

/** Values of one body, counted over all its depths; the fullest product of the contract has a tenth of them. */
export const MOST_VALUES = 20_000;

/**
 * Refuses what no endpoint can use: too many values, too deeply nested, or texts that cannot be stored.
 * Its work is bounded by `most` values, and a path is written only for what is wrong.
 * @param most values, those inside of others counted; Infinity for a file of the operator
 */
export function refuseUnreadable(sent: unknown, most = MOST_VALUES): void {
  const violations: Violation[] = [];
  const path: string[] = [];
  let values = 0;
  const refuseText = () => violations.push({ propertyPath: path.join('.'), message: NO_TEXT });
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && !isText(value)) refuseText();
    if (typeof value !== 'object' || value === null) return;
    if (path.length === DEEPEST) throw badRequest('L’envoi est trop imbriqué.');
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
    values += Array.isArray(value) ? value.length : (keys as string[]).length;
    if (values > most) throw badRequest('L’envoi contient trop d’éléments.');
    for (const key of keys) {
      if (typeof key === 'string' && !isText(key)) refuseText();
      path.push(String(key));
      visit(Reflect.get(value, key));
      path.pop();
    }
  };
  visit(sent);
  if (violations.length > 0) throw invalid(violations.slice(0, MOST_TOLD));
}

/** If-Match, as one version in quotes; '*' asks for nothing more than that the thing exists. */
export function versionNamed(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const version = /^"([0-9]{1,9})"$/.exec(header)?.[1];
  if (version === undefined) throw badRequest('L’en-tête If-Match doit être une version entre guillemets, comme "3".');
  return Number(version);
}
