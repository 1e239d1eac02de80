// Reads once what a build left on the disk: which files make up the first load, and the styles that stand in each page.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Vite's manifest, as far as it is read here. */
interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
}

const ENTRY = 'src/main.tsx';
const MORE = 'src/features/shop/shop-area.tsx';

export interface Built {
  id: string;
  /** Holds client/, server/ and, for pages still open, earlier/. */
  folder: string;
  /** The document around every page, with its marks. */
  template: string;
  /** The script that stands inline in it. */
  listener: string;
  /** Address of the entry module. */
  entry: string;
  /** Files of JavaScript that the browser needs before it can hydrate any first view, under the client folder. */
  firstLoad: string[];
  styles: Styles;
  /** The lazy area that the server draws too: its scripts and its styles beyond those of the first load. */
  more: { files: string[]; styles: Styles };
}

/** Style sheets: their whole text, and the addresses of the same as files. */
export interface Styles {
  text: string;
  files: string[];
}

/** The build that a starting server takes. Null when nothing was built. */
export function currentBuild(builds: string): { id: string; folder: string } | null {
  const file = join(builds, 'current.json');
  if (!existsSync(file)) return null;
  const { id } = JSON.parse(readFileSync(file, 'utf8')) as { id: string };
  const folder = join(builds, id);
  return existsSync(folder) ? { id, folder } : null;
}

export function readBuilt(builds: string): Built | null {
  const current = currentBuild(builds);
  if (!current) return null;
  const { id, folder } = current;
  const client = join(folder, 'client');
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >;
  const chunks = withImports(manifest, ENTRY);
  const read = (file: string) => readFileSync(join(client, file), 'utf8');
  const stylesOf = (of: ManifestChunk[]): Styles => {
    const files = of.flatMap((chunk) => chunk.css ?? []);
    return { text: files.map(read).join(''), files: files.map((file) => `/${file}`) };
  };
  const moreChunks = withImports(manifest, MORE).filter((chunk) => !chunks.includes(chunk));
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`${folder} was built without ${ENTRY}`);
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

function withImports(manifest: Record<string, ManifestChunk>, entry: string): ManifestChunk[] {
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
