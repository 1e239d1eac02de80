// Reads what a caller sent through the contract: parameters, query, body, version.
// Guarantee: refused input names each field and says what is wrong with it, in French.
import * as z from 'zod/mini';
import type { Violation } from '#contract/hydra.ts';
import { violationsOf } from '#contract/violations.ts';
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

/** Flat keys as they stand in the address; those that end with [] may be repeated and make a list. */
export function validatedQuery(schema: z.ZodMiniType | undefined, url: string): unknown {
  const at = url.indexOf('?');
  const flat: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(at < 0 ? '' : url.slice(at + 1))) {
    const held = flat[key];
    if (key.endsWith('[]')) flat[key] = Array.isArray(held) ? [...held, value] : [value];
    else if (held === undefined) flat[key] = value;
    else throw badRequest(`Paramètre répété : ${key}`, [{ propertyPath: key, message: 'Paramètre répété.' }]);
  }
  if (
    Object.entries(flat)
      .flat(2)
      .some((text) => !isText(text))
  )
    throw badRequest(NO_TEXT);
  const parsed = (schema ?? nothing).safeParse({ ...flat });
  if (parsed.success) return schema ? parsed.data : undefined;
  const violations = violationsOf(parsed.error);
  throw badRequest(
    `Paramètres incorrects : ${violations.map(({ propertyPath }) => propertyPath).join(', ')}`,
    violations,
  );
}

const nothing = z.strictObject({});

/** NUL, which no text of the database holds, and halves of signs, which are no text at all. */
const isText = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
const NO_TEXT = 'Ce texte contient un caractère qui ne peut pas être enregistré.';

/**
 * Refuses what nothing could be done with, whatever the endpoint: nested without end, or texts that cannot be kept. It
 * goes from one thing to the next without calling itself, so that no depth is too much for it.
 */
export function refuseUnreadable(sent: unknown): void {
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value: sent, path: '', depth: 0 }];
  const violations: Violation[] = [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string' && !isText(value)) violations.push({ propertyPath: path, message: NO_TEXT });
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEEPEST) throw badRequest('L’envoi est trop imbriqué.');
    for (const [key, held] of Object.entries(value)) {
      if (!isText(key)) violations.push({ propertyPath: path, message: NO_TEXT });
      waiting.push({ value: held, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
    }
  }
  if (violations.length > 0) throw invalid(violations.reverse().slice(0, MOST_TOLD));
}

/** If-Match, as one version in quotes; '*' asks for nothing more than that the thing exists. */
export function versionNamed(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const version = /^"([0-9]{1,9})"$/.exec(header)?.[1];
  if (version === undefined) throw badRequest('L’en-tête If-Match doit être une version entre guillemets, comme "3".');
  return Number(version);
}
