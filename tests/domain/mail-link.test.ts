import { expect, test } from 'vitest';
import { email } from '#contract/fields/email.ts';
import { mailLink } from '#domain/text/mail-link.ts';

/** What a mail program reads in it. */
const read = (link: string) => {
  const { protocol, pathname, searchParams } = new URL(link);
  return [protocol, decodeURIComponent(pathname), [...searchParams]];
};

test.each(['claire@etal.test', 'a?bcc=b@c.fr', 'a&cc=b@c.fr', "o'brien+x%y#z@c.fr"])(
  'a link to %s starts a mail to this address only',
  (address) => {
    expect(email.parse(address)).toBe(address);
    expect(read(mailLink(address))).toEqual(['mailto:', address, []]);
  },
);

test('a plain address stays as one reads it', () => {
  expect(mailLink('claire@etal.test')).toBe('mailto:claire@etal.test');
});

test.each(['Un plateau', 'Vin & fromage ?', 'x&bcc=b@c.fr', 'x\r\nBcc: b@c.fr', '%0D%0ABcc: b@c.fr'])(
  'the subject %j is a subject and nothing more',
  (subject) => {
    const link = mailLink('a@c.fr', subject);
    expect(read(link)).toEqual(['mailto:', 'a@c.fr', [['subject', subject.replace(/\s+/g, ' ')]]]);
    expect(link).not.toMatch(/%0[AD]/i);
  },
);
