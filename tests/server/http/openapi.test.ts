// The OpenAPI document is what the server does: valid, whole, and each operation as the contract has it.
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { OpenApiDocument } from '#server/openapi/document.ts';
import type { Operation } from '#server/openapi/operation.ts';
import { apiRoutes } from '../../support/routes.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let document: OpenApiDocument;
beforeAll(async () => {
  market = await startTestMarket();
  document = (await market.inject<OpenApiDocument>('GET', '/api/docs.json')).body;
});
afterAll(() => market.close());

test('is valid by the schema of OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect((await validator.validate(JSON.parse(JSON.stringify(document)))).errors).toBeUndefined();
  expect(validator.version).toBe('3.1');
});

test('has every route of the server, and nothing else', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${document.servers[0]?.url}${path}`),
  );
  const isViewer = (route: string) => route.startsWith('GET /api/docs/');
  const routes = apiRoutes(market.app)
    .filter((route) => route !== 'GET /api' && !isViewer(route))
    .map((route) => route.replace(/:(\w+)/g, '{$1}').replace(/(\/contexts)\/\w+$/, '$1/{kind}'));
  expect(operations.sort()).toEqual([...new Set(routes)].sort());
});

const endpoints = Object.entries(allEndpoints) as [string, Endpoint][];
const operationOf = ({ method, path }: Endpoint): Operation => {
  const found = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not in the document.`);
  return found;
};

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
  anyOf?: Schema[];
}
const resolved = (schema: Schema | undefined): Schema[] => {
  const name = schema?.$ref?.split('/').at(-1);
  const found = name === undefined ? schema : (document.components.schemas?.[name] as Schema | undefined);
  if (!found) throw new Error(`There is no ${schema?.$ref}.`);
  return found.anyOf ? found.anyOf.flatMap(resolved) : [found];
};
const fieldsOf = (schema: z.ZodMiniType | undefined): string[] =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema._zod.def.shape).sort() : [];
const propertiesOf = (schema: Schema) => Object.keys(schema.properties ?? {}).sort();

test('has no two operations of one name', () => {
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(ids).toEqual([...new Set(ids)]);
});

test.each(endpoints)('%s takes and answers what its contract says', (name, endpoint) => {
  const operation = operationOf(endpoint);
  expect(operation.operationId.split('_')).toContain(name);

  const parameters = operation.parameters.flatMap((one) => ('name' in one ? [`${one.in} ${one.name}`] : []));
  const named = [
    ...fieldsOf(endpoint.params).map((field) => `path ${field}`),
    ...fieldsOf(endpoint.query).map((field) => `query ${field}`),
  ];
  expect(parameters).toEqual(expect.arrayContaining(named));

  const sent = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => {
    const data = (schema.properties as Record<string, Schema> | undefined)?.['data[0]'];
    return resolved((endpoint.bodyType === 'multipart' ? (data ?? schema) : schema) as Schema);
  });
  if (endpoint.body && endpoint.fileKind !== 'pdf')
    expect(sent.map(propertiesOf)).toContainEqual(fieldsOf(endpoint.body));

  const status = endpoint.status ?? (endpoint.answer ? 200 : 204);
  const response = operation.responses[status] as { content?: Record<string, { schema: Schema }> } | undefined;
  expect(response).toBeDefined();
  const answered = response?.content?.['application/ld+json']?.schema;
  expect(answered ? resolved(answered).map(propertiesOf) : []).toEqual(
    endpoint.answer ? expect.arrayContaining([fieldsOf(endpoint.answer)]) : [],
  );
  expect(operation.security).toContainEqual(endpoint.access === 'public' ? {} : { bearer: [] });
});

test('is shown by a page that loads nothing from elsewhere', async () => {
  const page = await market.inject('GET', '/api/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
  expect(loaded).toHaveLength(2);
  for (const url of loaded) expect((await market.inject('GET', url)).status, url).toBe(200);
});
