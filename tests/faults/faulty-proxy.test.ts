import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';

let server: Server;
let served: string[];
let proxy: FaultyProxy;
/** What the server waits for before it answers '/late'. */
let late: Promise<void>;

beforeEach(async () => {
  served = [];
  late = Promise.resolve();
  server = createServer(async (request, response) => {
    served.push(`${request.method} ${request.url}`);
    if (request.url === '/late') await late;
    response.setHeader('X-Host', request.headers.host ?? '');
    response.end('0123456789');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await startFaultyProxy();
  proxy.target(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  await proxy.stop();
  await new Promise((resolve) => server.close(resolve));
});

const ask = (path: string, init?: RequestInit) => fetch(`${proxy.url}${path}`, init);

test('what passes reaches the server with the address the client used, and is on record', async () => {
  const answer = await ask('/api/a?b=1', { method: 'PUT', body: 'x', headers: { 'Idempotency-Key': 'k' } });
  expect(await answer.text()).toBe('0123456789');
  expect(answer.headers.get('X-Host')).toBe(new URL(proxy.url).host);
  expect(proxy.log).toMatchObject([{ method: 'PUT', path: '/api/a?b=1', key: 'k', status: 200, told: 200 }]);
  expect(proxy.log[0]?.body.toString()).toBe('x');
});

test('a refused request never reaches the server, a dropped and a halved one do', async () => {
  proxy.plan({ path: '/refuse', fault: 'refuse' }, { path: '/drop', fault: 'drop' }, { path: '/half', fault: 'half' });
  await expect(ask('/refuse')).rejects.toThrow();
  await expect(ask('/drop')).rejects.toThrow();
  const half = await ask('/half');
  expect(half.status).toBe(200);
  await expect(half.text()).rejects.toThrow();
  expect(served).toEqual(['GET /drop', 'GET /half']);
  expect(proxy.log.map(({ told }) => told)).toEqual([null, null, null]);
});

test('a portal answers in the server’s place, as a page, as JSON or by sending elsewhere; a short answer seems whole', async () => {
  proxy.plan(
    { path: '/json', fault: 'json' },
    { path: '/elsewhere', fault: 'elsewhere' },
    { path: '/short', fault: 'short' },
  );
  const json = await ask('/json');
  expect([json.status, json.headers.get('Content-Type')]).toEqual([200, 'application/json']);
  const elsewhere = await ask('/elsewhere', { redirect: 'manual' });
  expect([elsewhere.status, elsewhere.headers.get('Location')]).toEqual([302, 'http://wifi.invalid/']);
  expect(await (await ask('/short')).text()).toBe('01234');
  expect(served).toEqual(['GET /short']);
});

test('a rule hits the nth request, so many times, or as often as its seed says', async () => {
  proxy.plan({ path: '/nth', nth: 2, fault: { status: 503 } }, { path: '/twice', times: 2, fault: 'portal' });
  const statuses = async (path: string, count: number) => {
    const told: number[] = [];
    for (let one = 0; one < count; one += 1) told.push((await ask(path)).status);
    return told;
  };
  expect(await statuses('/nth', 3)).toEqual([200, 503, 200]);
  expect((await ask('/twice')).headers.get('Content-Type')).toContain('text/html');
  await statuses('/twice', 2);
  expect(served.filter((one) => one.endsWith('/twice'))).toHaveLength(1);

  proxy.plan({ path: '/luck', probability: 0.5, fault: { status: 500 } });
  const failed = (await statuses('/luck', 40)).filter((status) => status === 500).length;
  expect(failed).toBeGreaterThan(8);
  expect(failed).toBeLessThan(32);
});

test('a stalled request waits for ever, a held one until it is released, and the server acts for the second', async () => {
  proxy.plan({ path: '/stall', fault: 'stall' }, { path: '/hold', fault: 'hold' });
  await expect(ask('/stall', { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  const acted = proxy.next({ path: '/hold' });
  const held = ask('/hold');
  expect(await acted).toMatchObject({ status: 200, told: null });
  proxy.release();
  expect(await (await held).text()).toBe('0123456789');
  expect(served).toEqual(['GET /hold']);
});

test('a dripping answer is whole in the end, and slow', async () => {
  proxy.plan({ fault: { drip: 20 } });
  const since = performance.now();
  expect(await (await ask('/')).text()).toBe('0123456789');
  expect(performance.now() - since).toBeGreaterThan(300);
});

test('a cut breaks what is on its way and refuses what comes, until it heals', async () => {
  proxy.plan({ path: '/slow', fault: 'wait' });
  const broken = expect(ask('/slow')).rejects.toThrow();
  await expect.poll(() => proxy.log.length).toBe(1);
  proxy.cut();
  await broken;
  await expect(ask('/')).rejects.toThrow();
  expect(proxy.log).toHaveLength(1);
  proxy.heal();
  expect((await ask('/')).status).toBe(200);
});

test('a server that is killed on its answer has acted, and its client hears nothing', async () => {
  let killed = 0;
  const kill = async () => {
    killed += 1;
  };
  proxy.plan({ path: '/kill', times: 1, fault: { kill } });
  await expect(ask('/kill')).rejects.toThrow();
  expect([killed, served]).toEqual([1, ['GET /kill']]);
  expect((await ask('/kill')).status).toBe(200);
});

test('what was to be held and is released while the server still answers it is not held any more', async () => {
  let answers = () => {};
  late = new Promise((resolve) => {
    answers = resolve;
  });
  proxy.plan({ path: '/late', fault: 'hold' });
  const held = ask('/late');
  await expect.poll(() => served).toEqual(['GET /late']);
  proxy.heal();
  answers();
  expect(await (await held).text()).toBe('0123456789');
});
