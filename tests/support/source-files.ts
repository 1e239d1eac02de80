// The project's sources as the rules of its architecture see them: files, and who imports whom.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Import {
  /** What stands between the quotes. */
  specifier: string;
  /** Path of the file in the project, or null for a package. */
  target: string | null;
  /** type: nothing remains of it when the program runs; lazy: loaded when a function asks for it. */
  kind: 'eager' | 'lazy' | 'type';
}
export interface SourceFile {
  /** From the project's folder, with slashes. */
  path: string;
  text: string;
  /** The text without comments. */
  code: string;
  imports: Import[];
}

const aliases: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports;

export function sourceFiles(folders = ['src', 'server', 'sw', 'tests']): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => /\.(tsx?|css)$/.test(path))
      .sort()
      .map(read),
  );
}

/** Every folder and file of the sources, from the project's folder. */
export function allPaths(folders = ['src', 'server', 'sw', 'tests', 'public']): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name.replaceAll('\\', '/')),
    ),
  );
}

function read(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1');
  return { path, text, code, imports: path.endsWith('.css') ? [] : importsOf(path, code) };
}

const names = String.raw`\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:\s*,\s*(?:\{[^}]*\}|\*\s+as\s+\w+))?`;
const statement = new RegExp(
  String.raw`(?:^|\n)\s*(?:import|export)\s+(type\s+)?(${names})\s+from\s+['"]([^'"\n]+)['"]`,
  'g',
);
const effect = /(?:^|\n)\s*import\s+['"]([^'"\n]+)['"]/g;
const call = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

function importsOf(path: string, code: string): Import[] {
  const found: Import[] = [];
  for (const [, type, list = '', specifier = ''] of code.matchAll(statement)) {
    found.push(importOf(path, specifier, type !== undefined || onlyTypes(list) ? 'type' : 'eager'));
  }
  for (const [, specifier = ''] of code.matchAll(effect)) found.push(importOf(path, specifier, 'eager'));
  for (const [, specifier = ''] of code.matchAll(call)) found.push(importOf(path, specifier, 'lazy'));
  return found;
}

function onlyTypes(names: string): boolean {
  const list = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  if (list === undefined) return false;
  const each = list.split(',').map((name) => name.trim());
  return each.filter((name) => name !== '').every((name) => name.startsWith('type '));
}

function importOf(path: string, specifier: string, kind: Import['kind']): Import {
  return { specifier, target: resolve(path, specifier.replace(/\?.*$/, '')), kind };
}

function resolve(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(path), specifier));
  for (const [alias, target] of Object.entries(aliases)) {
    const place = target.replace(/^\.\//, '');
    if (alias === specifier) return place;
    const stem = alias.replace(/\*$/, '');
    if (alias.endsWith('*') && specifier.startsWith(stem)) return place.replace('*', specifier.slice(stem.length));
  }
  return null;
}

/** @returns the first circle found, as the paths it goes through; imports of types and lazy loads count like any other */
export function importCircle(files: Pick<SourceFile, 'path' | 'imports'>[]): string[] | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return circleIn([...byPath.keys()], (path) =>
    (byPath.get(path)?.imports ?? []).flatMap(({ target }) => (target !== null && byPath.has(target) ? [target] : [])),
  );
}

/** @returns the first circle of a graph, its first node again at the end; null where there is none */
export function circleIn(nodes: string[], next: (node: string) => string[]): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, trail: string[]): string[] | null => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const one of next(node)) {
      const circle = visit(one, [...trail, node]);
      if (circle) return circle;
    }
    done.add(node);
    return null;
  };
  for (const node of nodes) {
    const circle = visit(node, []);
    if (circle) return circle;
  }
  return null;
}

/** A floor's rooms from top to bottom, and '.' for the files beside them. */
export type Rooms = Readonly<Record<string, readonly string[]>>;

/** The room of a path on this floor; null elsewhere. */
const roomOf = (floor: string, path: string) => {
  if (!path.startsWith(`${floor}/`)) return null;
  const rest = path.slice(floor.length + 1).split('/');
  return rest.length === 1 ? '.' : (rest[0] ?? null);
};

/** @returns imports that go up, or into a room that the order does not name, as 'from → to' */
export function upwardImports(files: Pick<SourceFile, 'path' | 'imports'>[], rooms: Rooms): string[] {
  return Object.entries(rooms).flatMap(([floor, order]) =>
    files.flatMap(({ path, imports }) => {
      const from = roomOf(floor, path);
      if (from === null) return [];
      const at = order.indexOf(from);
      return imports
        .filter(({ target }) => {
          const to = target === null ? null : roomOf(floor, target);
          return to !== null && to !== from && (at < 0 || order.indexOf(to) < at);
        })
        .map(({ target }) => `${path} → ${target}`);
    }),
  );
}

/** Folders that show some of their files only: those that others may import. */
export type Faces = Readonly<Record<string, readonly string[]>>;

/** @returns imports of what a folder does not show, as 'from → to'; styles are shared by name, not by folder */
export function importsPastFaces(files: Pick<SourceFile, 'path' | 'imports'>[], faces: Faces): string[] {
  return Object.entries(faces).flatMap(([folder, shown]) =>
    files
      .filter(({ path }) => !path.startsWith(`${folder}/`))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => target?.startsWith(`${folder}/`) && !target.endsWith('.css'))
          .filter(({ target }) => !shown.includes(target?.slice(folder.length + 1) ?? ''))
          .map(({ target }) => `${path} → ${target}`),
      ),
  );
}

/** @returns what a folder shows although nobody outside looks at it, or that is not there */
export function unusedFaces(files: Pick<SourceFile, 'path' | 'imports'>[], faces: Faces): string[] {
  return Object.entries(faces).flatMap(([folder, shown]) => {
    const asked = new Set(
      files
        .filter(({ path }) => !path.startsWith(`${folder}/`))
        .flatMap(({ imports }) => imports.map(({ target }) => target)),
    );
    return shown.map((name) => `${folder}/${name}`).filter((path) => !asked.has(path));
  });
}
