// Stops a market in order. Guarantees: health says so first, and new requests are served for the time of grace; requests
// under way then are answered, event streams end at once, and what does not end by itself is cut off after a limit.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../runtime/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    stopping: {
      begun: boolean;
      /** Answers that do not end by themselves: they are ended first, and not waited for. */
      endless: Set<{ end(): void }>;
    };
  }
}

/** How long requests that do not end are waited for, milliseconds. */
const LAST_REQUESTS_LIMIT = 10_000;

export function canStop(app: FastifyInstance): void {
  app.decorate('stopping', { begun: false, endless: new Set<{ end(): void }>() });
  app.addHook('preClose', async () => endEndless(app));
  app.addHook('onSend', async (_request, reply) => {
    if (app.stopping.begun) reply.header('connection', 'close');
  });
}

function endEndless(app: FastifyInstance): void {
  app.stopping.begun = true;
  for (const one of app.stopping.endless) one.end();
}

/** What health says from then on. */
export const stoppingAnswer = () => ({
  ...new Refusal({ status: 503, message: 'Le serveur s’arrête : adressez-vous à un autre, ou réessayez.' }).answer(),
  status: 'stopping',
});

/**
 * Comes before `app.close()`, after which pages under way could not ask the API in process.
 *
 * @param grace milliseconds for which it still listens after health has said that it stops
 */
export async function stopServing(
  app: FastifyInstance,
  grace: number,
  lastRequestsLimit = LAST_REQUESTS_LIMIT,
): Promise<void> {
  endEndless(app);
  const { server } = app;
  if (!server.listening) return;
  await wait(grace);
  const closed = once(server, 'close');
  // Closes idle connections, too.
  server.close();
  const limit = setTimeout(() => server.closeAllConnections(), lastRequestsLimit);
  await closed;
  clearTimeout(limit);
}
