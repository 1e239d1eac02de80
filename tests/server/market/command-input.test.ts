// What an operator types: options that npm keeps for itself, and slips.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { explainCommandError } from '#server/market/command-errors.ts';
import { optionsKeptByNpm, parseArguments, UsageError } from '#server/market/command-input.ts';
import { readEnv } from '#server/runtime/env.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const saidOf = (args: string[]) => {
  try {
    parseArguments(args);
  } catch (error) {
    return explainCommandError(error, null);
  }
  return null;
};

describe('an option', () => {
  test('that npm keeps for want of the two hyphens is one that the command never got', () => {
    expect(optionsKeptByNpm({ npm_config_dry_run: 'true', npm_config_loglevel: 'silent' })).toEqual(['--dry-run']);
    expect(optionsKeptByNpm({ npm_config_prune: 'true', npm_config_overwrite: 'true' })).toEqual([
      '--prune',
      '--overwrite',
    ]);
    expect(optionsKeptByNpm({ npm_config_dry_run: '', npm_config_store: undefined })).toEqual([]);
  });

  test('that npm kept ends the command before it does anything', { timeout: 60_000 }, () => {
    const run = (...args: string[]) => {
      const { status, stderr } = spawnSync('npm', ['run', '--silent', 'market', ...args], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: '/nowhere/at/all' },
      });
      return { status, stderr };
    };
    const kept = run('import', 'docs/market-example', '--dry-run');
    expect(kept.status).toBe(1);
    expect(kept.stderr).toMatch(
      /^npm a gardé --dry-run pour lui\u00a0: écrivez «\u00a0--\u00a0» après «\u00a0npm run market\u00a0»/,
    );
    expect(run('--', 'check', 'docs/market-example')).toEqual({ status: 0, stderr: '' });
  });

  test('that does not exist, lacks its value or takes none is named, in French and without the whole help', () => {
    const help = '\nLes commandes\u00a0: npm run market -- help';
    expect(saidOf(['import', 'x', '--dryrun'])).toBe(`Option inconnue\u00a0: --dryrun.${help}`);
    expect(saidOf(['import', 'x', '-n'])).toBe(`Option inconnue\u00a0: -n.${help}`);
    expect(saidOf(['user', 'add', 'x', '--store'])).toBe(`L’option --store attend une valeur.${help}`);
    expect(saidOf(['user', 'add', 'x', '--store', '--admin'])).toBe(`L’option --store attend une valeur.${help}`);
    expect(saidOf(['import', 'x', '--prune=oui'])).toBe(`L’option --prune ne prend pas de valeur.${help}`);
    expect(saidOf(['import', 'x', '--prune'])).toBeNull();
  });
});

test('a setting that cannot be used is named, without a stack', { timeout: 60_000 }, () => {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'market', '--', 'mails'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '127.0.0.1/etal' },
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Réglages à corriger\u00a0:\n {2}- DATABASE_URL attend une adresse comme .*\n$/);
});

describe('a path outside the data of the market', () => {
  const env = readEnv({ DATA_DIR: '/var/lib/etal/data' });
  const said = (code: string, path: string) =>
    explainCommandError(Object.assign(new Error(code), { code, syscall: 'open', path }), env);

  test('is the one to look at, not DATA_DIR', () => {
    const rights =
      '/srv/market/shops n’est pas accessible à l’utilisateur du marché\u00a0: vérifiez ses droits (docs/deploy.md dit où le service lit et écrit).';
    for (const code of ['EACCES', 'EPERM', 'EROFS']) expect(said(code, '/srv/market/shops')).toBe(rights);
    expect(said('EACCES', '/var/lib/etal/data/files')).toMatch(/droits du dossier DATA_DIR/);
  });

  test('that cannot be written is a sentence, whatever it lacks', () => {
    expect(said('ENOENT', '/nowhere/relevés.csv')).toBe(
      'Le dossier /nowhere n’existe pas\u00a0: créez-le, ou donnez un autre chemin.',
    );
    expect(said('EEXIST', '/srv/relevés.csv')).toBe('/srv/relevés.csv existe déjà\u00a0: donnez un autre nom.');
    expect(said('EISDIR', '/srv')).toBe('/srv est un dossier\u00a0: donnez le nom d’un fichier.');
    expect(said('ENOTDIR', '/srv/a.csv/b.csv')).toBe('/srv/a.csv n’est pas un dossier\u00a0: donnez un autre chemin.');
  });
});

test('a word too few or too many is one sentence with the way to the help', () => {
  expect(explainCommandError(new UsageError('Cette commande attend un dossier, et rien d’autre.'), null)).toBe(
    'Cette commande attend un dossier, et rien d’autre.\nLes commandes\u00a0: npm run market -- help',
  );
});
