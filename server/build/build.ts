// Builds the front end: the browser's bundle with its service worker, the server's rendering bundle, and every file again
// as brotli and gzip. `npm run build` also measures it (sizes.ts).
// Guarantee: each build has its own folder, named by its sources and made current at the end, so a running server never sees
// half a build nor loses its own; files of earlier builds stay reachable for two weeks after they were replaced, for pages
// that are still open.
import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Rolldown } from 'vite';
import { endWithWhoAsked, runInOwnProcess } from '../process/child-process.ts';
import { currentBuild } from '../web/assets/built.ts';
import { lockBuild } from './build-lock.ts';
import { printSizes } from './sizes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const builtFolder = join(root, 'dist');

const ONE_DAY_MS = 24 * 3_600_000;
const KEPT_FOR_MS = 14 * ONE_DAY_MS;
/** Whoever builds many times a day keeps the newest of them. */
const MOST_EARLIER = 6000;
const MOST_BUILDS = 20;
const COMPRESSED = /\.(js|css|svg|json|webmanifest)$/;
/** Smaller files fit into one packet as they are. */
const WORTH_COMPRESSING = 300;

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Of everything that goes into a build. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  const single = ['index.html', 'vite.config.ts', 'package.json', 'package-lock.json'].map((name) => join(root, name));
  const folders = ['src', 'sw', 'public', 'server/build'].flatMap((name) => filesUnder(join(root, name)));
  for (const file of [...single, ...folders]) {
    if (file.endsWith('.tsbuildinfo')) continue;
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 20);
}

const brotli = promisify(brotliCompress);
const gunzipable = promisify(gzip);

async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  if (content.length < WORTH_COMPRESSING) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, await brotli(content, { params }));
  writeFileSync(`${file}.gz`, await gunzipable(content, { level: 9 }));
}

/**
 * Assets of the builds before this one, for pages that still name them; dropped two weeks after they were replaced: a file's
 * time says when that was. They are the same files under another name, so keeping them costs no room.
 */
export function keepEarlier(from: string, to: string, now = Date.now()): void {
  const replaced = (folder: string, at?: number) =>
    filesUnder(join(from, folder)).map((file) => {
      return { file, name: relative(join(from, folder), file), at: at ?? statSync(file).mtimeMs };
    });
  const earlier = [...replaced('client/assets', now), ...replaced('earlier/assets')]
    .filter(({ name, at }) => !existsSync(join(to, 'client/assets', name)) && now - at <= KEPT_FOR_MS)
    .sort((a, b) => b.at - a.at);
  for (const { file, name, at } of earlier.slice(0, MOST_EARLIER)) {
    const target = join(to, 'earlier/assets', name);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    linkSync(file, target);
    utimesSync(target, at / 1000, at / 1000);
  }
}

/** The script that stands inline in every page. */
async function inlineScript(): Promise<string> {
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
  /** Where the builds are. */
  folder?: string;
  /** Names the build: its sources unless given. */
  id?: string;
}

/** @returns the seconds it took */
export async function build({ folder: builds = builtFolder, id = sourcesHash() }: BuildOptions = {}): Promise<string> {
  // Only who builds loads the tool.
  const { build: viteBuild } = await import('vite');
  const draft = join(builds, `draft-${randomUUID()}`);
  const started = Date.now();
  mkdirSync(draft, { recursive: true });
  process.env.ETAL_BUILD_ID = id;
  // A test or a development server that builds gets what a market serves, not React's development code.
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  const outDir = (name: string) => ({ outDir: join(draft, name), emptyOutDir: true });
  try {
    await viteBuild({ root, logLevel: 'warn', build: { ...outDir('server'), ssr: 'src/app/server-entry.tsx' } });
    await viteBuild({ root, logLevel: 'warn', build: outDir('client') });
    copyFileSync(join(root, 'index.html'), join(draft, 'template.html'));
    writeFileSync(join(draft, 'listener.js'), await inlineScript());
    const served = filesUnder(join(draft, 'client')).filter(
      (file) => COMPRESSED.test(file) && !file.includes('/.vite/'),
    );
    await Promise.all(served.map(compress));
    const before = currentBuild(builds);
    if (before) keepEarlier(before.folder, draft);
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

/** A server may still be running on an earlier build: its folder stays as long as its pages may be open. */
export function dropOldBuilds(builds: string, current: string, now = Date.now()): void {
  const old = readdirSync(builds)
    .filter((name) => name !== current && name !== 'current.json')
    .map((name) => ({ name, age: now - statSync(join(builds, name)).mtimeMs }))
    .sort((a, b) => a.age - b.age);
  for (const [index, { name, age }] of old.entries()) {
    const isMany = index >= MOST_BUILDS || name.startsWith('draft-');
    if (age > (isMany ? ONE_DAY_MS : KEPT_FOR_MS)) rmSync(join(builds, name), { recursive: true, force: true });
  }
}

/** Builds when the sources are not those of the last build; processes that ask at the same time build once. */
export async function buildIfNeeded(): Promise<void> {
  if (!isBuilt()) await runInOwnProcess(['server/build/build.ts', 'if-needed']);
}

const isBuilt = (): boolean => currentBuild(builtFolder)?.id === sourcesHash();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endWithWhoAsked();
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
