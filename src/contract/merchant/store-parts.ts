// Store part endpoints, for clients other than the app; the app uses `stores.save`, which can be queued.
import * as z from 'zod/mini';
import { textLine } from '../bounds.ts';
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

export const storePartEndpoints = {
  'stores.saveTiers': {
    ...ofOwnStore,
    path: '/stores/:id/distance_price_levels',
    body: z.object({ distancePriceLevels }),
  },
  /** `url`: any YouTube address of a video, or its bare id; null or no body removes the video. */
  'stores.saveVideo': {
    ...ofOwnStore,
    path: '/stores/:id/youtube_video',
    body: z.object({ url: z.nullish(textLine(MAX_VIDEO_ADDRESS)) }),
  },
} as const satisfies Record<string, Endpoint>;
