// Health: the process lives and accepts requests. Readiness: it can answer them.
import type { FastifyInstance } from 'fastify';
import { isMigrated } from '../db/migrations.ts';
import { sendPrivate } from '../plugins/json-ld.ts';
import { unavailableError, withReadTimeout } from '../runtime/time-limit.ts';
import { stoppingAnswer } from './stopping.ts';

export function healthRoutes(app: FastifyInstance): void {
  const { env, db, storage } = app.market;
  const answerUnlessStopping = (path: string, check: () => Promise<object>) =>
    app.get(path, async (_request, reply) => {
      if (app.stopping.hasStarted) return sendPrivate(reply.header('retry-after', '5'), 503, stoppingAnswer());
      return sendPrivate(reply, 200, { status: 'ok', ...(await check()) });
    });
  const requireDatabase = async () => {
    if (!(await withReadTimeout(env, isMigrated(db)))) throw unavailableError();
  };
  /** Pages and orders need no file: without its storage a market is better than none. */
  const describeStorage = () =>
    storage.check().then(
      () => ({}),
      (error: unknown) => {
        app.log.error({ err: error }, 'storage away');
        return { storage: 'unreachable' };
      },
    );
  // Without the database: a restart of this process would not bring it back.
  answerUnlessStopping('/health', async () => ({}));
  answerUnlessStopping('/ready', async () => {
    const [, described] = await Promise.all([requireDatabase(), describeStorage()]);
    return described;
  });
}
