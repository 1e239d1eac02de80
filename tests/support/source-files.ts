// The project's sources as text, for tests over all of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** Relative to the project's folder, with slashes. */
  path: string;
  text: string;
  /** The text without comments. */
  code: string;
}

export function sourceFiles(folders = ['src', 'server', 'sw', 'tests']): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => /\.(tsx?|css)$/.test(path))
      .sort()
      .map(read),
  );
}

function read(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1');
  return { path, text, code };
}
