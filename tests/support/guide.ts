// The commands of docs/deploy.md, run as written, with folders of a test and without a service manager.
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const guide = readFileSync(join(root, 'docs/deploy.md'), 'utf8');

/** Settings and folders of the guide below `folder`. */
export interface GuidePlaces {
  folder: string;
  dataDir: string;
  backups: string;
}

export function guidePlaces(folder: string, settings: Record<string, string>): GuidePlaces {
  const places = { folder, dataDir: join(folder, 'data'), backups: join(folder, 'backups') };
  const bin = join(folder, 'bin');
  mkdirSync(places.backups);
  mkdirSync(bin);
  const lines = Object.entries({ DEMO: '0', DATA_DIR: places.dataDir, ...settings });
  writeFileSync(join(folder, 'etal.env'), lines.map(([name, value]) => `${name}='${value}'\n`).join(''));
  symlinkSync(join(root, 'deploy/market'), join(bin, 'market'));
  for (const name of ['systemctl', 'chown']) {
    writeFileSync(join(bin, name), '#!/bin/sh\n');
    chmodSync(join(bin, name), 0o755);
  }
  return places;
}

/** The block that begins with "```sh NAME", or a command that the guide contains. */
function commandsOf(name: string): string {
  const block = new RegExp(`^\`\`\`sh ${name}\n([\\s\\S]*?)^\`\`\``, 'm').exec(guide)?.[1];
  if (block === undefined && !guide.includes(`\n${name}\n`)) throw new Error(`docs/deploy.md has no "${name}".`);
  return block ?? name;
}

/** @returns its output; rejects if a command fails */
export function runGuide(name: string, { folder, dataDir, backups }: GuidePlaces): Promise<string> {
  const script = commandsOf(name)
    .replaceAll('/var/lib/etal/data', dataDir)
    .replaceAll('/var/backups/etal', backups)
    .replaceAll('/etc/etal/etal.env', join(folder, 'etal.env'))
    .replaceAll('/opt/etal', root);
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    ETAL_SETTINGS: join(folder, 'etal.env'),
    ETAL_BACKUPS: backups,
  };
  return new Promise((resolve, reject) =>
    execFile('bash', ['-euc', script], { cwd: folder, env }, (error, out, errors) =>
      error ? reject(new Error(`${script}\n${out}${errors}`)) : resolve(out),
    ),
  );
}

/** Whether a program of the guide is on this machine. */
export const hasProgram = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
