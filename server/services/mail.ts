// Mailer: SMTP if SMTP_URL is set, otherwise .eml files in DATA_DIR/outbox.
// Guarantees: one plain recipient per mail, valid by the contract's rule; no line breaks from user input in headers;
// .eml files are written atomically, one per mail, however often it is sent.

import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { email } from '#contract/fields/email.ts';
import { siteNameOf } from '#domain/site-name.ts';
import type { Env } from '../runtime/env.ts';
import { privateFolder } from '../runtime/private-folder.ts';

/** Invalid recipient address. */
export class UndeliverableMail extends Error {
  override name = 'NeverDelivered';
}

/**
 * True if a retry would fail as well: an invalid address, or a 5xx reply to the address or the mail (RFC 5321, 4.2.1).
 * A rejected login can be fixed.
 */
export function isPermanentFailure(failure: unknown): boolean {
  if (failure instanceof UndeliverableMail) return true;
  const { code, responseCode = 0 } = (failure ?? {}) as { code?: string; responseCode?: number };
  return responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

export interface MailMessage {
  /** Unique and stable across retries: '00000042-2026-11-23T14-05-12-345Z'. */
  name: string;
  /** Date header, stable across retries. */
  writtenAt: Date;
  /** By default an address of the site that nobody reads. */
  from?: { name: string; address: string | null };
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  html?: string;
  replyTo?: string;
  /** One-click address that ends mails of this kind (RFC 8058). */
  wayOut?: string;
  attachments?: { filename: string; content: Buffer | string }[];
}

export interface Mailer {
  send(message: MailMessage): Promise<void>;
  close(): void;
}

export function createMailer(env: Env): Mailer {
  const host = new URL(env.publicUrl).hostname;
  const domain = host.includes('.') && !/^[\d.]+$/.test(host) ? host : 'etal.localhost';
  return env.smtpUrl === null
    ? createFileMailer(join(env.dataDir, 'outbox'), domain)
    : createSmtpMailer(env.smtpUrl, domain);
}

/** Timeouts of the mail server, in milliseconds. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

function createSmtpMailer(smtpUrl: string, domain: string): Mailer {
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  return {
    send: async (message) => {
      await transport.sendMail(envelopeOf(message, domain));
    },
    close: () => transport.close(),
  };
}

function createFileMailer(folder: string, domain: string): Mailer {
  privateFolder(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (message) => {
      const { message: source } = await transport.sendMail(envelopeOf(message, domain));
      privateFolder(folder);
      const name = `${message.name}.eml`;
      const draft = join(folder, `.${name}`);
      await writeFile(draft, source as Buffer);
      await rename(draft, join(folder, name));
    },
    close: () => {},
  };
}

const lineBreaks = /[\r\n\u0085\u2028\u2029]+/g;
const parseAddress = (text: string | undefined) => email.safeParse(text).data;

/** Addresses as nodemailer objects: a string would be parsed for names and further addresses. */
function envelopeOf({ name, writtenAt, from, to, replyTo, wayOut, subject, ...message }: MailMessage, domain: string) {
  const [address, answers] = [parseAddress(to), parseAddress(replyTo)];
  if (address === undefined) throw new UndeliverableMail('A mail goes to one plain address');
  return {
    ...message,
    from: {
      name: siteNameOf(from?.name).replace(lineBreaks, ' '),
      address: from?.address ?? `ne-pas-repondre@${domain}`,
    },
    messageId: `<${name}@${domain}>`,
    date: writtenAt,
    to: { name: '', address },
    subject: subject.replace(lineBreaks, ' '),
    ...(wayOut !== undefined && {
      list: { unsubscribe: wayOut },
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    ...(answers !== undefined && { replyTo: { name: '', address: answers } }),
  };
}
