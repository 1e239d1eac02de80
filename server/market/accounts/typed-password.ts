// A password asked for on the terminal, or read from what is piped in. Guarantee: it is never shown, and never an argument,
// which others on the machine could read.
import { text } from 'node:stream/consumers';
import { plainPassword } from '#contract/users.ts';
import { violationsOf } from '#contract/violations.ts';

export class PasswordRefused extends Error {
  override name = 'PasswordRefused';
}

export async function askedPassword(stdin: NodeJS.ReadStream, write: (text: string) => void): Promise<string> {
  if (!stdin.isTTY) return checked((await text(stdin)).replace(/\r?\n[\s\S]*$/, ''));
  const password = checked(await hidden(stdin, write, 'Mot de passe (8 caractères au moins)\u00a0: '));
  if ((await hidden(stdin, write, 'Encore une fois\u00a0: ')) === password) return password;
  throw new PasswordRefused('Les deux mots de passe diffèrent\u00a0: rien n’est changé.');
}

function checked(password: string): string {
  const parsed = plainPassword.safeParse(password);
  if (parsed.success) return parsed.data;
  throw new PasswordRefused(
    violationsOf(parsed.error)
      .map(({ message }) => message)
      .join(' '),
  );
}

const ENDS = new Set(['\r', '\n', '\u0004']);
const CANCEL = '\u0003';
const ERASE = new Set(['\u007f', '\b']);

/** A line without its echo. */
function hidden(stdin: NodeJS.ReadStream, write: (text: string) => void, question: string): Promise<string> {
  write(question);
  stdin.setRawMode(true).resume().setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (finish: () => void) => {
      stdin.off('data', take).setRawMode(false).pause();
      write('\n');
      finish();
    };
    const take = (chunk: string) => {
      for (const sign of chunk) {
        if (sign === CANCEL) return end(() => reject(new PasswordRefused('Abandonné.')));
        if (ENDS.has(sign)) return end(() => resolve(typed));
        typed = ERASE.has(sign) ? [...typed].slice(0, -1).join('') : typed + sign;
      }
    };
    stdin.on('data', take);
  });
}
