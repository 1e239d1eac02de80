// Operator commands in the running server: what a terminal sends and sees.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommandFailed, type CommandTerminal, listenForCommands, runInServer } from '#server/market/command-socket.ts';

let folder: string;
let stop: (() => Promise<void>) | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'etal-socket-'));
});
afterEach(async () => {
  await stop?.();
  stop = null;
  rmSync(folder, { recursive: true, force: true });
});

type Run = Parameters<typeof listenForCommands>[1];
const listen = async (run: Run) => {
  stop = await listenForCommands(folder, run);
};

function terminal(password = ''): CommandTerminal & { printed: string[] } {
  const printed: string[] = [];
  return { folder: '/chez/marie', printed, print: (text) => printed.push(text), askPassword: async () => password };
}

test('a command runs in the server and prints at the terminal, with paths of the terminal’s folder', async () => {
  await listen(async (args, { folder: from, print }) => print(`${args.join(' ')} dans ${from}\nDeux lignes.`));
  const own = terminal();
  expect(await runInServer(folder, ['import', 'Marché', '--dry-run'], own)).toBe(true);
  expect(own.printed).toEqual(['import Marché --dry-run dans /chez/marie\nDeux lignes.']);
});

test('a password is asked at the terminal', async () => {
  await listen(async (_args, { print, askPassword }) => print(`${(await askPassword()).length} caractères`));
  const own = terminal('Bien-choisi-1');
  await runInServer(folder, ['user'], own);
  expect(own.printed).toEqual(['13 caractères']);
});

test('a failure is one of the terminal, and the next command runs', async () => {
  await listen(async (args, { print }) => {
    if (args[0] === 'bad') throw new Error('Commande inconnue.');
    print('fait');
  });
  await expect(runInServer(folder, ['bad'], terminal())).rejects.toThrow(new CommandFailed('Commande inconnue.'));
  const own = terminal();
  await runInServer(folder, ['good'], own);
  expect(own.printed).toEqual(['fait']);
});

test('one command runs at a time', async () => {
  let running = 0;
  let most = 0;
  await listen(async (_args, { askPassword }) => {
    running += 1;
    most = Math.max(most, running);
    await askPassword();
    running -= 1;
  });
  await Promise.all([1, 2, 3].map(() => runInServer(folder, ['user'], terminal())));
  expect([most, running]).toEqual([1, 0]);
});

test('without a server there is none to run it, also where a killed one has left its socket', async () => {
  expect(await runInServer(folder, ['mails'], terminal())).toBe(false);
  await listen(async () => {});
  await stop?.();
  stop = null;
  expect(existsSync(join(folder, 'market.sock'))).toBe(false);
  writeFileSync(join(folder, 'market.sock'), '');
  expect(await runInServer(folder, ['mails'], terminal())).toBe(false);
  await listen(async (_args, { print }) => print('fait'));
  const own = terminal();
  expect(await runInServer(folder, ['mails'], own)).toBe(true);
  expect(own.printed).toEqual(['fait']);
});

test('only the owner of the folder may connect', async () => {
  await listen(async () => {});
  expect(statSync(join(folder, 'market.sock')).mode & 0o777).toBe(0o600);
});

test('a folder with too long a name has no socket, and needs none', async () => {
  const long = join(folder, 'a'.repeat(120));
  expect(await listenForCommands(long, async () => {})).toBeNull();
  expect(await runInServer(long, ['mails'], terminal())).toBe(false);
});

test('a server that stops waits for the running command, and not for a terminal that says nothing', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  await listen(async (_args, { print }) => {
    begun();
    await finished;
    print('fait');
  });
  const silent = connect(join(folder, 'market.sock'));
  await new Promise((resolve) => silent.once('connect', resolve));
  const own = terminal();
  const command = runInServer(folder, ['import'], own);
  await hasBegun;
  const stopping = stop?.();
  stop = null;
  finish();
  await command;
  await stopping;
  expect(own.printed).toEqual(['fait']);
});

test('a terminal that is closed at the question ends the command without an effect', async () => {
  const failures: unknown[] = [];
  await listen((_args, { askPassword }) =>
    askPassword().then(
      () => {},
      (error: unknown) => {
        failures.push(error);
        throw error;
      },
    ),
  );
  const gone = { ...terminal(), askPassword: () => Promise.reject(new Error('Ctrl-C')) };
  await expect(runInServer(folder, ['user'], gone)).rejects.toThrow('Ctrl-C');
  await stop?.();
  stop = null;
  expect(failures).toHaveLength(1);
});
