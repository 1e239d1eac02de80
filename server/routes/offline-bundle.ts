// Offline bundle route.
import type { FastifyInstance } from 'fastify';
import { readOutline } from '../catalogue/offline-bundle.ts';
import { mount } from '../http/mount.ts';
import { notFound } from '../runtime/errors.ts';

export function offlineBundleRoutes(app: FastifyInstance): void {
  mount(app, 'taken.outline', async ({ tx, params, query, market }) => {
    const { kind = 'store', card = '480', large = '720' } = query;
    const outline = await readOutline(tx, market.storage, { kind, ...params }, { card, large });
    if (!outline) throw notFound();
    return outline;
  });
}
