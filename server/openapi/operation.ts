// OpenAPI operation of an endpoint: parameters, answers, refusals and access.
import type * as z from 'zod/mini';
import type { AnyEndpointName } from '#contract/all-endpoints.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { leastRoleOf } from '#contract/merchant/call-roles.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import { type AnswerSchemas, type JsonSchema, pascalCase, sentSchema } from './schemas.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  description: string;
  security: Record<string, string[]>[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, object>;
}

const callers: Record<Exclude<Access, 'merchant'>, string> = {
  public: 'Anyone may call it.',
  user: 'Any logged-in user may call it.',
  owner: 'The user it belongs to may call it; to anyone else it answers 404.',
  operator: 'An operator of the market whose role allows it may call it, once the session has given a one-time code.',
};

const rolePhrases: Record<StoreRole, string> = {
  owner: 'An owner of the shop',
  seller: 'An owner or a seller of the shop',
  picker: 'Any person of the shop',
};
const merchantDescription = (name: string) =>
  `${rolePhrases[leastRoleOf(name as AnyEndpointName)]} may call it; people of other shops get 404, other roles and users without a shop 403.`;

/** Descriptions of refusals by status. */
export const refusals: Record<number, string> = {
  400: 'A parameter is unknown, malformed or repeated; `violations` name each.',
  401: 'A token is missing, has expired, or its session has ended.',
  403: 'The token does not give access to this.',
  404: 'It does not exist, or it is somebody else’s.',
  409: 'The state of things forbids it; `code` says why.',
  412: 'It was changed since the version that `If-Match` names.',
  422: 'The body is refused; `violations` name each field.',
  429: 'Too many calls; `Retry-After` says how many seconds to wait.',
};

const header = (name: string, description: string, schema: JsonSchema): Parameter => {
  return { name, in: 'header', required: false, description, schema };
};
/** Headers of several operations. */
export const headers = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'The same key with the same request is carried out once and gets the first answer again.',
    { type: 'string', format: 'uuid' },
  ),
  IfMatch: header('If-Match', 'The version that the change was made from, in quotes.', {
    type: 'string',
    pattern: '^"[0-9]{1,9}"$',
  }),
  Prefer: header('Prefer', '`return=minimal` answers 204 with the version in `X-Version`.', {
    type: 'string',
    enum: ['return=minimal'],
  }),
};

const tagOf = (path: string) => path.split('/')[1] || 'api';

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = sentSchema(schema);
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: asTyped(one as JsonSchema),
  }));
}

/** Query values are text: those parsed as numbers or booleans are declared as such. */
function asTyped(schema: JsonSchema): JsonSchema {
  const type = schema.anyOf?.[0]?.type;
  if (type === 'number') return { type: 'integer' };
  return type === 'boolean' ? { type } : schema;
}

function bodyContent({ body, bodyType = 'json', fileKind }: Endpoint): Record<string, { schema: JsonSchema }> | null {
  if (!body) return null;
  const schema = sentSchema(body);
  if (bodyType === 'form') return { 'application/x-www-form-urlencoded': { schema } };
  if (bodyType === 'json') return { [mediaType]: { schema }, 'application/json': { schema } };
  const [data, file] = fileKind === 'pdf' ? ['data', 'file'] : ['data[0]', 'file[0]'];
  const properties = { [data]: schema, [file]: { type: 'string', format: 'binary' } };
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [file] } as JsonSchema } };
}

const refusalResponse = (status: number) => ({ $ref: `#/components/responses/Refusal${status}` });

function refusalsOf({ access, params, query, body, method, versioned }: Endpoint): number[] {
  return [
    400,
    ...(access === 'public' ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(method === 'GET' ? [] : [409]),
    ...(versioned ? [412] : []),
    ...(body || query ? [422] : []),
    429,
  ];
}

export function operationOf(name: string, endpoint: Endpoint, answers: AnswerSchemas): Operation {
  const { method, path, access, params, query, answer, versioned, minimal } = endpoint;
  const isWrite = method !== 'GET';
  const content = bodyContent(endpoint);
  const status = endpoint.status ?? (answer ? 200 : 204);
  const answered = answer && answers.reference(answer, `${pascalCase(name)}Answer`);
  const refused = refusalsOf(endpoint).map((one) => [one, refusalResponse(one)] as const);
  return {
    operationId: name,
    tags: [tagOf(path)],
    description: access === 'merchant' ? merchantDescription(name) : callers[access],
    security: access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(isWrite ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(versioned ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      ...(minimal ? [{ $ref: '#/components/parameters/Prefer' }] : []),
    ],
    ...(content && { requestBody: { required: endpoint.bodyType === 'multipart', content } }),
    responses: {
      [status]: { description: 'Done.', ...(answered && { content: { [mediaType]: { schema: answered } } }) },
      ...(minimal && { 204: { description: 'Done; the version stands in `X-Version`.' } }),
      ...Object.fromEntries(refused),
    },
  };
}
