// Build output: files of the first load and styles, read once at the start.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Vite's manifest, used fields only. */
interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
}

const ENTRY_MODULE = 'src/main.tsx';
const LAZY_AREA_MODULE = 'src/features/shop/shop-area.tsx';

export interface BuiltFiles {
  id: string;
  /** Contains client/ and server/. */
  folder: string;
  /** HTML document with placeholders. */
  template: string;
  /** Inline script. */
  listener: string;
  /** Address of the entry module. */
  entry: string;
  /** JavaScript files needed to hydrate a first view, relative to the client folder. */
  firstLoad: string[];
  styles: Styles;
  /** Lazy area rendered on the server: its additional scripts and styles. */
  more: { files: string[]; styles: Styles };
}

/** Style sheets: their text, and their addresses as files. */
export interface Styles {
  text: string;
  files: string[];
}

/** @returns the build for a starting server, or null */
export function findCurrentBuild(builds: string): { id: string; folder: string } | null {
  const file = join(builds, 'current.json');
  if (!existsSync(file)) return null;
  const { id } = JSON.parse(readFileSync(file, 'utf8')) as { id: string };
  const folder = join(builds, id);
  return existsSync(folder) ? { id, folder } : null;
}

export function readBuiltFiles(builds: string): BuiltFiles | null {
  const current = findCurrentBuild(builds);
  if (!current) return null;
  const { id, folder } = current;
  const client = join(folder, 'client');
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >;
  const chunks = collectImports(manifest, ENTRY_MODULE);
  const read = (file: string) => readFileSync(join(client, file), 'utf8');
  const stylesOf = (of: ManifestChunk[]): Styles => {
    const files = of.flatMap((chunk) => chunk.css ?? []);
    return { text: files.map(read).join(''), files: files.map((file) => `/${file}`) };
  };
  const moreChunks = collectImports(manifest, LAZY_AREA_MODULE).filter((chunk) => !chunks.includes(chunk));
  const entry = manifest[ENTRY_MODULE];
  if (!entry) throw new Error(`${folder} was built without ${ENTRY_MODULE}`);
  return {
    id,
    folder,
    template: readFileSync(join(folder, 'template.html'), 'utf8'),
    listener: readFileSync(join(folder, 'listener.js'), 'utf8'),
    entry: `/${entry.file}`,
    firstLoad: chunks.map((chunk) => chunk.file),
    styles: stylesOf(chunks),
    more: { files: moreChunks.map((chunk) => `/${chunk.file}`), styles: stylesOf(moreChunks) },
  };
}

function collectImports(manifest: Record<string, ManifestChunk>, entry: string): ManifestChunk[] {
  const found = new Map<string, ManifestChunk>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || found.has(name)) return;
    found.set(name, chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(entry);
  return [...found.values()];
}
