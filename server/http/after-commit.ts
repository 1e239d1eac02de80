// After-commit tasks: side effects of a write, such as mails, that run once it has committed.
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../db/client.ts';
import { withTransactionRetry } from '../db/transaction-retry.ts';

export type Task = () => Promise<void>;

/** Milliseconds that an answer waits for the tasks. */
const MAX_WAIT = 2_000;

/** Runs the tasks and waits up to the limit; failures are logged and do not change the answer. */
export async function runTasks(log: FastifyBaseLogger, tasks: Task[]): Promise<void> {
  if (tasks.length === 0) return;
  const all = Promise.all(
    tasks.map((task) => task().catch((error: unknown) => log.error({ err: error }, 'after the commit'))),
  );
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT);
  });
  await Promise.race([all, limit]);
  clearTimeout(timer);
}

/** Runs `work` in its own transaction with retry; tasks passed to `after` run after the commit. */
export async function runTransaction(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  work: (tx: Tx, after: (task: Task) => void) => Promise<void>,
): Promise<void> {
  let tasks: Task[] = [];
  await withTransactionRetry(async () => {
    tasks = [];
    await db.transaction((tx) => work(tx, (task) => tasks.push(task)));
  });
  await runTasks(log, tasks);
}
