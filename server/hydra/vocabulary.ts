// Translates the contract into the words of Hydra: which lists there are, what each kind of thing is made of, what may be
// done with it. Guarantee: read from the contract alone, once; nothing is named here that is not there.
import * as z from 'zod/mini';
import { served } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';

interface Shape {
  type?: string | string[];
  const?: string;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
}

export interface Property {
  name: string;
  /** XML Schema's name of it; null for what is made of parts. */
  range: string | null;
  isRequired: boolean;
  isWritable: boolean;
}

export interface Operation {
  /** The endpoint's own name. */
  title: string;
  method: Endpoint['method'];
}

export interface Kind {
  name: string;
  properties: Property[];
  operations: Operation[];
}

export interface Resource {
  /** Path of its list under the API. */
  path: string;
  /** What the list is a list of. */
  kind: string;
  operations: Operation[];
  /** What the list may be asked for, as it stands in the address. */
  variables: string[];
}

const endpoints = Object.entries(served) as [string, Endpoint][];

const shapeOf = (schema: z.ZodMiniType | undefined, io: 'input' | 'output'): Shape =>
  schema ? (z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape) : {};

const isCollection = ({ properties }: Shape) => properties?.['@type']?.const === 'hydra:Collection';
const memberOf = (shape: Shape) => shape.properties?.['hydra:member']?.items ?? {};
const thingOf = (shape: Shape) => (isCollection(shape) ? memberOf(shape) : shape);
const kindOf = (shape: Shape) => thingOf(shape).properties?.['@type']?.const ?? null;

/** What a search finds is of many kinds. */
const isListOfOneKind = (shape: Shape) => isCollection(shape) && kindOf(shape) !== null;

const answers = new Map(endpoints.map(([name, { answer }]) => [name, shapeOf(answer, 'output')]));
const kindAnswered = (name: string) => kindOf(answers.get(name) ?? {});

const simple = new Map([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'decimal'],
  ['boolean', 'boolean'],
  ['array', 'array'],
]);

/** Types that it may have; 'null': it may be absent. */
const typesOf = ({ type = [], anyOf = [] }: Shape): string[] => [type, anyOf.map(typesOf)].flat(2);
const rangeOf = (shape: Shape) => simple.get(typesOf(shape).find((type) => type !== 'null') ?? '') ?? null;

/** `/things` of `/things`, `/things/:id` and `/things/:id/publish`. */
const listOf = (path: string) => /^\/[a-z_]+/.exec(path)?.[0] ?? path;
/** One thing by its name, and nothing more. */
const isOfOne = (path: string) => /^\/[a-z_]+(\/by_slug)?\/:\w+$/.test(path);

export const resources: Resource[] = endpoints
  .filter(
    ([name, { method, path }]) => method === 'GET' && path === listOf(path) && isListOfOneKind(answers.get(name) ?? {}),
  )
  .map(([name, { path, query }]) => ({
    path,
    kind: String(kindAnswered(name)),
    operations: endpoints
      .filter(([each, one]) => one.path === path && kindAnswered(each) === kindAnswered(name))
      .map(([title, { method }]) => ({ title, method })),
    variables: Object.keys(shapeOf(query, 'input').properties ?? {}),
  }));

/** Names of what may be written of a kind of thing. */
function writtenOf(kind: string): Set<string> {
  const bodies = endpoints
    .filter(([name, { method, path }]) => method !== 'GET' && kindAnswered(name) === kind && !/\/:\w+\/./.test(path))
    .map(([, { body }]) => Object.keys(shapeOf(body, 'input').properties ?? {}));
  return new Set(bodies.flat());
}

function kindNamed(name: string): Kind {
  const things = [...answers.values()].filter((shape) => kindOf(shape) === name).map(thingOf);
  const written = writtenOf(name);
  const found = new Map<string, Property>();
  for (const { properties = {}, required = [] } of things) {
    for (const [property, shape] of Object.entries(properties)) {
      if (property.startsWith('@') || found.has(property)) continue;
      found.set(property, {
        name: property,
        range: rangeOf(shape),
        isRequired: required.includes(property) && !typesOf(shape).includes('null'),
        isWritable: written.has(property),
      });
    }
  }
  const lists = resources.filter(({ kind }) => kind === name).map(({ path }) => path);
  const operations = endpoints
    .filter(([, { path }]) => lists.includes(listOf(path)) && isOfOne(path))
    .filter(([each, { method }]) => method === 'DELETE' || kindAnswered(each) === name)
    .map(([title, { method }]) => ({ title, method }));
  return { name, properties: [...found.values()], operations };
}

export const kinds: Kind[] = [...new Set([...answers.values()].map(kindOf).filter((name) => name !== null))]
  .filter((name) => !name.startsWith('hydra:'))
  .map(kindNamed);

/** Of the answers of each endpoint: the kind of thing they are or list. */
export const kindOfAnswer: ReadonlyMap<string, string> = new Map(
  endpoints.flatMap(([name]) => {
    const kind = kindAnswered(name);
    return kind !== null && kinds.some((one) => one.name === kind) ? [[name, kind] as const] : [];
  }),
);
