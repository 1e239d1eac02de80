// Hydra vocabulary of the contract: lists, kinds with properties, operations. Guarantee: derived from the contract
// only, once.
import * as z from 'zod/mini';
import { type AnyEndpointName, allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody } from '#contract/wire/hydra.ts';
import { kindReferredTo, unnamedKinds } from './references.ts';

export interface Shape {
  type?: string | string[];
  const?: string;
  enum?: string[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  required?: string[];
}

/** Range of a property: an XML Schema type, or a kind. */
export type Range =
  | { type: 'string' | 'integer' | 'decimal' | 'boolean' | 'array' }
  | { kind: string; isEmbedded: boolean }
  | null;

export interface Property {
  name: string;
  /** Null for structured values. */
  range: Range;
  isRequired: boolean;
  isWritable: boolean;
  isMany: boolean;
  /** A map with data as keys, of values of one shape or of any; null: none. */
  table: 'index' | 'json' | null;
}

export interface Operation {
  /** The endpoint's name. */
  title: string;
  method: Endpoint['method'] | 'PATCH';
  /** Kind of the answer; null without one. */
  returns: string | null;
}

export interface Kind {
  name: string;
  properties: Property[];
  operations: Operation[];
}

export interface Resource {
  /** Path of the list under the API. */
  path: string;
  /** Kind of the members. */
  kind: string;
  operations: Operation[];
  /** Query parameters of the list. */
  variables: string[];
}

const endpoints = Object.entries(allEndpoints) as [AnyEndpointName, Endpoint][];

const shapeOf = (schema: z.ZodMiniType | undefined, io: 'input' | 'output'): Shape =>
  schema ? (z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape) : {};

const COLLECTION = 'hydra:Collection';
const isCollection = ({ properties }: Shape) => properties?.['@type']?.const === COLLECTION;
const thingOf = (shape: Shape) => (isCollection(shape) ? (shape.properties?.['hydra:member']?.items ?? {}) : shape);

/** '@type', unless it has two, as in reviews. */
const typeOf = ({ properties }: Shape) => properties?.['@type']?.const ?? null;

const answers = new Map(endpoints.map(([name, { answer }]) => [name, shapeOf(answer, 'output')]));

/** Kind of an endpoint's answer or of its members; null without an answer. */
function kindAnswered(name: AnyEndpointName): string | null {
  const shape = answers.get(name) ?? {};
  return typeOf(thingOf(shape)) ?? unnamedKinds[name] ?? null;
}

/** `/things` for `/things`, `/things/:id` and `/things/:id/publish`. */
const listOf = (path: string) => /^\/[a-z_]+/.exec(path)?.[0] ?? path;
/** Address of a single resource. */
const isOfOne = (path: string) => /^\/[a-z_]+\/:\w+$/.test(path);

/** Partial updates are available as PATCH, too. */
export const isPatched = ({ method, path }: Endpoint) => method === 'PUT' && isOfOne(path);

function operationsOf(title: AnyEndpointName, endpoint: Endpoint): Operation[] {
  const operation = { title, method: endpoint.method, returns: kindAnswered(title) };
  return isPatched(endpoint) ? [operation, { ...operation, method: 'PATCH' }] : [operation];
}

/** Two endpoints that differ by caller are one operation in Hydra. */
const oneEach = (operations: Operation[]) => [...new Map(operations.map((one) => [one.method, one])).values()];

/** Search results have several kinds. */
export const resources: Resource[] = endpoints
  .filter(
    ([name, { method, path }]) =>
      method === 'GET' && path === listOf(path) && path !== '/search' && isCollection(answers.get(name) ?? {}),
  )
  .map(([name, { path, query }]) => ({
    path,
    kind: String(kindAnswered(name)),
    operations: endpoints
      .filter(([each, one]) => one.path === path && kindAnswered(each) === kindAnswered(name))
      .flatMap(([title, one]) => operationsOf(title, one)),
    variables: Object.keys(shapeOf(query, 'input').properties ?? {}),
  }));

const typesOf = ({ type = [], anyOf = [] }: Shape): string[] => [type, anyOf.map(typesOf)].flat(2);

/** Shape without null. */
function present(shape: Shape): Shape {
  const [some] = (shape.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (some) return present(some);
  const [type] = [shape.type ?? []].flat().filter((one) => one !== 'null');
  return type === undefined ? shape : { ...shape, type };
}

const plain = new Map([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'decimal'],
  ['boolean', 'boolean'],
  ['array', 'array'],
] as const);

function tableOf(shape: Shape): Property['table'] {
  const { additionalProperties: values } = shape.items ?? shape;
  if (typeof values !== 'object') return null;
  return Object.keys(values).length > 0 && !shape.items ? 'index' : 'json';
}

function rangeOf(kind: string, property: string, shape: Shape): Pick<Property, 'range' | 'isMany' | 'table'> {
  const value = present(shape);
  const isMany = value.type === 'array';
  const one = isMany ? present(value.items ?? {}) : value;
  const isEmbedded = one.properties?.['@id'] !== undefined;
  const type = typeOf(one);
  const table = tableOf(value);
  const referred = isEmbedded && type ? type : kindReferredTo(kind, property);
  if (referred && (isEmbedded || one.type === 'string')) {
    return { range: { kind: referred, isEmbedded }, isMany, table };
  }
  const known = plain.get(String(value.type) as 'string');
  return { range: known ? { type: known } : null, isMany, table };
}

/** All resources in answers, with their declared kind. */
function thingsIn(shape: Shape, named: string | null): { kind: string; shape: Shape }[] {
  const own = typeOf(shape) ?? named;
  const nested = Object.entries(shape.properties ?? {}).flatMap(([property, value]) =>
    thingsIn(value, own === null ? null : innerKind(own, property, value)),
  );
  const others = [...(shape.anyOf ?? []), ...(shape.items ? [shape.items] : [])];
  return [
    ...(shape.properties && own !== null && !own.startsWith('hydra:') ? [{ kind: own, shape }] : []),
    ...nested,
    ...others.flatMap((one) => thingsIn(one, named)),
  ];
}

function innerKind(kind: string, property: string, shape: Shape): string | null {
  const { range } = rangeOf(kind, property, shape);
  return range && 'kind' in range && range.isEmbedded ? range.kind : null;
}

const things = [
  ...endpoints.flatMap(([name]) => {
    const shape = thingOf(answers.get(name) ?? {});
    return (shape.properties?.['@type']?.enum ?? [kindAnswered(name)]).flatMap((kind) => thingsIn(shape, kind));
  }),
  ...['Error', 'ConstraintViolationList'].map((kind) => ({ kind, shape: shapeOf(errorBody, 'output') })),
];

/** Operations on a resource at its own address. */
function endpointsOf(kind: string): [AnyEndpointName, Endpoint][] {
  const read = endpoints.filter(([name, { method, path }]) => {
    return method === 'GET' && isOfOne(path) && kindAnswered(name) === kind;
  });
  const addresses = new Set(read.map(([, { path }]) => path));
  return endpoints.filter(([, { path }]) => addresses.has(path));
}

/** Names of writable properties. */
function writtenOf(kind: string): Set<string> {
  const made = endpoints.filter(([name, { method, path }]) => {
    return method === 'POST' && kindAnswered(name) === kind && !path.includes(':');
  });
  const bodies = [...made, ...endpointsOf(kind)].map(([, { body }]) => shapeOf(body, 'input').properties ?? {});
  return new Set(bodies.flatMap((properties) => Object.keys(properties)));
}

function kindNamed(name: string): Kind {
  const written = writtenOf(name);
  const found = new Map<string, Property>();
  const all = things.filter(({ kind }) => kind === name);
  // Embedded resources have fewer properties.
  const whole = all.filter(({ shape }) => typeOf(shape) === name);
  for (const { shape } of whole.length > 0 ? whole : all) {
    const { properties = {}, required = [] } = shape;
    for (const [property, value] of Object.entries(properties)) {
      if (property.startsWith('@') || property.startsWith('hydra:') || found.has(property)) continue;
      found.set(property, {
        name: property,
        ...rangeOf(name, property, value),
        isRequired: required.includes(property) && !typesOf(value).includes('null'),
        isWritable: written.has(property),
      });
    }
  }
  const operations = endpointsOf(name).flatMap(([title, one]) => operationsOf(title, one));
  return { name, properties: [...found.values()], operations: oneEach(operations) };
}

/** Kinds of the contract, and others that occur in its answers. */
export const kinds: Kind[] = [...new Set(things.map(({ kind }) => kind))].map(kindNamed);

/** Kind of each endpoint's answer or of its members. */
export const kindOfAnswer: ReadonlyMap<string, string> = new Map(
  endpoints.flatMap(([name]) => {
    const kind = kindAnswered(name);
    return kind === null ? [] : [[name, kind] as const];
  }),
);
