// The services that reach outside: mails and files.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPassword, hashPassword } from '#server/access/passwords.ts';
import { readEnv } from '#server/runtime/env.ts';
import { createMailer } from '#server/services/mail.ts';
import { startSmtpReceiver } from '../../support/smtp-receiver.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'etal-outside-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settings = (more: Record<string, string> = {}) =>
  readEnv({ DATA_DIR: folder, PUBLIC_URL: 'https://marche.example', ...more });

const name = '00000007-2026-12-02T10-00-00-000Z';
const own = { name, writtenAt: new Date('2026-12-02T10:00:00Z') };

describe('a mail', () => {
  test('is stored as a file that a mail program opens', async () => {
    await createMailer(settings()).send({
      ...own,
      to: 'client@etal.test',
      subject: 'Commande expédiée',
      text: 'Bientôt chez vous.',
    });
    const [file = ''] = readdirSync(join(folder, 'outbox'));
    expect(file).toBe(`${name}.eml`);
    const source = readFileSync(join(folder, 'outbox', file), 'utf8');
    expect(source).toMatch(/^From: .*ne-pas-repondre@marche\.example/m);
    expect(source).toMatch(/^To: client@etal\.test/m);
    expect(source).toMatch(/^Subject: =\?UTF-8\?/m);
  });

  test('comes from the market, at the address of its choice, and injects no header by its name', async () => {
    const from = { name: 'Causse\r\nBcc: b@example.org', address: 'bonjour@causse.example' };
    await createMailer(settings()).send({ ...own, from, to: 'a@etal.test', subject: 'Bonjour', text: 'x' });
    const [file = ''] = readdirSync(join(folder, 'outbox'));
    const source = readFileSync(join(folder, 'outbox', file), 'utf8');
    expect(source).toMatch(/^From: .*Causse.*<bonjour@causse\.example>/m);
    expect(source).not.toMatch(/^Bcc:/m);
  });

  test('contains no header injected through a field', async () => {
    const subject = 'Bonjour\r\nBcc: everyone@example.org';
    await createMailer(settings()).send({ ...own, to: 'a@etal.test', subject, text: 'x', replyTo: 'c@d.fr\nX: y' });
    const [file = ''] = readdirSync(join(folder, 'outbox'));
    const headers = readFileSync(join(folder, 'outbox', file), 'utf8').split('\r\n\r\n')[0] ?? '';
    expect(headers).not.toMatch(/^(Bcc|Cc|X|Reply-To):/m);
    expect(headers).toMatch(/^Subject: Bonjour Bcc: everyone@example\.org/m);
  });

  test.each([
    'a@etal.test\r\nCc: b@example.org',
    'a@etal.test,b@example.org',
    'Support<a@etal.test>',
    '"a"@etal.test',
    '',
  ])('goes to exactly one plain address, never to %j, which the error does not repeat', async (to) => {
    const sent = createMailer(settings()).send({ ...own, to, subject: 'Bonjour', text: 'x' });
    await expect(sent).rejects.toThrow(/^A mail goes to one plain address$/);
    expect(readdirSync(join(folder, 'outbox'))).toEqual([]);
  });

  test('has a reply address if that is one plain address', async () => {
    await createMailer(settings()).send({
      ...own,
      to: 'a@etal.test',
      subject: 'Bonjour',
      text: 'x',
      replyTo: 'c@d.fr',
    });
    const [file = ''] = readdirSync(join(folder, 'outbox'));
    expect(readFileSync(join(folder, 'outbox', file), 'utf8')).toMatch(/^Reply-To: c@d\.fr/m);
  });

  test('is one file, however often it is sent', async () => {
    const mail = createMailer(settings());
    for (const text of ['Le corps.', 'Le corps.'])
      await mail.send({ ...own, to: 'a@etal.test', subject: 'Bonjour', text });
    expect(readdirSync(join(folder, 'outbox'))).toEqual([`${name}.eml`]);
    expect(readFileSync(join(folder, 'outbox', `${name}.eml`), 'utf8')).toContain(
      `Message-ID: <${name}@marche.example>`,
    );
  });

  test('sent twice is twice the same: same name, same date, same words', async () => {
    const receiver = await startSmtpReceiver();
    const mail = createMailer(settings({ SMTP_URL: receiver.url }));
    const message = { ...own, to: 'a@etal.test', subject: 'Bonjour', text: 'Le corps.\n.\nEt la suite.' };
    await mail.send(message);
    await mail.send(message);
    mail.close();
    await receiver.stop();
    const [first, second] = receiver.receivedMails;
    expect(first?.id).toBe(`<${name}@marche.example>`);
    expect(first?.source).toMatch(/^Date: Wed, 02 Dec 2026 10:00:00 \+0000/m);
    expect(first?.source).toContain('Le corps.\r\n.\r\nEt la suite.');
    expect(second).toEqual(first);
  });

  test('goes to the server that the settings name', async () => {
    const receiver = await startSmtpReceiver();
    const mail = createMailer(settings({ SMTP_URL: `${receiver.url}/?ignoreTLS=true` }));
    await mail.send({ ...own, to: 'client@etal.test', subject: 'Bonjour', text: 'Le corps.' });
    mail.close();
    await receiver.stop();
    expect(receiver.receivedMails).toMatchObject([
      { to: ['client@etal.test'], source: expect.stringContaining('Le corps.') },
    ]);
    expect(existsSync(join(folder, 'outbox'))).toBe(false);
  });
});

test('a password is recognised by its hash, and no password matches an unknown account', async () => {
  const hash = await hashPassword('Une belle tomme');
  expect(hash).not.toBe(await hashPassword('Une belle tomme'));
  expect(await checkPassword(hash, 'Une belle tomme')).toBe(true);
  expect(await checkPassword(hash, 'une belle tomme')).toBe(false);
  expect(await checkPassword(null, 'an account that does not exist')).toBe(false);
  expect(await checkPassword('not a hash', 'x')).toBe(false);
});
