// Hydra JSON-LD, as written by API Platform: collections, paged views, errors.
// Source: https://www.hydra-cg.com/spec/latest/core/ ; `hydra:view` is absent on an unpaged list, `hydra:previous` and
// `hydra:next` at the ends.
import * as z from 'zod/mini';
import { recordOf } from '../fields/values.ts';

export const mediaType = 'application/ld+json';

export const hydraView = z.object({
  '@id': z.string(),
  '@type': z.literal('hydra:PartialCollectionView'),
  'hydra:first': z.optional(z.string()),
  'hydra:last': z.optional(z.string()),
  'hydra:previous': z.optional(z.string()),
  'hydra:next': z.optional(z.string()),
});
export type HydraView = z.output<typeof hydraView>;

export const collection = <T extends z.ZodMiniType>(member: T) =>
  z.object({
    '@id': z.string(),
    '@type': z.literal('hydra:Collection'),
    'hydra:member': z.array(member),
    'hydra:totalItems': z.int(),
    'hydra:view': z.optional(hydraView),
  });
export interface Collection<T> {
  '@id': string;
  '@type': 'hydra:Collection';
  'hydra:member': T[];
  'hydra:totalItems': number;
  'hydra:view'?: HydraView | undefined;
}

export const violation = z.object({ propertyPath: z.string(), message: z.string() });
export type Violation = z.output<typeof violation>;

/**
 * Body of every refusal. `code` names domain errors ('stock', 'cart-ordered', 'line-gone' …); `violations` come with
 * 422 and 400.
 */
export const errorBody = z.object({
  '@type': z.enum(['hydra:Error', 'ConstraintViolationList']),
  'hydra:title': z.string(),
  'hydra:description': z.string(),
  code: z.optional(z.string()),
  violations: z.optional(z.array(violation)),
  /** Data of the code, such as the available quantity. */
  detail: z.optional(recordOf(z.unknown())),
});
export type ErrorBody = z.output<typeof errorBody>;
