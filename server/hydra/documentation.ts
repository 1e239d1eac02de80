// Hydra documents: the entry point with its lists, the documentation of every kind, contexts, and search templates of
// lists.
import { documentationUrl } from '../plugins/api-headers.ts';
import { kinds, type Operation, type Property, type Resource, resources } from './vocabulary.ts';

const XML_SCHEMA = 'http://www.w3.org/2001/XMLSchema#';
const HYDRA = 'http://www.w3.org/ns/hydra/core#';

const prefixes = {
  hydra: HYDRA,
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xmls: XML_SCHEMA,
};

/** Property of the entry point: 'featuredProducts' for '/featured_products'. */
const propertyOf = ({ path }: Resource) =>
  path.slice(1).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const ENTRY = 'Entrypoint';

export const entryPoint = (prefix: string): object => ({
  '@context': `${prefix}/contexts/${ENTRY}`,
  '@id': prefix,
  '@type': ENTRY,
  ...Object.fromEntries(resources.map((resource) => [propertyOf(resource), prefix + resource.path])),
});

const isReference = ({ range }: Property) => range !== null && 'kind' in range;

const kindId = (kind: string) => (kind.startsWith('hydra:') ? kind : `#${kind}`);

/** Embedded resources are parts, others are links. */
function propertyNode(kind: string, { name, range, isMany }: Property): object {
  const isLink = range !== null && 'kind' in range && !range.isEmbedded;
  const rangeId = range && ('kind' in range ? kindId(range.kind) : `xmls:${range.type}`);
  return {
    '@id': `#${kind}/${name}`,
    '@type': isLink ? 'hydra:Link' : 'rdf:Property',
    'rdfs:label': name,
    'rdfs:domain': { '@id': `#${kind}` },
    ...(rangeId && { 'rdfs:range': { '@id': rangeId } }),
    ...(range && 'kind' in range && !isMany && { 'owl:maxCardinality': 1 }),
  };
}

function termOf(term: string, property: Property): string | object {
  if (property.table === 'index') return { '@id': term, '@container': '@index' };
  if (property.table === 'json') return { '@id': term, '@type': '@json' };
  return isReference(property) ? { '@id': term, '@type': '@id' } : term;
}

/** JSON-LD contexts by kind. */
export function contexts(origin: string): Map<string, object> {
  const own = { '@vocab': `${documentationUrl(origin)}#`, hydra: HYDRA };
  const links = resources.map(
    (resource) => [propertyOf(resource), { '@id': `${ENTRY}/${propertyOf(resource)}`, '@type': '@id' }] as const,
  );
  const ofKinds = kinds.map(({ name, properties }) => {
    const terms = properties.map((property) => {
      const term = `${name}/${property.name}`;
      return [property.name, termOf(term, property)] as const;
    });
    return [name, { '@context': { ...own, ...Object.fromEntries(terms) } }] as const;
  });
  return new Map<string, object>([[ENTRY, { '@context': { ...own, ...Object.fromEntries(links) } }], ...ofKinds]);
}

/** @param kind of the operation's resource */
const operation = ({ title, method, returns }: Operation, kind: string, isOfList = false) => ({
  '@type': 'hydra:Operation',
  'hydra:title': title,
  'hydra:method': method,
  ...(/^P/.test(method) && { 'hydra:expects': { '@id': `#${kind}` } }),
  'hydra:returns': {
    '@id': isOfList && method === 'GET' ? 'hydra:Collection' : returns === null ? 'owl:Nothing' : `#${returns}`,
  },
});

const listed = (resource: Resource) => ({
  '@type': 'hydra:SupportedProperty',
  'hydra:title': propertyOf(resource),
  'hydra:readable': true,
  'hydra:writeable': false,
  'hydra:property': {
    '@id': `#${ENTRY}/${propertyOf(resource)}`,
    '@type': 'hydra:Link',
    'rdfs:label': propertyOf(resource),
    'rdfs:domain': { '@id': `#${ENTRY}` },
    'rdfs:range': [
      { '@id': 'hydra:Collection' },
      {
        'owl:equivalentClass': {
          'owl:onProperty': { '@id': 'hydra:member' },
          'owl:allValuesFrom': { '@id': `#${resource.kind}` },
        },
      },
    ],
    'hydra:supportedOperation': resource.operations.map((one) => operation(one, resource.kind, true)),
  },
});

export const documentation = (prefix: string, origin: string, name: string): object => ({
  '@context': { '@vocab': `${documentationUrl(origin)}#`, ...prefixes },
  '@id': `${prefix}/docs.jsonld`,
  '@type': 'hydra:ApiDocumentation',
  'hydra:title': name,
  'hydra:entrypoint': { '@id': prefix },
  'hydra:supportedClass': [
    {
      '@id': `#${ENTRY}`,
      '@type': 'hydra:Class',
      'hydra:title': ENTRY,
      'hydra:supportedProperty': resources.map(listed),
      'hydra:supportedOperation': operation({ title: 'index', method: 'GET', returns: ENTRY }, ENTRY),
    },
    ...kinds.map(({ name: kind, properties, operations }) => ({
      '@id': `#${kind}`,
      '@type': 'hydra:Class',
      'hydra:title': kind,
      'hydra:supportedProperty': properties.map((property) => ({
        '@type': 'hydra:SupportedProperty',
        'hydra:title': property.name,
        'hydra:required': property.isRequired,
        'hydra:readable': true,
        'hydra:writeable': property.isWritable,
        'hydra:property': propertyNode(kind, property),
      })),
      'hydra:supportedOperation': operations.map((one) => operation(one, kind)),
    })),
  ],
});

/** 'order[createdAt]' maps to createdAt, 'category[]' to category; paging maps to nothing. */
function aboutOf(variable: string): string | null {
  if (/^(page|itemsPerPage)$/.test(variable)) return null;
  return /^(?:order|sort|exists)\[(\w+)/.exec(variable)?.[1] ?? variable.replace(/\[.*$/, '');
}

/** Sent with complete lists only, since the client of a part already knows it. */
export const searchOf = (prefix: string, { path, variables }: Resource): object => ({
  '@type': 'hydra:IriTemplate',
  'hydra:template': `${prefix}${path}{?${variables.join(',')}}`,
  'hydra:variableRepresentation': 'BasicRepresentation',
  'hydra:mapping': variables.map((variable) => ({
    '@type': 'IriTemplateMapping',
    variable,
    property: aboutOf(variable),
    required: false,
  })),
});
