// Recurring jobs of a server. Guarantee: a job runs once at a time in its process, and a failure does not end it.
import { type Job, jobs } from './administration/job-list.ts';
import { runJob } from './administration/jobs.ts';
import type { Market } from './http/call.ts';
import type { Metrics } from './process/metrics.ts';

/**
 * @param own jobs of this process, which no operator runs
 * @returns the function that stops them and waits for running ones
 */
export function startJobs(market: Market, metrics: Metrics | null, own: readonly Job[]): () => Promise<void> {
  const stops = [...jobs, ...own].map((job) => {
    const { name, every } = job;
    const work = () => runJob(market, job);
    const timed = metrics?.timed(name, work) ?? work;
    return repeat(every, () =>
      timed().catch((error: unknown) => market.log.error({ err: error, job: name }, 'recurring work failed')),
    );
  });
  return async () => {
    for (const stop of stops) await stop();
  };
}

function repeat(milliseconds: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = null;
    });
  }, milliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
