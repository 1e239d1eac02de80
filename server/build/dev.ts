// `npm run dev`: the API, started again whenever its sources change, and Vite with hot replacement in front of it.
// Guarantee: the address is said once the page behind it lives and no longer changes by itself.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { loadSigningKeys } from '../access/signing-keys.ts';
import { announcement } from '../process/announcement.ts';
import { readEnv } from '../runtime/env.ts';
import { DEV_PID, endWith } from './end-with.ts';

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

/** What the server writes into the page in production: the keys that verify the market's tokens, and what market it is. */
function marketKeys(): Plugin {
  return {
    name: 'etal-market-keys',
    async transformIndexHtml(html) {
      const { publicKeys } = await loadSigningKeys(join(env.dataDir, 'keys'));
      const withKeys = html.replace('data-jwt-keys="[]"', () => `data-jwt-keys='${JSON.stringify(publicKeys)}'`);
      return env.demo ? withKeys.replace('"Démonstration" hidden', '"Démonstration"') : withKeys;
    },
  };
}

// What started it (npm) may be killed without a word.
endWith(process.ppid, stop);

const target = `http://127.0.0.1:${apiPort}`;
const vite = await createServer({
  root,
  // Updates and reloads are seen in the page; what goes wrong is said.
  logLevel: 'warn',
  clearScreen: false,
  // Lazy parts, too: a dependency that is met later makes every open page reload.
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}'] },
  plugins: [marketKeys()],
  server: {
    host: env.host,
    port: env.port,
    strictPort: true,
    proxy: { '/api': target, '/media': target, '/paiement': target },
  },
});
await vite.listen();
await Promise.all([untilServed(`${target}/api/health`), warmUp()]);
for (const line of announcement(env, publicUrl)) process.stdout.write(`${line}\n`);

async function untilServed(url: string): Promise<void> {
  const isServed = () =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isServed())) await pause(100);
}

/** Asks for every module of the page as a browser would, so that dependencies are bundled before anybody opens it. */
async function warmUp(): Promise<void> {
  const { client } = vite.environments;
  const seen = new Set<string>();
  const visit = async (url: string): Promise<void> => {
    if (seen.has(url)) return;
    seen.add(url);
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
