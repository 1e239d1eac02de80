// Hydra JSON-LD as API Platform writes it: collections, paged views, errors.
// Source: https://www.hydra-cg.com/spec/latest/core/ ; `hydra:view` is absent on an unpaged list, `hydra:previous` and
// `hydra:next` are absent at the ends.
import * as z from 'zod/mini';
import { table } from '../fields/values.ts';

export const mediaType = 'application/ld+json';

export const view = z.object({
  '@id': z.string(),
  '@type': z.literal('hydra:PartialCollectionView'),
  'hydra:first': z.optional(z.string()),
  'hydra:last': z.optional(z.string()),
  'hydra:previous': z.optional(z.string()),
  'hydra:next': z.optional(z.string()),
});
export type View = z.output<typeof view>;

export const collection = <T extends z.ZodMiniType>(member: T) =>
  z.object({
    '@id': z.string(),
    '@type': z.literal('hydra:Collection'),
    'hydra:member': z.array(member),
    'hydra:totalItems': z.int(),
    'hydra:view': z.optional(view),
  });
export interface Collection<T> {
  '@id': string;
  '@type': 'hydra:Collection';
  'hydra:member': T[];
  'hydra:totalItems': number;
  'hydra:view'?: View | undefined;
}

export const violation = z.object({ propertyPath: z.string(), message: z.string() });
export type Violation = z.output<typeof violation>;

/** Any refusal. `code` names domain refusals ('stock', 'cart-ordered', 'line-gone' …); `violations` come with 422 and 400. */
export const refusal = z.object({
  '@type': z.enum(['hydra:Error', 'ConstraintViolationList']),
  'hydra:title': z.string(),
  'hydra:description': z.string(),
  code: z.optional(z.string()),
  violations: z.optional(z.array(violation)),
  /** What the code needs to be acted upon, such as the quantity still available. */
  detail: z.optional(table(z.unknown())),
});
export type Refusal = z.output<typeof refusal>;
