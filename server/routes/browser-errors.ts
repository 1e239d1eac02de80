// Browser error route: logs reports.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { loggableReport } from '../runtime/browser-error.ts';

export function browserErrorRoutes(app: FastifyInstance): void {
  mount(app, 'browserErrors.create', async ({ body, request }) => {
    request.log.warn(loggableReport(body, request), 'error of a browser');
    return undefined;
  });
}
