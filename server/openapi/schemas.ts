// JSON Schemas of the contract for OpenAPI 3.1: answers as named components, inputs inline.
import * as z from 'zod/mini';
import * as users from '#contract/account/users.ts';
import * as categories from '#contract/catalogue/categories.ts';
import * as content from '#contract/catalogue/content.ts';
import * as products from '#contract/catalogue/products.ts';
import * as reviews from '#contract/catalogue/reviews.ts';
import * as search from '#contract/catalogue/search.ts';
import * as stores from '#contract/catalogue/stores.ts';
import * as values from '#contract/fields/values.ts';
import * as coupons from '#contract/merchant/coupons.ts';
import * as metrics from '#contract/merchant/metrics.ts';
import * as ownProducts from '#contract/merchant/own-products.ts';
import * as receivedRequests from '#contract/merchant/received-requests.ts';
import * as carts from '#contract/orders/carts.ts';
import * as orders from '#contract/orders/orders.ts';
import * as storeOrders from '#contract/orders/store-orders.ts';
import * as hydra from '#contract/wire/hydra.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** Exported schemas of these modules are named; others are inlined. */
const modules = [
  ...[carts, categories, content, coupons, hydra, metrics, orders, ownProducts, products, receivedRequests],
  ...[reviews, search, storeOrders, stores, users, values],
];

const isObjectSchema = (value: unknown): value is z.ZodMiniObject => value instanceof z.ZodMiniObject;

/** 'products.list' → 'ProductsList', 'storeOrder' → 'StoreOrder' */
export const pascalCase = (name: string) =>
  name.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const reference = (id: string) => `#/components/schemas/${id}`;

/** Safe integer bounds are omitted; answers may get additional keys. */
function simplify(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** A bounded list is a pipe: the first half has the length, the second the members. */
const overrideSent: Override = ({ zodSchema, jsonSchema }) => {
  const definition = zodSchema._zod.def as { type: string; out?: z.ZodMiniType };
  const out = definition.type === 'pipe' ? definition.out : undefined;
  if (out instanceof z.ZodMiniArray) jsonSchema.items = sentSchema(out._zod.def.element as z.ZodMiniType);
  simplify(jsonSchema);
};

/** Input: a body, the query, path parameters. */
export function sentSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: overrideSent,
  });
  return rest;
}

/** Collects named answer schemas. */
export class AnswerSchemas {
  readonly #registry = z.registry<{ id: string }>();

  constructor() {
    for (const [name, schema] of modules.flatMap((module) => Object.entries(module))) {
      if (isObjectSchema(schema) && !this.#registry.has(schema)) this.#registry.add(schema, { id: pascalCase(name) });
    }
  }

  /** @param name for a schema without one */
  reference(schema: z.ZodMiniType, name: string): { $ref: string } {
    if (!this.#registry.has(schema)) this.#registry.add(schema, { id: name });
    return { $ref: reference(this.#registry.get(schema)?.id ?? name) };
  }

  /** @param used referring schemas: unreferenced ones are omitted */
  components(used: unknown): Record<string, JsonSchema> {
    const { schemas } = z.toJSONSchema(this.#registry, {
      io: 'output',
      unrepresentable: 'any',
      uri: reference,
      override: ({ jsonSchema }) => simplify(jsonSchema),
    });
    const found: Record<string, JsonSchema> = {};
    const collect = (value: unknown) => {
      for (const [, id = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        const schema = schemas[id];
        if (!schema || found[id]) continue;
        const { $schema: _dialect, $id: _id, ...rest } = schema;
        found[id] = rest;
        collect(rest);
      }
    };
    collect(used);
    return found;
  }
}
