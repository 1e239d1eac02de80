// Browser error endpoint: reports of uncaught errors. Outside the registry: pages send them without the API client.
import * as z from 'zod/mini';
import { boundedText } from './bounds.ts';
import type { Endpoint } from './endpoint.ts';
import { MAX_ERROR_MESSAGE, MAX_ERROR_PAGE, MAX_ERROR_STACK } from './limits.ts';

export const browserErrorEndpoints = {
  'browserErrors.create': {
    method: 'POST',
    path: '/browser_errors',
    access: 'public',
    offline: 'online',
    body: z.object({
      message: boundedText(MAX_ERROR_MESSAGE),
      stack: boundedText(MAX_ERROR_STACK),
      /** First part of the page's path. */
      page: boundedText(MAX_ERROR_PAGE),
      /** Build of the page. */
      build: boundedText(MAX_ERROR_PAGE),
    }),
  },
} as const satisfies Record<string, Endpoint>;
