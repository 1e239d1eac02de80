// Demo requests to stores, from requests.yaml: messages, appointments, estimates.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';

/** `customer`: index in content/people.ts. `age`: days. */
const requestFields = { store: z.string(), customer: z.int(), message: z.string(), age: z.number() };
const slotShape = z.strictObject({
  inDays: z.int(),
  begin: z.string(),
  end: z.string(),
  accepted: z._default(z.boolean(), false),
});
/** A product by slug, or free text. */
const itemShape = z.strictObject({
  product: z.optional(z.string()),
  label: z.optional(z.string()),
  quantity: z.int(),
  comment: z.optional(z.string()),
});

const requestsShape = z.strictObject({
  messages: z.array(z.strictObject({ ...requestFields, subject: z.string() })),
  appointments: z.array(
    z.strictObject({
      ...requestFields,
      state: z.enum(['pending', 'confirmed', 'canceled']),
      response: z.optional(z.string()),
      slots: z.array(slotShape),
    }),
  ),
  estimates: z.array(z.strictObject({ ...requestFields, items: z.array(itemShape) })),
});

export const { messages, appointments, estimates } = requestsShape.parse(
  parse(readFileSync(new URL('../requests.yaml', import.meta.url), 'utf8')),
);
