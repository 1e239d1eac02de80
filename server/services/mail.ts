// Sends mail: kept as .eml files under DATA_DIR/outbox, or sent through SMTP when SMTP_URL is given.
// Guarantees: a mail goes to exactly one plain address, by the contract's rule; a header never carries a line break that
// came from a person; a kept file is whole or absent, and one mail, however often it is sent, is one file.
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { email } from '#contract/fields/email.ts';
import type { Env } from '../runtime/env.ts';
import { privateFolder } from '../runtime/private-folder.ts';

/** The address is none. */
export class NeverDelivered extends Error {
  override name = 'NeverDelivered';
}

/**
 * Whether it will fail again: the address is none, or a mail server answers it or the mail itself with 5xx (RFC 5321, 4.2.1).
 * A refused login may be mended.
 */
export function isForGood(failure: unknown): boolean {
  if (failure instanceof NeverDelivered) return true;
  const { code, responseCode = 0 } = (failure ?? {}) as { code?: string; responseCode?: number };
  return responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

export interface Message {
  /** Its own, the same each time it is sent: '00000042-2026-11-23T14-05-12-345Z'. */
  name: string;
  /** What it is dated: the same each time it is sent. */
  writtenAt: Date;
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  html?: string;
  replyTo?: string;
  attachments?: { filename: string; content: Buffer }[];
}

export interface Mail {
  send(message: Message): Promise<void>;
  close(): void;
}

export function createMail(env: Env): Mail {
  const host = new URL(env.publicUrl).hostname;
  const domain = host.includes('.') && !/^[\d.]+$/.test(host) ? host : 'etal.localhost';
  return env.smtpUrl === null ? keepingMail(join(env.dataDir, 'outbox'), domain) : smtpMail(env.smtpUrl, domain);
}

/** A mail server that does not answer is not waited for, milliseconds. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

function smtpMail(smtpUrl: string, domain: string): Mail {
  const transport = createTransport({ url: smtpUrl, ...patience });
  return {
    send: async (message) => {
      await transport.sendMail(addressed(message, domain));
    },
    close: () => transport.close(),
  };
}

function keepingMail(folder: string, domain: string): Mail {
  privateFolder(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (message) => {
      const { message: source } = await transport.sendMail(addressed(message, domain));
      privateFolder(folder);
      const name = `${message.name}.eml`;
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
function addressed({ name, writtenAt, to, replyTo, subject, ...message }: Message, domain: string) {
  const [address, answers] = [plainAddress(to), plainAddress(replyTo)];
  if (address === undefined) throw new NeverDelivered('A mail goes to one plain address');
  return {
    ...message,
    from: `"Étal" <ne-pas-repondre@${domain}>`,
    messageId: `<${name}@${domain}>`,
    date: writtenAt,
    to: { name: '', address },
    subject: subject.replace(breaks, ' '),
    ...(answers !== undefined && { replyTo: { name: '', address: answers } }),
  };
}
