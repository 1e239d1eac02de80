// Sends mail: kept as .eml files under DATA_DIR/outbox, or sent through SMTP when SMTP_URL is given.
// Guarantees: a mail goes to exactly one plain address, by the contract's rule; a header never carries a line break that
// came from a person; a kept file is whole or absent.
import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { email } from '#contract/email.ts';
import type { Env } from '../runtime/env.ts';
import { privateFolder } from '../runtime/private-folder.ts';

export interface Message {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  replyTo?: string;
  attachments?: { filename: string; content: Buffer }[];
}

export interface Mail {
  send(message: Message): Promise<void>;
  close(): void;
}

export function createMail(env: Env): Mail {
  const host = new URL(env.publicUrl).hostname;
  const from = `"Étal" <ne-pas-repondre@${host.includes('.') && !/^[\d.]+$/.test(host) ? host : 'etal.localhost'}>`;
  return env.smtpUrl === null ? keepingMail(join(env.dataDir, 'outbox'), from) : smtpMail(env.smtpUrl, from);
}

function smtpMail(smtpUrl: string, from: string): Mail {
  const transport = createTransport(smtpUrl);
  return {
    send: async (message) => {
      await transport.sendMail({ from, ...addressed(message) });
    },
    close: () => transport.close(),
  };
}

function keepingMail(folder: string, from: string): Mail {
  privateFolder(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (message) => {
      const { message: source } = await transport.sendMail({ from, ...addressed(message) });
      privateFolder(folder);
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      const draft = join(folder, `.${name}`);
      await writeFile(draft, source as Buffer);
      await rename(draft, join(folder, name));
    },
    close: () => {},
  };
}

const breaks = /[\r\n\u0085\u2028\u2029]+/g;
const plainAddress = (text: string | undefined) => email.safeParse(text).data;

/** As nodemailer takes it: an object is an address as it stands, a text would be read for names and further addresses. */
function addressed({ to, replyTo, subject, ...message }: Message) {
  const [address, answers] = [plainAddress(to), plainAddress(replyTo)];
  if (address === undefined) throw new Error('A mail goes to one plain address');
  return {
    ...message,
    to: { name: '', address },
    subject: subject.replace(breaks, ' '),
    ...(answers !== undefined && { replyTo: { name: '', address: answers } }),
  };
}
