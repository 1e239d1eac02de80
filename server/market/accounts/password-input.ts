// Password input from the terminal or a pipe. Guarantee: the password is never displayed and never a command argument,
// which other users of the machine could read.
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { plainPassword } from '#contract/fields/passwords.ts';
import { violationsOf } from '#contract/violations.ts';

export class PasswordRejected extends Error {
  override name = 'PasswordRefused';
}

/** On a terminal, repeats until two valid entries match; Ctrl-C aborts. */
export async function askPassword(stdin: NodeJS.ReadStream, write: (text: string) => void): Promise<string> {
  if (!stdin.isTTY) return readPipedPassword(stdin);
  // readline echoes its input to this stream.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  try {
    for (;;) {
      const password = await readHiddenLine(lines, write, 'Mot de passe (8 caractères au moins)\u00a0: ');
      const refusal = passwordProblem(password) ?? (await repetitionProblem(lines, write, password));
      if (refusal === null) return password;
      write(`${refusal}\n`);
    }
  } finally {
    lines.close();
  }
}

async function readPipedPassword(stdin: NodeJS.ReadStream): Promise<string> {
  const password = (await text(stdin)).replace(/\r?\n[\s\S]*$/, '');
  if (password === '')
    throw new PasswordRejected(
      'Un mot de passe est attendu\u00a0: tapez-le dans un terminal, ou donnez un fichier («\u00a0< fichier\u00a0»).',
    );
  const refusal = passwordProblem(password);
  if (refusal === null) return password;
  throw new PasswordRejected(refusal);
}

function passwordProblem(password: string): string | null {
  const parsed = plainPassword.safeParse(password);
  if (parsed.success) return null;
  return violationsOf(parsed.error)
    .map(({ message }) => message)
    .join(' ');
}

async function repetitionProblem(
  lines: Interface,
  write: (text: string) => void,
  first: string,
): Promise<string | null> {
  const second = await readHiddenLine(lines, write, 'Encore une fois\u00a0: ');
  return second === first ? null : 'Les deux mots de passe diffèrent\u00a0: rien n’est changé.';
}

/** The terminal does not echo once `lines` listens; Ctrl-C and Ctrl-D abort. */
async function readHiddenLine(lines: Interface, write: (text: string) => void, question: string): Promise<string> {
  write(question);
  const left = new AbortController();
  lines.once('SIGINT', () => left.abort()).once('close', () => left.abort());
  try {
    return await lines.question('', { signal: left.signal });
  } catch {
    throw new PasswordRejected('Abandonné\u00a0: rien n’est changé.');
  } finally {
    write('\n');
  }
}
