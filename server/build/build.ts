// Front-end build: browser bundle, service worker, server rendering bundle, and brotli and gzip copies of all files.
// `npm run build` also checks sizes (sizes.ts).
// Guarantee: each build has its own folder, named by the hash of its sources and made current at the end, so a running
// server always sees a complete build.
import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Rolldown } from 'vite';
import { exitWithParent, runInChildProcess } from '../process/child-process.ts';
import { findCurrentBuild } from '../web/assets/built.ts';
import { buildAdministration } from './administration.ts';
import { lockBuild } from './build-lock.ts';
import { printSizes } from './sizes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const builtFolder = join(root, 'dist');

const ONE_DAY_MS = 24 * 3_600_000;
const RETENTION_MS = 14 * ONE_DAY_MS;
/** For machines that build many times a day. */
const MAX_BUILDS = 20;
const COMPRESSED = /\.(js|css|json)$/;
/** Smaller files fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 300;

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Hash of all build inputs. */
function hashSources(): string {
  const hash = createHash('sha256');
  const single = ['index.html', 'administration.html', 'vite.config.ts', 'package.json', 'package-lock.json'].map(
    (name) => join(root, name),
  );
  const folders = ['src', 'sw', 'server/build'].flatMap((name) => listFiles(join(root, name)));
  for (const file of [...single, ...folders]) {
    if (file.endsWith('.tsbuildinfo')) continue;
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 20);
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

async function compressFile(file: string): Promise<void> {
  const content = readFileSync(file);
  if (content.length < MIN_COMPRESSED_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, await compressBrotli(content, { params }));
  writeFileSync(`${file}.gz`, await compressGzip(content, { level: 9 }));
}

/** The inline script of every page. */
async function buildInlineScript(): Promise<string> {
  const { build: viteBuild } = await import('vite');
  const input = join(root, 'src/app/early/listener.ts');
  const built = await viteBuild({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, modulePreload: false, rolldownOptions: { input, output: { format: 'iife' } } },
  });
  return (built as Rolldown.RolldownOutput).output[0].code.trim();
}

interface BuildOptions {
  /** Folder of all builds. */
  folder?: string;
  /** Build id; defaults to the hash of the sources. */
  id?: string;
}

/** @returns duration in seconds */
export async function build({ folder: builds = builtFolder, id = hashSources() }: BuildOptions = {}): Promise<string> {
  // Vite is loaded for builds only.
  const { build: viteBuild } = await import('vite');
  const draft = join(builds, `draft-${randomUUID()}`);
  const started = Date.now();
  mkdirSync(draft, { recursive: true });
  process.env.ETAL_BUILD_ID = id;
  // Tests and the development server get the production build of React as well.
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  const outDir = (name: string) => ({ outDir: join(draft, name), emptyOutDir: true });
  try {
    await viteBuild({ root, logLevel: 'warn', build: { ...outDir('server'), ssr: 'src/app/server-entry.tsx' } });
    await viteBuild({ root, logLevel: 'warn', build: outDir('client') });
    await buildAdministration(root, draft);
    copyFileSync(join(root, 'index.html'), join(draft, 'template.html'));
    writeFileSync(join(draft, 'listener.js'), await buildInlineScript());
    const served = listFiles(join(draft, 'client')).filter(
      (file) => COMPRESSED.test(file) && !file.includes('/.vite/'),
    );
    await Promise.all(served.map(compressFile));
    const before = findCurrentBuild(builds);
    const folder = join(builds, id);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    writeFileSync(join(builds, 'current.json'), JSON.stringify({ id }));
    if (before && before.id !== id) utimesSync(before.folder, Date.now() / 1000, Date.now() / 1000);
  } finally {
    process.env.NODE_ENV = mode;
    if (mode === undefined) delete process.env.NODE_ENV;
    rmSync(draft, { recursive: true, force: true });
  }
  dropOldBuilds(builds, id);
  return ((Date.now() - started) / 1000).toFixed(1);
}

/** A server may still run an earlier build: its folder stays as long as its pages may be open. */
export function dropOldBuilds(builds: string, current: string, now = Date.now()): void {
  const old = readdirSync(builds)
    .filter((name) => name !== current && name !== 'current.json')
    .map((name) => ({ name, age: now - statSync(join(builds, name)).mtimeMs }))
    .sort((a, b) => a.age - b.age);
  for (const [index, { name, age }] of old.entries()) {
    const isMany = index >= MAX_BUILDS || name.startsWith('draft-');
    if (age > (isMany ? ONE_DAY_MS : RETENTION_MS)) rmSync(join(builds, name), { recursive: true, force: true });
  }
}

/** Builds if the sources have changed; parallel calls build once. */
export async function buildIfNeeded(): Promise<void> {
  if (!isBuilt()) await runInChildProcess(['server/build/build.ts', 'if-needed']);
}

const isBuilt = (): boolean => findCurrentBuild(builtFolder)?.id === hashSources();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  exitWithParent();
  const unlock = await lockBuild(console.log);
  const isAsked = process.argv[2] !== 'if-needed';
  if (isAsked || !isBuilt()) {
    if (!isAsked) console.log('Construction des pages (une seule fois par version)…');
    const builtIn = await build();
    console.log(isAsked ? `Built in ${builtIn} s` : `  pages prêtes en ${builtIn.replace('.', ',')} s`);
    if (isAsked) printSizes(builtFolder);
  }
  unlock();
}
