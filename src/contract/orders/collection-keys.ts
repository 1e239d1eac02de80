// Collection key endpoint: public keys with which a merchant's device verifies collection codes offline.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { collection } from '../wire/hydra.ts';

/** Public key of collection codes, a point of P-256. */
const collectionKey = z.object({
  '@id': z.string(),
  '@type': z.literal('CollectionKey'),
  id: z.string(),
  x: z.string(),
  y: z.string(),
});
export type CollectionKey = z.output<typeof collectionKey>;

export const collectionKeyEndpoints = {
  /** Newest first; older keys stay valid for the codes that they signed. */
  'collectionKeys.list': {
    method: 'GET',
    path: '/collection_keys',
    access: 'merchant',
    offline: 'snapshot',
    answer: collection(collectionKey),
  },
} as const satisfies Record<string, Endpoint>;
