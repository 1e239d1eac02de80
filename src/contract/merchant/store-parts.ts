// Parts of a shop written alone, for clients other than the app, which sends them with `stores.save`, since that may wait.
import * as z from 'zod/mini';
import { line } from '../bounds.ts';
import { merchantStore } from '../catalogue/stores.ts';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { MAX_VIDEO_ADDRESS } from '../limits.ts';
import { distancePriceLevels } from './store-changes.ts';

const ofOwnStore = {
  method: 'PUT',
  access: 'merchant',
  offline: 'online',
  params: z.object({ id: uuid }),
  answer: merchantStore,
  versioned: true,
} as const;

export const storeParts = {
  'stores.saveTiers': {
    ...ofOwnStore,
    path: '/stores/:id/distance_price_levels',
    body: z.object({ distancePriceLevels }),
  },
  /** `url`: an address of YouTube in any of its forms, or the bare name of a video; null, or no body, removes it. */
  'stores.saveVideo': {
    ...ofOwnStore,
    path: '/stores/:id/youtube_video',
    body: z.object({ url: z.nullish(line(MAX_VIDEO_ADDRESS)) }),
  },
} as const satisfies Record<string, Endpoint>;
