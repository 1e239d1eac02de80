// A password asked for on the terminal, or read from what is piped in. Guarantee: it is never shown, and never an argument,
// which others on the machine could read.
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { plainPassword } from '#contract/fields/passwords.ts';
import { violationsOf } from '#contract/violations.ts';

export class PasswordRefused extends Error {
  override name = 'PasswordRefused';
}

/** On a terminal it asks until two that are the same will do; Ctrl-C leaves. */
export async function askedPassword(stdin: NodeJS.ReadStream, write: (text: string) => void): Promise<string> {
  if (!stdin.isTTY) return piped(stdin);
  // What is typed would be repeated there.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  try {
    for (;;) {
      const password = await hiddenLine(lines, write, 'Mot de passe (8 caractères au moins)\u00a0: ');
      const refusal = refusalOf(password) ?? (await refusalOfSecond(lines, write, password));
      if (refusal === null) return password;
      write(`${refusal}\n`);
    }
  } finally {
    lines.close();
  }
}

async function piped(stdin: NodeJS.ReadStream): Promise<string> {
  const password = (await text(stdin)).replace(/\r?\n[\s\S]*$/, '');
  const refusal = refusalOf(password);
  if (refusal === null) return password;
  throw new PasswordRefused(refusal);
}

function refusalOf(password: string): string | null {
  const parsed = plainPassword.safeParse(password);
  if (parsed.success) return null;
  return violationsOf(parsed.error)
    .map(({ message }) => message)
    .join(' ');
}

async function refusalOfSecond(lines: Interface, write: (text: string) => void, first: string): Promise<string | null> {
  const second = await hiddenLine(lines, write, 'Encore une fois\u00a0: ');
  return second === first ? null : 'Les deux mots de passe diffèrent\u00a0: rien n’est changé.';
}

/** The terminal repeats nothing from the moment `lines` listens to it; Ctrl-C and Ctrl-D end them. */
async function hiddenLine(lines: Interface, write: (text: string) => void, question: string): Promise<string> {
  write(question);
  const left = new AbortController();
  lines.once('SIGINT', () => left.abort()).once('close', () => left.abort());
  try {
    return await lines.question('', { signal: left.signal });
  } catch {
    throw new PasswordRefused('Abandonné\u00a0: rien n’est changé.');
  } finally {
    write('\n');
  }
}
