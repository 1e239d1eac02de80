// Reads once what a build left on the disk: which files make up the first load, and the styles that stand in each page.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStyles, type StyleTree } from './critical-css.ts';

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
  /** The scripts that stand inline in it. */
  early: readonly string[];
  /** Address of the entry module. */
  entry: string;
  /** Files of JavaScript that the browser needs before it can hydrate any first view, under the client folder. */
  firstLoad: string[];
  /** Styles of the first load, whole and as a tree to choose from. */
  css: string;
  styles: StyleTree;
  /** Addresses of the same styles as files. */
  cssFiles: string[];
  /** The lazy area that the server draws too: its scripts beyond the first load, and its styles. */
  more: { files: string[]; styles: StyleTree };
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
  const cssFiles = chunks.flatMap((chunk) => chunk.css ?? []);
  const css = cssFiles.map(read).join('');
  const moreChunks = withImports(manifest, MORE).filter((chunk) => !chunks.includes(chunk));
  const moreCss = moreChunks.flatMap((chunk) => chunk.css ?? []).map(read);
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`${folder} was built without ${ENTRY}`);
  return {
    id,
    folder,
    template: readFileSync(join(folder, 'template.html'), 'utf8'),
    early: ['listener.js', 'face.js'].map((file) => readFileSync(join(folder, file), 'utf8')),
    entry: `/${entry.file}`,
    firstLoad: chunks.map((chunk) => chunk.file),
    css,
    styles: parseStyles(css),
    cssFiles: cssFiles.map((file) => `/${file}`),
    more: { files: moreChunks.map((chunk) => `/${chunk.file}`), styles: parseStyles(moreCss.join('')) },
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
