// The keys that a merchant's device checks collection codes with, without a network.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { collection } from '../wire/hydra.ts';

/** What the signature of a collection's code is checked with, a point of P-256. */
const collectionKey = z.object({
  '@id': z.string(),
  '@type': z.literal('CollectionKey'),
  id: z.string(),
  x: z.string(),
  y: z.string(),
});
export type CollectionKey = z.output<typeof collectionKey>;

export const collectionKeys = {
  /** The newest first; an older one stays good for what it has signed. */
  'collectionKeys.list': {
    method: 'GET',
    path: '/collection_keys',
    access: 'merchant',
    offline: 'snapshot',
    answer: collection(collectionKey),
  },
} as const satisfies Record<string, Endpoint>;
