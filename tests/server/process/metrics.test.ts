// What Prometheus reads of a server: requests by route, latency, queues, jobs, pool, event loop.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { mails } from '#server/db/schema/mails.ts';
import { createMetrics, type Metrics } from '#server/process/metrics.ts';
import { send, startTestMarket, type TestMarket } from '../../support/test-server.ts';

const now = new Date('2026-10-12T10:00:00Z');
let market: TestMarket;
let metrics: Metrics;
beforeEach(async () => {
  market = await startTestMarket();
  metrics = createMetrics({ ...market, now: () => now });
});
afterEach(() => market.close());

/** Lines of one metric. */
const linesOf = async (name: string) =>
  (await metrics.read()).split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

test('requests are counted and timed by method, route and status, whatever their address', async () => {
  const { database, env } = market;
  const app = await buildApp({ database, env, metrics });
  await send(app, 'GET', '/api/products?page=1');
  for (const id of ['a', 'b', 'c']) await send(app, 'GET', `/api/carts/${id}`);
  await send(app, 'GET', '/api/nothing');
  await app.close();
  expect(await linesOf('etal_http_request_duration_seconds_count')).toEqual([
    'etal_http_request_duration_seconds_count{method="GET",route="/api/products",status="200"} 1',
    'etal_http_request_duration_seconds_count{method="GET",route="/api/carts/:id",status="404"} 3',
    'etal_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
  ]);
  expect(await linesOf('etal_http_request_duration_seconds_bucket')).toContainEqual(
    expect.stringMatching(/le="5",method="GET",route="\/api\/products",status="200"/),
  );
});

test('queues show what waits, what is stuck, and for how long', async () => {
  expect(await linesOf('etal_queue_waiting')).toEqual(
    ['mail', 'push', 'refund', 'transfer', 'reversal'].map((queue) => `etal_queue_waiting{queue="${queue}"} 0`),
  );
  const mail = { kind: 'test', recipient: 'a@b.fr', subject: '', text: '', html: '', dueAt: now };
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  await market.db.insert(mails).values([
    { ...mail, createdAt: ago(5) },
    { ...mail, createdAt: ago(90), attempts: 4 },
    { ...mail, createdAt: ago(3000), attempts: 8, failedAt: ago(10) },
    { ...mail, createdAt: ago(4000), sentAt: ago(3999) },
  ]);
  expect(await linesOf('etal_queue_waiting')).toContain('etal_queue_waiting{queue="mail"} 2');
  expect(await linesOf('etal_queue_stuck')).toContain('etal_queue_stuck{queue="mail"} 2');
  expect(await linesOf('etal_queue_oldest_seconds')).toContain('etal_queue_oldest_seconds{queue="mail"} 5400');
});

test('jobs show their runs, their failures and when they last worked', async () => {
  await metrics.timed('send', async () => {})();
  const failing = metrics.timed('check', async () => {
    throw new Error('no');
  });
  await expect(failing()).rejects.toThrow('no');
  expect(await linesOf('etal_job_duration_seconds_count')).toEqual([
    'etal_job_duration_seconds_count{job="send",result="done"} 1',
    'etal_job_duration_seconds_count{job="check",result="failed"} 1',
  ]);
  expect(await linesOf('etal_job_last_done_timestamp_seconds')).toEqual([
    `etal_job_last_done_timestamp_seconds{job="send"} ${now.getTime() / 1000}`,
  ]);
});

test('the process and its event loop are among them, and PostgreSQL’s pool', async () => {
  const postgres = await startTestMarket({ database: 'postgres' });
  metrics = createMetrics(postgres);
  const text = await metrics.read();
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect(text).toContain(`\n${name} `);
  expect(await linesOf('etal_database_connections')).toEqual([
    expect.stringMatching(/\{state="open"\} [1-9]/),
    expect.stringMatching(/\{state="unused"\} [1-9]/),
    'etal_database_connections{state="waited-for"} 0',
  ]);
  await postgres.close();
});

test('without a database the others are still read', async () => {
  const { db, env } = market;
  metrics = createMetrics({
    env,
    database: { db: { ...db, execute: () => Promise.reject(new Error('away')) } as never },
  });
  expect(await linesOf('etal_queue_read_failures_total')).toEqual(['etal_queue_read_failures_total 1']);
});

test('they are at an address of their own port, and nothing else is', async () => {
  const server = await metrics.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${server.port}`;
  const answer = await fetch(`${origin}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await answer.text()).toContain('# TYPE etal_http_request_duration_seconds histogram');
  expect((await fetch(`${origin}/`)).status).toBe(404);
  await server.close();
  expect((await market.inject('GET', '/metrics')).status).toBe(404);
});
