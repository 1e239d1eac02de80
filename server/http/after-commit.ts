// Runs what may only happen once a write has committed: mails and the like.
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../db/client.ts';
import { againWhenBrokenOff } from '../db/transaction-retry.ts';

export type Task = () => Promise<void>;

/** Milliseconds an answer waits for it. */
const LIMIT = 2_000;

/** Runs the tasks, and waits for them no longer than the limit; a failure is logged and does not change the answer. */
export async function finish(log: FastifyBaseLogger, tasks: Task[]): Promise<void> {
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

/** Runs `work` in a transaction of its own, again from nothing after a deadlock; what it hands to `after` runs once that has committed. */
export async function committed(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  work: (tx: Tx, after: (task: Task) => void) => Promise<void>,
): Promise<void> {
  let tasks: Task[] = [];
  await againWhenBrokenOff(async () => {
    tasks = [];
    await db.transaction((tx) => work(tx, (task) => tasks.push(task)));
  });
  await finish(log, tasks);
}
