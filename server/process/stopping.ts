// Graceful shutdown. Guarantees: health reports it first while requests are served during the grace period; running
// requests are then answered, event streams end at once, and remaining connections are closed after a limit.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../runtime/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    stopping: {
      hasStarted: boolean;
      /** Answers without an end of their own: ended first, not waited for. */
      streams: Set<{ end(): void }>;
    };
  }
}

/** Limit for running requests, in milliseconds. */
const REQUESTS_LIMIT = 10_000;

export function registerStopping(app: FastifyInstance): void {
  app.decorate('stopping', { hasStarted: false, streams: new Set<{ end(): void }>() });
  app.addHook('preClose', async () => endStreams(app));
  app.addHook('onSend', async (_request, reply) => {
    if (app.stopping.hasStarted) reply.header('connection', 'close');
  });
}

function endStreams(app: FastifyInstance): void {
  app.stopping.hasStarted = true;
  for (const one of app.stopping.streams) one.end();
}

/** Health answer during the shutdown. */
export const stoppingAnswer = () => ({
  ...new Refusal({ status: 503, message: 'Le serveur s’arrête : adressez-vous à un autre, ou réessayez.' }).answer(),
  status: 'stopping',
});

/**
 * Must run before `app.close()`, after which pages in progress can no longer call the API in process.
 * @param grace milliseconds of listening after health reports the shutdown
 */
export async function stopServing(
  app: FastifyInstance,
  grace: number,
  lastRequestsLimit = REQUESTS_LIMIT,
): Promise<void> {
  endStreams(app);
  const { server } = app;
  if (!server.listening) return;
  await wait(grace);
  const closed = once(server, 'close');
  // Also closes idle connections.
  server.close();
  const limit = setTimeout(() => server.closeAllConnections(), lastRequestsLimit);
  await closed;
  clearTimeout(limit);
}
