// Size budgets: prints the sizes of a build in kB (1000 bytes) of brotli, and fails above a budget.
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BuiltFiles, readBuiltFiles } from '../web/assets/built.ts';

interface BudgetedSize {
  what: string;
  size: number;
  budget: number;
}

/** Chunks that every page loads when idle, in addition to its features. */
const idleChunk = /^(engine|service-worker-client|workbox-window)\b.*\.js$/;

const compressedSize = (scripts: readonly Buffer[]) =>
  scripts.map((script) => brotliCompressSync(script).length).reduce((sum, size) => sum + size, 0) / 1000;

function requireBuild(builds: string): BuiltFiles {
  const built = readBuiltFiles(builds);
  if (!built) throw new Error('Nothing is built: run npm run build');
  return built;
}

/** JavaScript needed before the first view hydrates; the entry includes home, category and product. */
function measureFirstLoad(builds: string): number {
  const { listener, firstLoad, folder } = requireBuild(builds);
  return compressedSize([
    ...firstLoad.map((file) => readFileSync(join(folder, 'client', file))),
    Buffer.from(listener),
  ]);
}

/** Idle chunks with their imports, without those of the first view. */
function listIdleFiles(builds: string): string[] {
  const { firstLoad, folder } = requireBuild(builds);
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    readFileSync(join(folder, 'client/.vite/manifest.json'), 'utf8'),
  );
  const files = new Set<string>();
  const addWithImports = ({ file, imports = [] }: { file: string; imports?: string[] }) => {
    if (files.has(file) || firstLoad.includes(file)) return;
    files.add(file);
    for (const name of imports) if (manifest[name]) addWithImports(manifest[name]);
  };
  for (const chunk of Object.values(manifest)) if (idleChunk.test(basename(chunk.file))) addWithImports(chunk);
  return [...files];
}

function measureSizes(builds: string): BudgetedSize[] {
  const { folder } = requireBuild(builds);
  const idle = listIdleFiles(builds).map((file) => readFileSync(join(folder, 'client', file)));
  // Includes the digests of the precache list.
  const worker = statSync(join(folder, 'client/service-worker.js.br')).size / 1000;
  return [
    { what: 'First load', size: measureFirstLoad(builds), budget: 117 },
    { what: 'Idle code', size: compressedSize(idle), budget: 80 },
    { what: 'Service worker', size: worker, budget: 85 },
  ];
}

/** @param builds folder of builds */
export function printSizes(builds: string): void {
  for (const { what, size, budget } of measureSizes(builds)) {
    console.log(`${what}: ${size.toFixed(1)} kB brotli (budget ${budget})`);
    if (size <= budget) continue;
    console.error(`${what} is over its budget.`);
    process.exitCode = 1;
  }
}
