// Size budgets: prints what a build weighs, in kB (1000 bytes) of brotli, and fails above a budget.
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Built, readBuilt } from '../web/assets/built.ts';

interface Size {
  what: string;
  size: number;
  budget: number;
}

/** What every page loads once it lives and has nothing better to do, beside what a feature asks for. */
const onIdle = /^(engine|service-worker-client|workbox-window)\b.*\.js$/;

const sumOf = (scripts: readonly Buffer[]) =>
  scripts.map((script) => brotliCompressSync(script).length).reduce((sum, size) => sum + size, 0) / 1000;

function current(builds: string): Built {
  const built = readBuilt(builds);
  if (!built) throw new Error('Nothing is built: run npm run build');
  return built;
}

/** The JavaScript that a first view loads before it can hydrate: home, category and product come in the entry. */
function firstLoadSize(builds: string): number {
  const { listener, firstLoad, folder } = current(builds);
  return sumOf([...firstLoad.map((file) => readFileSync(join(folder, 'client', file))), Buffer.from(listener)]);
}

/** With all that they cannot run without, as far as the first view has not brought it. */
function idleFiles(builds: string): string[] {
  const { firstLoad, folder } = current(builds);
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    readFileSync(join(folder, 'client/.vite/manifest.json'), 'utf8'),
  );
  const files = new Set<string>();
  const take = ({ file, imports = [] }: { file: string; imports?: string[] }) => {
    if (files.has(file) || firstLoad.includes(file)) return;
    files.add(file);
    for (const name of imports) if (manifest[name]) take(manifest[name]);
  };
  for (const chunk of Object.values(manifest)) if (onIdle.test(basename(chunk.file))) take(chunk);
  return [...files];
}

function sizes(builds: string): Size[] {
  const { folder } = current(builds);
  const idle = idleFiles(builds).map((file) => readFileSync(join(folder, 'client', file)));
  // With the digests of all files of the precache list.
  const worker = statSync(join(folder, 'client/service-worker.js.br')).size / 1000;
  return [
    { what: 'First load', size: firstLoadSize(builds), budget: 116 },
    { what: 'Idle code', size: sumOf(idle), budget: 80 },
    { what: 'Service worker', size: worker, budget: 84 },
  ];
}

/** @param builds the folder of builds */
export function printSizes(builds: string): void {
  for (const { what, size, budget } of sizes(builds)) {
    console.log(`${what}: ${size.toFixed(1)} kB brotli (budget ${budget})`);
    if (size <= budget) continue;
    console.error(`${what} is over its budget.`);
    process.exitCode = 1;
  }
}
