// Every field that a caller may send, collected from the schemas of the contract.
import type * as z from 'zod/mini';
import { allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';

export type Part = 'params' | 'query' | 'body';
export const parts: readonly Part[] = ['params', 'query', 'body'];
export const endpoints = Object.entries(allEndpoints) as [string, Endpoint][];

/** The part of a schema needed to walk it. */
interface Definition {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  catchall?: z.ZodMiniType;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
}
const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition;

export interface Field {
  /** 'users.create body.email'; a member of a list is '[]'. */
  name: string;
  type: string;
  schema: z.ZodMiniType;
  /** Accepts unknown keys. */
  open: boolean;
}

/** The schema and all schemas below it, without mere wrappers. */
export function fieldsOf(name: string, schema: z.ZodMiniType): Field[] {
  const { type, shape, catchall, element, innerType, options, in: first, out } = definitionOf(schema);
  if (innerType) return fieldsOf(name, innerType);
  // Pipes with two steps: a list's length first, then its members.
  const [before, after] = [first ? fieldsOf(name, first) : [], out ? fieldsOf(name, out) : []];
  if (first) return before.length === 1 || after.length > 1 ? [...before.slice(0, 1), ...after.slice(1)] : before;
  const open = type === 'record' || (catchall !== undefined && definitionOf(catchall).type !== 'never');
  const below = [
    ...Object.entries(shape ?? {}).flatMap(([key, current]) => fieldsOf(`${name}.${key}`, current)),
    ...(element ? fieldsOf(`${name}[]`, element) : []),
    ...(options ?? []).flatMap((option) => fieldsOf(name, option)),
  ];
  return [{ name, type, schema, open }, ...below];
}

interface Check {
  _zod: { def: { check: string; pattern?: RegExp; maximum?: number; abort?: boolean } };
}
export const checksOf = (schema: z.ZodMiniType) =>
  ((schema._zod.def as unknown as { checks?: Check[] }).checks ?? []).map(({ _zod }) => _zod.def);
/** The checks of a text, except lengths. */
export const rulesOf = (schema: z.ZodMiniType) =>
  checksOf(schema).map(({ check, pattern }) => `${check} ${pattern ?? ''}`);

export const sentFields: readonly Field[] = endpoints.flatMap(([name, endpoint]) =>
  parts.flatMap((part) => {
    const schema = endpoint[part];
    return schema ? fieldsOf(`${name} ${part}`, schema) : [];
  }),
);
