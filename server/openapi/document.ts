// OpenAPI 3.1 document of the contract: one operation per endpoint. Guarantee: complete, and nothing else except
// documentation and health.

import { allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { EVENT_STREAM, orderNewsEndpoint } from '#contract/orders/order-news.ts';
import { errorBody, mediaType } from '#contract/wire/hydra.ts';
import { isPatched } from '../hydra/vocabulary.ts';
import { headers, type Operation, operationOf, refusals } from './operation.ts';
import { AnswerSchemas, type JsonSchema, pascalCase } from './schemas.ts';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

function componentsOf(paths: OpenApiDocument['paths'], answers: AnswerSchemas): OpenApiDocument['components'] {
  const schema = answers.reference(errorBody, 'Refusal');
  return {
    schemas: answers.components([paths, schema]),
    parameters: headers,
    responses: Object.fromEntries(
      Object.entries(refusals).map(([status, description]) => [
        `Refusal${status}`,
        { description, content: { [mediaType]: { schema } } },
      ]),
    ),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The `token` of /login_check.' },
    },
  };
}

/** Two endpoints at one address that differ by caller are one operation. */
function merged(one: Operation, other: Operation): Operation {
  const contents = (status: string) =>
    [one, other].map(({ responses }) => (responses[status] as { content?: object } | undefined)?.content);
  const status = Object.keys(one.responses).find((each) => Number(each) < 300) ?? '200';
  const schemas = contents(status).flatMap((content) => {
    const schema = (content as Record<string, { schema: JsonSchema }> | undefined)?.[mediaType]?.schema;
    return schema ? [schema] : [];
  });
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const schema = distinct.length > 1 ? { anyOf: distinct } : distinct[0];
  return {
    ...one,
    operationId: `${one.operationId}_${other.operationId}`,
    description: `${one.description} ${other.description}`,
    security: [...one.security, ...other.security],
    parameters: [
      ...one.parameters,
      ...other.parameters.filter((each) => !one.parameters.some((had) => JSON.stringify(had) === JSON.stringify(each))),
    ],
    responses: {
      ...other.responses,
      ...one.responses,
      [status]: { description: 'Done.', ...(schema && { content: { [mediaType]: { schema } } }) },
    },
  };
}

/** PUT bodies contain changes only, so they are also JSON Merge Patches. */
function asPatch({ requestBody, operationId, ...rest }: Operation): Operation {
  const { [mediaType]: sent } = requestBody?.content ?? {};
  return {
    ...rest,
    operationId: `${operationId}_patch`,
    ...(sent && { requestBody: { required: false, content: { 'application/merge-patch+json': sent } } }),
  };
}

const described = (path: string, description: string, type: string): [string, Record<string, Operation>] => [
  path,
  {
    get: {
      operationId: `describe${pascalCase(path.replace(/[{}]/g, '').replaceAll(/[/.]+/g, '.')).replaceAll('.', '')}`,
      tags: ['api'],
      description,
      security: [{}],
      parameters: path.includes('{')
        ? [{ name: 'kind', in: 'path', required: true, schema: { type: 'string' } as JsonSchema }]
        : [],
      responses: { 200: { description, content: { [type]: {} } } },
    },
  },
];

/** Endpoints outside the contract: documentation and health. */
const describing = [
  described('/', 'The entry point of Hydra clients: the lists there are.', mediaType),
  described('/docs.json', 'This document.', 'application/json'),
  described('/docs.jsonld', 'The documentation of Hydra clients.', mediaType),
  described('/docs', 'This document as a page.', 'text/html'),
  described('/contexts/{kind}', 'The JSON-LD context of a kind of thing.', mediaType),
  described('/health', '200 while the process lives, 503 while it stops.', mediaType),
  described('/ready', '200 once calls are answered; 503 without the database, and while the server stops.', mediaType),
];

/** @param prefix API path of the site */
export function openApiDocument(prefix: string, version: string): OpenApiDocument {
  const answers = new AnswerSchemas();
  const paths: OpenApiDocument['paths'] = Object.fromEntries(describing);
  const add = (name: string, endpoint: Endpoint): Operation => {
    const method = endpoint.method.toLowerCase();
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operations = paths[path] ?? {};
    paths[path] = operations;
    const before = operations[method];
    const operation = operationOf(name, endpoint, answers);
    const whole = before ? merged(before, operation) : operation;
    operations[method] = whole;
    if (isPatched(endpoint)) operations.patch = asPatch(whole);
    return operation;
  };
  for (const [name, endpoint] of Object.entries(allEndpoints)) add(name, endpoint);
  const events = add('orderNews', orderNewsEndpoint);
  delete events.responses[204];
  events.responses[200] = { description: 'Goes on for as long as the token lasts.', content: { [EVENT_STREAM]: {} } };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Étal',
      version,
      description:
        'The API of the market. Answers are JSON-LD; lists are pages of `hydra:Collection`; refusals say why in French.',
    },
    servers: [{ url: prefix }],
    paths,
    components: componentsOf(paths, answers),
  };
}
