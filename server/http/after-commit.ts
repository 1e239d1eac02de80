// Runs what may only happen once a write has committed: mails and the like.
import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds an answer waits for it. */
const LIMIT = 2_000;

/** Runs the tasks, and waits for them no longer than the limit; a failure is logged and does not change the answer. */
export async function finish(log: FastifyBaseLogger, tasks: (() => Promise<void>)[]): Promise<void> {
  if (tasks.length === 0) return;
  const all = Promise.all(
    tasks.map((task) => task().catch((error: unknown) => log.error({ err: error }, 'after the commit'))),
  );
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, LIMIT);
  });
  await Promise.race([all, limit]);
  clearTimeout(timer);
}
