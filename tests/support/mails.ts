// Decodes a stored mail like a mail program: its headers and plain text.

const unfolded = (headers: string) => headers.replace(/\r\n[ \t]+/g, ' ');

function decodedBody(part: string): string {
  const at = part.indexOf('\r\n\r\n');
  const [headers, body] = [part.slice(0, at), part.slice(at + 4)];
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function bodyOf(source: string, type: 'plain' | 'html'): string | undefined {
  const parts = source.split(/\r\n--[^\r\n]+\r\n/);
  const isOfType = new RegExp(`^Content-Type: text/${type}`, 'im');
  const part = parts.find((each) => isOfType.test(each.split('\r\n\r\n')[0] ?? ''));
  return part === undefined ? undefined : decodedBody(part);
}

/** The headers of a mail, and its plain text. */
export function decodeMail(source: string): string {
  const headers = unfolded(source.slice(0, source.indexOf('\r\n\r\n')));
  return `${headers}\n\n${bodyOf(source, 'plain') ?? decodedBody(source)}`;
}

/** Its HTML part. */
export const htmlOfMail = (source: string): string => bodyOf(source, 'html') ?? '';

const isTo = (mail: string, email: string) => mail.split(/\r?\n/).includes(`To: ${email}`);

/** The token of the link to this path in the newest mail to this address. */
export function linkOfMail(sources: string[], email: string, path: string): { uuid: string; token: string } {
  const link = new RegExp(`${path}\\?uuid=([\\w-]+)&token=([\\w.-]+)`);
  const mails = sources.map(decodeMail).filter((mail) => isTo(mail, email) && link.test(mail));
  const [, uuid, token] = link.exec(mails.at(-1) ?? '') ?? [];
  if (!uuid || !token) throw new Error(`No mail to ${email} leads to ${path}.`);
  return { uuid, token };
}
