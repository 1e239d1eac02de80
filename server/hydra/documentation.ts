// Writes the documents by which a JSON-LD client finds its way without knowing the market: the entry point with its lists,
// the documentation of every kind of thing, the context of each, and what a list may be asked for.
import { documentationUrl } from '../plugins/api-headers.ts';
import { kinds, type Operation, type Resource, resources } from './vocabulary.ts';

const XML_SCHEMA = 'http://www.w3.org/2001/XMLSchema#';
const HYDRA = 'http://www.w3.org/ns/hydra/core#';

const prefixes = {
  hydra: HYDRA,
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xmls: XML_SCHEMA,
};

/** As a property of the entry point: 'featuredProducts' for '/featured_products'. */
const propertyOf = ({ path }: Resource) =>
  path.slice(1).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const ENTRY = 'Entrypoint';

export const entryPoint = (prefix: string): object => ({
  '@context': `${prefix}/contexts/${ENTRY}`,
  '@id': prefix,
  '@type': ENTRY,
  ...Object.fromEntries(resources.map((resource) => [propertyOf(resource), prefix + resource.path])),
});

/** What the keys of a thing mean, by its kind. */
export function contexts(origin: string): Map<string, object> {
  const own = { '@vocab': `${documentationUrl(origin)}#`, hydra: HYDRA };
  const links = resources.map(
    (resource) => [propertyOf(resource), { '@id': `${ENTRY}/${propertyOf(resource)}`, '@type': '@id' }] as const,
  );
  const ofKinds = kinds.map(({ name, properties }) => {
    const terms = properties.map((property) => [property.name, `${name}/${property.name}`] as const);
    return [name, { '@context': { ...own, ...Object.fromEntries(terms) } }] as const;
  });
  return new Map<string, object>([[ENTRY, { '@context': { ...own, ...Object.fromEntries(links) } }], ...ofKinds]);
}

const operation = ({ title, method }: Operation, kind: string, returns: object) => ({
  '@type': 'hydra:Operation',
  'hydra:title': title,
  'hydra:method': method,
  ...((method === 'POST' || method === 'PUT') && { 'hydra:expects': { '@id': `#${kind}` } }),
  'hydra:returns': method === 'DELETE' ? { '@id': 'owl:Nothing' } : returns,
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
    'hydra:supportedOperation': resource.operations.map((one) =>
      operation(one, resource.kind, { '@id': one.method === 'GET' ? 'hydra:Collection' : `#${resource.kind}` }),
    ),
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
      'hydra:supportedOperation': operation({ title: 'index', method: 'GET' }, ENTRY, { '@id': `#${ENTRY}` }),
    },
    ...kinds.map(({ name: kind, properties, operations }) => ({
      '@id': `#${kind}`,
      '@type': 'hydra:Class',
      'hydra:title': kind,
      'hydra:supportedProperty': properties.map(({ name: property, range, isRequired, isWritable }) => ({
        '@type': 'hydra:SupportedProperty',
        'hydra:title': property,
        'hydra:required': isRequired,
        'hydra:readable': true,
        'hydra:writeable': isWritable,
        'hydra:property': {
          '@id': `#${kind}/${property}`,
          '@type': 'rdf:Property',
          'rdfs:label': property,
          'rdfs:domain': { '@id': `#${kind}` },
          ...(range !== null && { 'rdfs:range': { '@id': `xmls:${range}` } }),
        },
      })),
      'hydra:supportedOperation': operations.map((one) => operation(one, kind, { '@id': `#${kind}` })),
    })),
  ],
});

/** 'order[createdAt]' is about createdAt, 'category[]' about category; a page is about nothing. */
function aboutOf(variable: string): string | null {
  if (/^(page|itemsPerPage)$/.test(variable)) return null;
  return /^(?:order|sort|exists)\[(\w+)/.exec(variable)?.[1] ?? variable.replace(/\[.*$/, '');
}

/** Told with the whole list only: whoever asks for a part of it knows how. */
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
