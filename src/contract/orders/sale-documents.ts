// Sale document endpoint: invoices and credit notes as PDF.
// Outside the registry, so that only the order pages load it.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';

export const saleDocumentEndpoints = {
  /** A link to the PDF, valid for an hour, for the customer and for the merchant. */
  'saleDocuments.link': {
    method: 'GET',
    path: '/sale_documents/:id/download',
    access: 'owner',
    offline: 'online',
    params: z.object({ id: uuid }),
    answer: z.object({ '@type': z.literal('Download'), url: z.string(), expiresAt: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
