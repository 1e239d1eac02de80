// Stops a market in order. Guarantees: health says so first, while whoever comes is still served, for as long as was asked
// for; then nobody new is let in, what runs is finished, and no connection is kept for another request; who has connected
// before that moment is answered.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
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
/** Rounds of the event loop without a new connection after which nobody waits any more. */
const QUIET_TURNS = 30;
/** Milliseconds after which it ends, however many come. */
const LET_IN_LIMIT = 5_000;

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

/** @param grace milliseconds for which it still listens after health has said that it stops */
export async function stopServing(app: FastifyInstance, grace: number): Promise<void> {
  endEndless(app);
  const { server } = app;
  if (!server.listening) return;
  await wait(grace);
  const closed = once(server, 'close');
  await letIn(server);
  server.close();
  const limit = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_LIMIT);
  await closed;
  clearTimeout(limit);
}

/**
 * Whoever the system has connected and the server not yet taken is cut off when it stops listening; under load that is
 * everybody. So the system is told to keep one waiting at most (others try again in a second, and are refused), and those
 * who wait are let in, one a turn, until turn after turn nobody comes.
 */
async function letIn(server: Server): Promise<void> {
  const { _handle: handle } = server as unknown as { _handle?: { listen?(waiting: number): void } };
  handle?.listen?.(0);
  let came = false;
  const someone = () => {
    came = true;
  };
  server.on('connection', someone);
  const until = performance.now() + LET_IN_LIMIT;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < until; ) {
    came = false;
    await nextTurn();
    quiet = came ? 0 : quiet + 1;
  }
  server.off('connection', someone);
}
