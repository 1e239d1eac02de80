// A password typed on a terminal, by the command as an operator runs it: on a terminal of its own, which `script` makes.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPassword } from '#server/access/passwords.ts';
import { openDatabase } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { addUser } from '#server/market/accounts/roles.ts';
import { copyStartedFolder } from '../../support/market-folder.ts';

const LIMIT = 120_000;
const EMAIL = 'marie@causse.example';
const FIRST = 'Premier-mot-1';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const command = `"${process.execPath}" --import tsx server/market/cli.ts user password ${EMAIL}`;

let folder: string;
beforeAll(async () => {
  folder = await copyStartedFolder();
  const database = await openDatabase({ dataDir: folder });
  await addUser(database.db, EMAIL, { operator: 'administrator' }, async () => FIRST, new Date());
  await database.close();
}, LIMIT);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function isPassword(password: string): Promise<boolean> {
  const database = await openDatabase({ dataDir: folder });
  const [user] = await database.db.select().from(users).where(eq(users.email, EMAIL));
  await database.close();
  return checkPassword(user?.passwordHash ?? '', password);
}

const environment = () => ({ ...process.env, DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', LANG: 'C.UTF-8' });

interface Terminal {
  /** All that stands on it. */
  shown: () => string;
  /** Types when this is asked, and not before. */
  answer(question: string, typed: string): Promise<void>;
  ended: Promise<unknown>;
}

/** @param line of a shell */
function onTerminal(line: string): Terminal {
  const child: ChildProcessWithoutNullStreams = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: root,
    env: environment(),
  });
  let shown = '';
  let read = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk) => (shown += chunk));
  return {
    shown: () => shown,
    answer: async (question, typed) => {
      await expect.poll(() => shown.indexOf(question, read), { timeout: LIMIT }).toBeGreaterThanOrEqual(0);
      read = shown.indexOf(question, read) + question.length;
      child.stdin.write(typed);
    },
    ended: once(child, 'close'),
  };
}

describe.runIf(existsSync('/usr/bin/script'))('on a terminal', { timeout: LIMIT }, () => {
  test('the password is not shown; repeated entry when too short or different; control keys are ignored', async () => {
    const terminal = onTerminal(command);
    await terminal.answer('Mot de passe (8 caractères au moins)', '\u001b[A\u001b[Dcourt\r');
    await terminal.answer('Le mot de passe doit compter au moins 8 caractères.', '');
    await terminal.answer('Mot de passe (8 caractères au moins)', 'Bien-choisi-1\r');
    await terminal.answer('Encore une fois', 'Bien-choisi-2\r');
    await terminal.answer('Les deux mots de passe diffèrent', '');
    await terminal.answer('Mot de passe (8 caractères au moins)', 'de travers\u0015Bien-chosi\u007f\u007fisi-3\r');
    await terminal.answer('Encore une fois', 'Bien-choisi-3\r');
    await terminal.ended;
    expect(terminal.shown()).toContain(`Mot de passe changé\u00a0: ${EMAIL}.`);
    expect(terminal.shown()).not.toMatch(/court|ien-cho|travers/);
    expect(await isPassword('Bien-choisi-3')).toBe(true);
  });

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])("%s changes nothing, reports it, and restores the terminal's echo", async (_key, pressed) => {
    const terminal = onTerminal(`${command}; echo "code $?"; stty -a`);
    await terminal.answer('Mot de passe (8 caractères au moins)', pressed);
    await terminal.ended;
    expect(terminal.shown()).toMatch(/Abandonné\s: rien n’est changé\.[\s\S]*code 1\b/);
    expect(terminal.shown()).toMatch(/ echo /);
    expect(terminal.shown()).not.toMatch(/^\s+at /m);
    expect(existsSync(`${folder}/etal.lock`)).toBe(false);
  });
});

test('without a terminal the first piped line is the password; a short one is refused', {
  timeout: LIMIT,
}, async () => {
  const run = async (typed: string) => {
    const child = spawn('sh', ['-c', command], { cwd: root, env: environment() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.stdin.end(typed);
    const [code] = await once(child, 'close');
    return { code, output };
  };
  expect(await run('')).toEqual({ code: 1, output: expect.stringMatching(/^Un mot de passe est attendu\u00a0: /) });
  const refused = await run('court\n');
  expect(refused).toEqual({ code: 1, output: 'Le mot de passe doit compter au moins 8 caractères.\n' });
  const changed = await run('Par-un-fichier-4\nune autre ligne\n');
  expect(changed).toMatchObject({ code: 0, output: expect.stringContaining('Mot de passe changé') });
  expect(await isPassword('Par-un-fichier-4')).toBe(true);
});
