// `npm run dev`: the API, started again whenever its sources change, and Vite with hot replacement in front of it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { loadSigningKeys } from './access/signing-keys.ts';
import { readEnv } from './runtime/env.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
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

const target = `http://127.0.0.1:${apiPort}`;
const vite = await createServer({
  root,
  plugins: [marketKeys()],
  server: {
    host: env.host,
    port: env.port,
    strictPort: true,
    proxy: { '/api': target, '/media': target, '/paiement': target },
  },
});
await vite.listen();
vite.printUrls();

async function stop(): Promise<void> {
  api.kill('SIGTERM');
  await vite.close();
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
api.on('exit', stop);
