// Pictures: a merchant sends them one at a time to the media library of the shop, names and removes them.
// Guarantee: a product or shop refers to a picture by the IRI that its upload answered.
import * as z from 'zod/mini';
import { direction, itemsPerPage, line, pageNumber } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { image, shaped, uuid } from '../fields/values.ts';
import { MAX_CAPTION } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

/** Bytes of one picture at most. */
export const PICTURE_LIMIT = 5 * 1024 * 1024;
/** What the bytes may be, whatever their name says. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

const caption = line(MAX_CAPTION);

export const media = {
  /** 413 too large, 415 no picture of these types, 422 damaged on the way or unreadable. */
  'images.upload': {
    method: 'POST',
    path: '/images',
    access: 'merchant',
    offline: 'queued',
    bodyType: 'multipart',
    body: z.object({
      caption: z.optional(caption),
      /** Of the bytes, in hexadecimal: what arrives damaged is refused. */
      sha256: z.optional(shaped(/^[0-9a-f]{64}$/i, 64, 'Empreinte incorrecte.').check(z.toLowerCase())),
    }),
    answer: collection(image),
    status: 201,
  },
  'images.caption': {
    method: 'PUT',
    path: '/images/:id',
    access: 'merchant',
    offline: 'queued',
    params: z.object({ id: uuid }),
    body: z.object({ caption }),
    answer: image,
  },
  /** Products and shop no longer show it. 404: it is gone already. */
  'images.delete': {
    method: 'DELETE',
    path: '/images/:id',
    access: 'merchant',
    offline: 'queued',
    params: z.object({ id: uuid }),
  },
  'stores.availableImages': {
    method: 'GET',
    path: '/stores/:id/available_images',
    access: 'merchant',
    offline: 'snapshot',
    params: z.object({ id: uuid }),
    query: z.strictObject({
      'order[createdAt]': z.optional(direction),
      page: z.optional(pageNumber),
      itemsPerPage: z.optional(itemsPerPage),
    }),
    answer: collection(image),
  },
} as const satisfies Record<string, Endpoint>;
