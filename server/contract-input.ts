// What a caller sent, read through the contract.
// Guarantee: refused input names each field and says what is wrong with it, in French.
import * as z from 'zod/mini';
import { violationsOf } from '#contract/violations.ts';
import { badRequest, invalid, notFound } from './errors.ts';

const DEEPEST = 12;

/** @param refusedWith 404 for the parameters of the path (no such thing can exist), 422 for a body */
export function validated(schema: z.ZodMiniType | undefined, value: unknown, refusedWith: 404 | 422): unknown {
  if (!schema) return undefined;
  if (refusedWith === 422 && depth(value) > DEEPEST) throw badRequest("L'envoi est trop imbriqué.");
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (refusedWith === 404) throw notFound();
  throw invalid(violationsOf(parsed.error));
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
  const parsed = (schema ?? nothing).safeParse({ ...flat });
  if (parsed.success) return schema ? parsed.data : undefined;
  const violations = violationsOf(parsed.error);
  throw badRequest(
    `Paramètres incorrects : ${violations.map(({ propertyPath }) => propertyPath).join(', ')}`,
    violations,
  );
}

const nothing = z.strictObject({});

function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const held of Object.values(value)) deepest = Math.max(deepest, depth(held));
  return deepest + 1;
}
