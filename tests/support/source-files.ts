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

/** @returns the first circle found, as the paths it goes through; types and lazy loads do not count */
export function importCircle(files: SourceFile[]): string[] | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const { target, kind } of byPath.get(path)?.imports ?? []) {
      const circle = kind === 'eager' && target !== null && byPath.has(target) ? visit(target, [...trail, path]) : null;
      if (circle) return circle;
    }
    done.add(path);
    return null;
  };
  for (const { path } of files) {
    const circle = visit(path, []);
    if (circle) return circle;
  }
  return null;
}
