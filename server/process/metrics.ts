// Metrics for Prometheus, on a port of their own that no proxy publishes.
// Guarantee: labels contain route patterns, never an address, so that their number is bounded.
import { createServer } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '../db/client.ts';
import { INTERNAL_ADDRESS } from '../plugins/rate-limits.ts';
import type { Env } from '../runtime/env.ts';
import { pathPattern } from '../runtime/log.ts';
import { withReadTimeout } from '../runtime/time-limit.ts';
import { readQueueDepths } from './queue-depths.ts';

/** Seconds. */
const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface Metrics {
  /** An `onResponse` hook. */
  countRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The same work, counted and timed. */
  timed(job: string, work: () => Promise<void>): () => Promise<void>;
  /** @returns the text of all metrics */
  read(): Promise<string>;
  /** @returns the listening port and the function that stops it */
  listen(place: { port: number; host: string }): Promise<{ port: number; close: () => Promise<void> }>;
}

interface Sources {
  database: Pick<OpenDatabase, 'db' | 'pool'>;
  env: Env;
  now?: () => Date;
}

export function createMetrics({ database: { db, pool }, env, now = () => new Date() }: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'etal_http_request_duration_seconds',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCIES,
    registers,
  });
  const jobs = new Histogram({
    name: 'etal_job_duration_seconds',
    help: 'Runs of recurring jobs, by their result: done or failed.',
    labelNames: ['job', 'result'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });
  const lastDone = new Gauge({
    name: 'etal_job_last_done_timestamp_seconds',
    help: 'Time of the last run that did not fail.',
    labelNames: ['job'],
    registers,
  });
  const queueGauge = (name: string, help: string) =>
    new Gauge({ name: `etal_queue_${name}`, help, labelNames: ['queue'], registers });
  const waiting = queueGauge('waiting', 'Mails, pushes, refunds, transfers and reversals to be sent.');
  const stuck = queueGauge(
    'stuck',
    'Of these, given up or failed four times; mails that were given up are not waiting.',
  );
  const oldest = queueGauge('oldest_seconds', 'Age of the oldest that waits; of a push, since it was due.');
  const unread = new Counter({
    name: 'etal_queue_read_failures_total',
    help: 'Reads of the queues that failed, for which their last values remain.',
    registers,
  });
  if (pool) {
    new Gauge({
      name: 'etal_database_connections',
      help: 'Connections of the pool: open, unused, and requests waiting for one.',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'open' }, pool.totalCount);
        this.set({ state: 'unused' }, pool.idleCount);
        this.set({ state: 'waited-for' }, pool.waitingCount);
      },
    });
  }

  const readQueues = async () => {
    for (const { queue, ...depth } of await withReadTimeout(env, readQueueDepths(db, now()))) {
      waiting.set({ queue }, depth.waiting);
      stuck.set({ queue }, depth.stuck);
      oldest.set({ queue }, depth.oldest);
    }
  };
  const metrics: Metrics = {
    countRequest: async (request, reply) => {
      if (request.socket.remoteAddress === INTERNAL_ADDRESS) return;
      const labels = { method: request.method, route: pathPattern(request), status: reply.statusCode };
      requests.observe(labels, reply.elapsedTime / 1000);
    },
    timed: (job, work) => async () => {
      const end = jobs.startTimer({ job });
      try {
        await work();
        end({ result: 'done' });
        lastDone.set({ job }, now().getTime() / 1000);
      } catch (error) {
        end({ result: 'failed' });
        throw error;
      }
    },
    read: async () => {
      await readQueues().catch(() => unread.inc());
      return registry.metrics();
    },
    listen: async ({ port, host }) => {
      const server = createServer(async ({ url, method }, answer) => {
        if (url !== '/metrics' || method !== 'GET') return answer.writeHead(404).end();
        const text = await metrics.read();
        answer.writeHead(200, { 'content-type': registry.contentType }).end(text);
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      });
      const address = server.address();
      return {
        port: typeof address === 'object' && address ? address.port : port,
        close: async () => {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        },
      };
    },
  };
  return metrics;
}
