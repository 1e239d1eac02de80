// Jobs for operators: how their last runs ended, and another run.
// Guarantee: a failure is recorded with its reason; what a database that is unreachable cannot record is in the log.
import { eq, sql } from 'drizzle-orm';
import type { JobState } from '#contract/administration/operation.ts';
import { recordAction } from '../access/operator-actions.ts';
import type { Tx } from '../db/client.ts';
import { jobRuns } from '../db/schema/operation.ts';
import type { Call, Market } from '../http/call.ts';
import { presentCollection } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { type Job, jobs } from './job-list.ts';

const MAX_REASON = 500;
/** A job that goes on well is recorded no more often. */
const RECORD_EVERY_MS = 60_000;

interface Recorded {
  at: number;
  isDone: boolean;
}
/** By market, since tests run several in one process. */
const recorded = new WeakMap<Market, Map<string, Recorded>>();

/** Rejects as the job does. */
export async function runJob(market: Market, { name, run }: Job): Promise<void> {
  const at = market.now();
  try {
    await run(market, at);
  } catch (failure) {
    const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, MAX_REASON);
    await record(market, name, { failedAt: at, error });
    throw failure;
  }
  await record(market, name, { doneAt: at, error: null });
}

type Ending = { doneAt: Date; error: null } | { failedAt: Date; error: string };

async function record(market: Market, name: string, ending: Ending): Promise<void> {
  const known = recorded.get(market) ?? new Map<string, Recorded>();
  recorded.set(market, known);
  const before = known.get(name);
  const isDone = ending.error === null;
  const at = market.now().getTime();
  if (isDone && before?.isDone && at - before.at < RECORD_EVERY_MS) return;
  try {
    await market.db
      .insert(jobRuns)
      .values({ name, ...ending })
      .onConflictDoUpdate({ target: jobRuns.name, set: ending });
    known.set(name, { at, isDone });
  } catch (error) {
    market.log.error({ err: error, job: name }, 'the end of recurring work was not recorded');
  }
}

export async function listJobs({ tx }: Call<'administration.jobs'>) {
  const runs = await tx.select().from(jobRuns);
  return presentCollection(
    '/administration/jobs',
    jobs.map((job) =>
      present(
        job,
        runs.find(({ name }) => name === job.name),
      ),
    ),
  );
}

const present = ({ name, every }: Job, run: typeof jobRuns.$inferSelect | undefined): JobState => ({
  '@type': 'Job',
  name,
  every: Math.round(every / 1000),
  doneAt: run?.doneAt?.toISOString() ?? null,
  failedAt: run?.failedAt?.toISOString() ?? null,
  error: run?.error ?? null,
});

export async function runJobAgain({ tx, params, actor, now, market, after }: Call<'administration.runJob'>) {
  const job = jobs.find(({ name }) => name === params.id);
  if (!job) throw notFound();
  await recordAction(tx, { by: actor, now }, { action: 'job-run', title: `la tâche «\u00a0${job.name}\u00a0»` });
  after(() => runJob(market, job));
  return present(job, await findRun(tx, job.name));
}

const findRun = async (tx: Tx, name: string) =>
  (
    await tx
      .select()
      .from(jobRuns)
      .where(eq(jobRuns.name, sql`${name}::text`))
  )[0];
