// The files of deploy/: systemd, Caddy and Compose accept them, and three servers behind Caddy serve a market.

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createParser } from 'eventsource-parser';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Cart } from '#contract/orders/carts.ts';
import { readEnv } from '#server/runtime/env.ts';
import { type Caddy, caddyfile, startCaddy } from '../support/caddy.ts';
import { deviceAt, fillFromExample, MERCHANT, order, SHOPPER } from '../support/device.ts';
import { hasProgram } from '../support/guide.ts';
import { startPostgres } from '../support/postgres.ts';
import { freePort, runServer, type ServerRun, untilReady } from '../support/server-process.ts';

const LIMIT = 600_000;
/** A line of a cart has 999 units at most. */
const MOST_ADDED = 500;
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'etal-deploy-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('systemd accepts the units', ({ skip }) => {
  skip(!hasProgram('systemd-analyze'), 'systemd-analyze is not on this machine: apt-get install systemd');
  const folder = temporaryFolder();
  const here = (text: string) =>
    text.replaceAll('/opt/etal', root).replace('/usr/bin/npm', join(process.execPath, '../npm'));
  writeFileSync(join(folder, 'etal@4173.service'), here(read('etal@.service')).replace('User=etal\n', ''));
  writeFileSync(join(folder, 'etal-backup.service'), here(read('etal-backup.service')));
  copyFileSync(join(root, 'deploy/etal-backup.timer'), join(folder, 'etal-backup.timer'));
  const units = ['etal@4173.service', 'etal-backup.service', 'etal-backup.timer'].map((name) => join(folder, name));
  execFileSync('systemd-analyze', ['verify', '--man=no', ...units], { stdio: 'pipe' });
});

/** Compose sends an empty value as ''. */
const filled = (environment: Record<string, string | null> = {}) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value ?? '']));

test('Compose gives each server settings that it accepts', () => {
  const values: Record<string, string> = {
    ETAL_HOST: 'marche.example.fr',
    POSTGRES_PASSWORD: 'a',
    STORAGE_PASSWORD: 'b',
  };
  // `${NAME:-default}`, or a value that must be set.
  const text = read('compose.yaml').replace(/\$\{(\w+)(?::-([^}]*))?[^}]*\}/g, (_all, name: string, other = '') =>
    JSON.stringify(values[name] ?? other).slice(1, -1),
  );
  const { services } = parse(text, { merge: true }) as {
    services: Record<string, { environment?: Record<string, string> }>;
  };
  const servers = Object.entries(services).filter(([name]) => name.startsWith('server-'));
  expect(servers.map(([name]) => `${name}:4173`).join(' ')).toBe(services.caddy?.environment?.ETAL_SERVERS);
  for (const [, { environment }] of servers)
    expect(readEnv({ DEMO: '0', ...filled(environment) })).toMatchObject({
      publicUrl: 'https://marche.example.fr',
      databaseUrl: 'postgres://etal:a@database:5432/etal',
      trustedProxies: ['10.47.0.0/24'],
    });
});

test('Caddy accepts its file as it is', ({ skip }) => {
  skip(!hasProgram('caddy'), 'caddy is not on this machine: apt-get install caddy');
  execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', caddyfile], { stdio: 'pipe' });
});

/** What a merchant's page hears; it asks again when its stream ends, as a browser does. */
function listen({ url, fetchFrom }: Caddy, token: string, store: string) {
  const heard: string[] = [];
  const leaving = new AbortController();
  let streams = 0;
  ends.push(() => leaving.abort());
  const parser = createParser({ onEvent: ({ event }) => void heard.push(event ?? '') });
  const once = async () => {
    const { body, headers } = await fetchFrom('127.0.0.2')(`${url}/api/stores/${store}/events`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    expect(headers.get('content-type')).toContain('text/event-stream');
    streams += 1;
    const text = body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await text?.read(); part?.value !== undefined; part = await text?.read()) parser.feed(part.value);
  };
  const listening = async () => {
    while (!leaving.signal.aborted) await once().catch(() => {});
  };
  void listening();
  return { heard, streams: () => streams };
}

test('three servers behind Caddy take orders and report them at once, also while each is restarted', {
  timeout: LIMIT,
}, async ({ skip }) => {
  skip(!hasProgram('caddy'), 'caddy is not on this machine: apt-get install caddy');
  const postgres = await startPostgres();
  ends.push(() => postgres.stop());
  const dataDir = temporaryFolder();
  const tomme = await fillFromExample(postgres.url('postgres'), dataDir);
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const servers = new Map<string, ServerRun>();
  const start = async (port: string) => {
    const settings = { DATABASE_URL: postgres.url('postgres'), TRUSTED_PROXIES: '127.0.0.1', STOP_GRACE_SECONDS: '6' };
    const run = runServer({ PORT: port, DATA_DIR: dataDir, ...settings });
    servers.set(port, run);
    await untilReady(run, `http://127.0.0.1:${port}`);
  };
  ends.push(() => Promise.all([...servers.values()].map(({ child }) => child.kill('SIGKILL'))));
  await start(ports[0] ?? '');
  await Promise.all(ports.slice(1).map(start));
  const caddy = await startCaddy(ports.map((port) => `127.0.0.1:${port}`));
  ends.push(() => caddy.stop());

  const device = deviceAt(caddy.url, caddy.fetchFrom('127.0.0.1'));
  const shopper = await device.login(SHOPPER);
  const merchant = await device.login(MERCHANT);
  const [part] = (await order(device, tomme, shopper.token)).storeOrders;
  const { heard, streams } = listen(caddy, merchant.token, part?.store.id ?? '');
  await expect.poll(streams).toBe(1);
  const before = heard.length;
  await order(device, tomme, shopper.token);
  await expect.poll(() => heard.length).toBeGreaterThan(before);

  // Visitors of several addresses go on during a rolling restart: no request of theirs fails.
  let isOver = false;
  const visit = async (address: string) => {
    const visitor = deviceAt(caddy.url, caddy.fetchFrom(address));
    do {
      const cart = await visitor.openCart();
      let added = 0;
      do {
        await visitor.add(cart, tomme, randomUUID());
        added += 1;
      } while (!isOver && added < MOST_ADDED);
      expect((await visitor.call<Cart>('GET', `/carts/${cart}`)).body.items[0]?.quantity).toBe(added);
    } while (!isOver);
  };
  const restart = async () => {
    for (const port of ports) {
      const run = servers.get(port);
      run?.child.kill('SIGTERM');
      expect(await run?.exitCode).toBe(0);
      await start(port);
    }
    isOver = true;
  };
  await Promise.all([restart(), ...['127.0.0.3', '127.0.0.4', '127.0.0.5'].map(visit)]);
  const heardBefore = heard.length;
  await order(device, tomme, shopper.token);
  await expect.poll(() => heard.length).toBeGreaterThan(heardBefore);
});
