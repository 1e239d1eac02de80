// The complete terminal output of `npm start` and `npm run dev`: progress, address and accounts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, runServer, untilReady } from '../support/server-process.ts';
import { tiedCommand } from '../support/tied-process.ts';

const LIMIT = 300_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'etal-start-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const opened = (url: string) => [
  `Étal est ouvert : ${url}`,
  'Paiements en ligne\u00a0: à l’essai, aucune somme n’est encaissée (PAYMENT=sandbox).',
  'C’est le marché de démonstration\u00a0: comptes d’essai en libre accès. DEMO=0 ouvre un vrai marché.',
  'Comptes de démonstration, mot de passe Etal-demo-2026 :',
  expect.stringMatching(/^ {2}client@etal\.test +cliente/),
  expect.stringMatching(/^ {2}fromagerie@etal\.test +commerçante/),
  expect.stringMatching(/^ {2}vente@etal\.test +vente/),
  expect.stringMatching(/^ {2}preparation@etal\.test +préparation/),
  expect.stringMatching(/^ {2}salon@etal\.test +commerçante/),
  expect.stringMatching(/^ {2}atelier@etal\.test +commerçant/),
  expect.stringMatching(/^ {2}admin@etal\.test +administration/),
];

const filling = [/^Remplissage du marché de démonstration \(une seule fois\)…$/, /^ {2}marché prêt en [\d,]+ s$/].map(
  (line) => expect.stringMatching(line),
);

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

test('a first start prints the filling, its end, the address and the accounts, and nothing else', {
  timeout: LIMIT,
}, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = runServer({ PORT: port, DATA_DIR: dataDir, DEMO: '1' });
  await untilReady(server, url);
  await expect.poll(server.output).toContain('admin@etal.test');
  server.child.kill('SIGINT');
  expect(await server.exitCode).toBe(0);
  const lines = linesOf(server.output());
  expect(lines).toEqual([...filling, ...opened(url), expect.stringMatching(/^SIGINT : fermeture, /)]);
});

test('development prints the address and the accounts once every part of the page is bundled', {
  timeout: LIMIT,
}, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, DATABASE_URL: '', DEMO: '1', PORT: port, DATA_DIR: dataDir };
  const dev: ChildProcess = spawn(...tiedCommand(process.execPath, ['--import', 'tsx', 'server/build/dev.ts']), {
    cwd: root,
    env,
  });
  const ended = once(dev, 'exit');
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (output += chunk));
  try {
    await expect.poll(() => output, { timeout: LIMIT }).toContain('admin@etal.test');
    // Filled by an earlier start, or by this one.
    const lines = linesOf(output);
    expect(lines).toEqual([...(lines.length > opened(url).length ? filling : []), ...opened(url)]);
    const page = await fetch(url);
    expect(await page.text()).toContain('src="/src/main.tsx"');
    const bundles = await bundlesFrom(url, '/src/main.tsx');
    expect(bundles.size).toBeGreaterThan(10);
    for (const [bundle, versions] of bundles) expect([...versions], bundle).toHaveLength(1);
    expect(linesOf(output)).toEqual(lines);
  } finally {
    dev.kill('SIGTERM');
    await ended;
  }
});

test('development ends with its parent process, for any end of that', { timeout: LIMIT }, async () => {
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: '', DEMO: '1', PORT: port, DATA_DIR: dataDir };
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    // As npm starts it: the signalled process is not the server.
    const npm: ChildProcess = spawn('npm', ['run', 'dev'], { cwd: root, env, detached: true });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk) => (output += chunk));
    try {
      await expect.poll(() => output, { timeout: LIMIT }).toContain('admin@etal.test');
      npm.kill(signal);
      for (const served of [port, Number(port) + 1]) {
        const answers = () =>
          fetch(`http://127.0.0.1:${served}/`).then(
            () => true,
            () => false,
          );
        await expect.poll(answers, { timeout: LIMIT, message: `${signal}, port ${served}` }).toBe(false);
      }
    } finally {
      try {
        // The whole group, which is empty in a successful run.
        process.kill(-(npm.pid ?? 0), 'SIGKILL');
      } catch {
        // The group is empty.
      }
    }
  }
});

/** The bundles of the page's dependencies, each with its requested versions, including lazy parts. */
async function bundlesFrom(url: string, entry: string): Promise<Map<string, Set<string>>> {
  const asked = new Set<string>();
  const bundles = new Map<string, Set<string>>();
  const visit = async (path: string): Promise<void> => {
    if (asked.has(path)) return;
    asked.add(path);
    const [, bundle, version] = /(\/deps\/[^?]*).*[?&]v=(\w+)/.exec(path) ?? [];
    if (bundle && version) bundles.set(bundle, (bundles.get(bundle) ?? new Set()).add(version));
    const answer = await fetch(`${url}${path}`);
    expect(answer.status, path).toBe(200);
    if (version) return;
    const code = await answer.text();
    const named = [...code.matchAll(/(?:from |import |import\()"(\/[^"]+)"/g)].flatMap(([, next]) => next ?? []);
    await Promise.all(named.map(visit));
  };
  await visit(entry);
  return bundles;
}
