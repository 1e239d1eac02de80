// The mails that a market has kept, as the one who gets them reads them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeMail } from '../support/mails.ts';

/** Those to this address, oldest first. `data`: the folder of the market's data. */
export async function mailsTo(data: string, address: string): Promise<string[]> {
  const folder = join(data, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.map(decodeMail).filter((mail) => mail.split(/\r?\n/).includes(`To: ${address}`));
}
