// What people write to the shops, as requests.yaml tells it: messages, appointments, estimates.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';

/** `customer`: place in content/people.ts. `age`: days. */
const written = { store: z.string(), customer: z.int(), message: z.string(), age: z.number() };
const slot = z.strictObject({
  inDays: z.int(),
  begin: z.string(),
  end: z.string(),
  accepted: z._default(z.boolean(), false),
});
/** A product by its slug, or words of their own. */
const item = z.strictObject({
  product: z.optional(z.string()),
  label: z.optional(z.string()),
  quantity: z.int(),
  comment: z.optional(z.string()),
});

const shape = z.strictObject({
  messages: z.array(z.strictObject({ ...written, subject: z.string() })),
  appointments: z.array(
    z.strictObject({
      ...written,
      state: z.enum(['pending', 'confirmed', 'canceled']),
      response: z.optional(z.string()),
      slots: z.array(slot),
    }),
  ),
  estimates: z.array(z.strictObject({ ...written, items: z.array(item) })),
});

export const { messages, appointments, estimates } = shape.parse(
  parse(readFileSync(new URL('../requests.yaml', import.meta.url), 'utf8')),
);
