// `npm run dev`: the API with restart on changes, behind Vite with hot module replacement.
// Guarantee: the address is printed once the page is ready and no longer reloads by itself.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { loadSigningKeys } from '../access/signing-keys.ts';
import { startLines } from '../process/start-lines.ts';
import { readEnv } from '../runtime/env.ts';
import { DEV_PID, onProcessEnd } from './process-watch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const env = readEnv(process.env);
const apiPort = env.port + 1;
const publicUrl = `http://${env.host}:${env.port}`;

const api = spawn(
  process.execPath,
  [join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', join(root, 'server/dev-api.ts')],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(apiPort),
      [DEV_PID]: String(process.pid),
      PUBLIC_URL: process.env.PUBLIC_URL ?? publicUrl,
    },
  },
);

/** Data that the server writes into pages in production: verification keys and the demo notice. */
function embedMarketKeys(): Plugin {
  return {
    name: 'etal-market-keys',
    async transformIndexHtml(html) {
      const { publicKeys } = await loadSigningKeys(join(env.dataDir, 'keys'));
      const withKeys = html.replace('data-jwt-keys="[]"', () => `data-jwt-keys='${JSON.stringify(publicKeys)}'`);
      return env.demo ? withKeys.replace('"Démonstration" hidden', '"Démonstration"') : withKeys;
    },
  };
}

// npm, the parent, may be killed without notice.
onProcessEnd(process.ppid, stop);

const target = `http://127.0.0.1:${apiPort}`;
const vite = await createServer({
  root,
  // Updates show in the page; the terminal gets warnings only.
  logLevel: 'warn',
  clearScreen: false,
  // Includes lazy parts: a dependency discovered later would reload every open page.
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}'] },
  plugins: [embedMarketKeys()],
  server: {
    host: env.host,
    port: env.port,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/media', '/paiement', '/icons', '/manifest.webmanifest'].map((path) => [path, target]),
    ),
  },
});
await vite.listen();
await Promise.all([waitUntilServed(`${target}/api/health`), warmUp()]);
for (const line of startLines(env, publicUrl)) process.stdout.write(`${line}\n`);

async function waitUntilServed(url: string): Promise<void> {
  const isServed = () =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isServed())) await pause(100);
}

/** Requests all modules of the page like a browser, so that dependencies are bundled before the first visit. */
async function warmUp(): Promise<void> {
  const { client } = vite.environments;
  const visited = new Set<string>();
  const visit = async (url: string): Promise<void> => {
    if (visited.has(url)) return;
    visited.add(url);
    await client.transformRequest(url);
    const module = await client.moduleGraph.getModuleByUrl(url);
    await Promise.all([...(module?.importedModules ?? [])].map((each) => visit(each.url)));
  };
  await visit('/src/main.tsx');
}

async function stop(): Promise<void> {
  api.kill('SIGTERM');
  await vite.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
api.on('exit', stop);
