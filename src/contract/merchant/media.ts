// Media endpoints: the merchant's picture library.
// Guarantee: products and stores refer to a picture by the IRI from its upload.
import * as z from 'zod/mini';
import { itemsPerPage, pageNumber, sortDirection, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { image, patternText, uuid } from '../fields/values.ts';
import { MAX_CAPTION } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

/** Bytes of one picture at most. */
export const PICTURE_LIMIT = 5 * 1024 * 1024;
/** Accepted types, detected from the bytes and not from the file name. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

const caption = textLine(MAX_CAPTION);

export const mediaEndpoints = {
  /** 413 too large, 415 no picture of these types, 422 damaged on the way or unreadable. */
  'images.upload': {
    method: 'POST',
    path: '/images',
    access: 'merchant',
    offline: 'queued',
    bodyType: 'multipart',
    body: z.object({
      caption: z.optional(caption),
      /** Digest of the bytes, in hexadecimal; a damaged upload is refused. */
      sha256: z.optional(patternText(/^[0-9a-f]{64}$/i, 64, 'Empreinte incorrecte.').check(z.toLowerCase())),
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
  /** Also removes it from products and store. 404 if it does not exist any more. */
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
      'order[createdAt]': z.optional(sortDirection),
      page: z.optional(pageNumber),
      itemsPerPage: z.optional(itemsPerPage),
    }),
    answer: collection(image),
  },
} as const satisfies Record<string, Endpoint>;
