// The server's own sources as one program, made once for a run: each of the hundreds of markets that a run starts would else
// read and strip some three hundred files first. `npm start` itself is what the suite of starting and stopping runs.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What can be started: the market as it is, one after another, on builds of its own, and before a stand-in for Stripe. */
const programs = {
  start: 'server/start.ts',
  markets: 'tests/browser/serve-markets.ts',
  builds: 'tests/browser/serve-builds.ts',
  stripe: 'tests/browser/serve-stripe.ts',
};

export type Program = keyof typeof programs;

/** Each file goes on finding what lies beside it. */
const whereItLies = {
  name: 'where-it-lies',
  transform(code: string, id: string) {
    const [file = id] = id.split('?');
    if (file.includes('/node_modules/') || !code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
  },
};

/** @returns the folder of the programs, and what drops it */
export async function makePrograms(): Promise<{ folder: string; drop: () => Promise<void> }> {
  // Under node_modules: what they import is found from there.
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'etal-programs-'));
  const mode = process.env.NODE_ENV;
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [whereItLies],
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { input: programs, checks: { pluginTimings: false } },
    },
  });
  if (mode === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = mode;
  return { folder, drop: () => rm(folder, { recursive: true, force: true }) };
}

/** @returns what Node.js is given to run this program: as it was made for the run, else its source */
export function programOf(name: Program): string[] {
  const made = join(process.env.ETAL_JOURNEYS_PROGRAMS ?? '', `${name}.js`);
  return process.env.ETAL_JOURNEYS_PROGRAMS && existsSync(made) ? [made] : ['--import', 'tsx', programs[name]];
}
