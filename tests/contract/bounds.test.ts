// Nothing a caller sends makes the contract work for long: lengths are looked at before patterns, and lists end.

import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { webLink } from '#contract/bounds.ts';
import { email } from '#contract/fields/email.ts';
import { storeChanges } from '#contract/merchant/store-changes.ts';
import { violationsOf } from '#contract/violations.ts';
import { checksOf, endpoints, fieldsOf, rulesOf, sentFields } from '../support/contract-fields.ts';

const LENGTH = 256 * 1024;
/** Signs that patterns stop at, come back to, or count. */
const stems = [
  ...['a', '0', ' ', '.', '-', '@', '/', ':', ',', '%', 'é', '\u0000', '\ud800', '\u00a0', '😀'],
  ...['a@', '@.', 'a.', 'a-', '-a', '1,', ',1', '0.', 'T ', ' a', '/a', ':/', 'a@a.', 'https://', 'https://a.', '\r\n'],
];
const ends = ['', '@', ' ', '!'];
const heads = ['a@', 'a@b.', 'https://a', '/a/', '2026-01-01T', '1,1,'];
const worst = [
  ...stems.flatMap((stem) => heads.map((head) => [`${head}…${stem}`, head + stem.repeat(LENGTH / stem.length)])),
  ...stems.flatMap((stem) => ends.map((end) => [`${stem}…${end}`, stem.repeat(LENGTH / stem.length) + end])),
].map(([name = '', text = '']) => ({ name, text }));

const texts = sentFields.filter(({ type }) => type === 'string');
/** Fields of the same rules, lengths apart, are tried once. */
const kinds = [...new Map(texts.map((field) => [rulesOf(field.schema).join(), field])).values()];

test('there are texts in parameters, queries and bodies to try', () => {
  for (const part of [' params', ' query', ' body']) {
    expect(texts.some(({ name }) => name.includes(part))).toBe(true);
  }
  expect(texts.length).toBeGreaterThan(100);
  expect(kinds.length).toBeGreaterThan(10);
});

test('every text has a longest length, which ends the reading before any pattern is run', () => {
  const endless = texts.filter(({ schema }) => {
    const checks = checksOf(schema);
    const end = checks.findIndex(({ check, abort }) => check === 'max_length' && abort === true);
    const pattern = checks.findIndex((check) => check.pattern !== undefined);
    return end < 0 || (pattern >= 0 && pattern < end) || schema.safeParse('a'.repeat(LENGTH)).success;
  });
  expect(endless.map(({ name }) => name)).toEqual([]);
});

test.each(kinds)('$name is refused beyond its limit, for any content', ({ schema }) => {
  for (const { name, text } of worst) {
    // Space around it is left away before it is measured.
    if (text.trim().length > 20_000) expect(schema.safeParse(text).success, name).toBe(false);
  }
});

test('patterns have linear cost without a length limit: an exponential one would never end here', () => {
  const patterns = new Map<string, RegExp>(
    kinds.flatMap(({ schema }) =>
      checksOf(schema).flatMap(({ pattern }) => (pattern ? [[String(pattern), pattern] as const] : [])),
    ),
  );
  expect(patterns.size).toBeGreaterThan(8);
  for (const pattern of patterns.values()) for (const { text } of worst) pattern.test(text);
});

describe('a password', () => {
  const passwords = texts.filter(({ name }) => /password$/i.test(name));

  test('occurs at several places', () => expect(passwords.length).toBeGreaterThan(4));

  test('is never part of storable commands, nor is a token', () => {
    const waiting = endpoints.filter(([, { offline }]) => offline === 'queued');
    expect(waiting.length).toBeGreaterThan(20);
    const secret = waiting.flatMap(([name, { body }]) =>
      body ? fieldsOf(name, body).filter((field) => /password|token/i.test(field.name)) : [],
    );
    expect(secret.map(({ name }) => name)).toEqual([]);
  });

  test.each(passwords)('$name reaches the server letter for letter', ({ schema }) => {
    for (const typed of [' une phrase ', '\u00a0une phrase\u00a0', '\tune phrase\n'])
      expect(schema.parse(typed)).toBe(typed);
  });
});

/** The name of a list, its schema, and more members than any form of the market has. */
const lists = sentFields.filter(({ type }) => type === 'array');

describe('a list', () => {
  test('is there to be bounded', () => expect(lists.length).toBeGreaterThan(15));

  test.each(lists)('$name has a limit, with a French message', ({ schema }) => {
    const parsed = schema.safeParse(Array.from({ length: 20_000 }, () => '1'));
    expect(parsed.success).toBe(false);
    const messages = violationsOf(parsed.error as z.core.$ZodError).map(({ propertyPath, message }) =>
      propertyPath === '' ? message : '',
    );
    expect(messages.filter((message) => message !== '').join()).toMatch(/^\S+ .*au maximum\.$/);
    // What is too long is not gone through.
    expect(parsed.error?.issues.length).toBe(1);
  });

  test.each(sentFields.filter(({ open }) => open))('$name takes only the keys it names', ({ name }) => {
    expect.fail(`${name} takes any keys: a list without an end`);
  });
});

test('opening hours contain each day at most once', () => {
  const row = {
    days: Array.from({ length: 20_000 }, () => 'monday'),
    morningOpeningHour: null,
    morningCloseHour: null,
    afternoonOpeningHour: null,
    afternoonCloseHour: null,
    interrupt: false,
  };
  const { error } = storeChanges.safeParse({ openingHours: [row] });
  expect(violationsOf(error as z.core.$ZodError)).toEqual([
    { propertyPath: 'openingHours.0.days', message: '7 jours au maximum.' },
  ]);
});

test('every message that a bound of the contract gives is French', () => {
  for (const [name, endpoint] of endpoints) {
    for (const field of endpoint.body ? fieldsOf(name, endpoint.body) : []) {
      if (field.type !== 'string') continue;
      const { error } = field.schema.safeParse('x'.repeat(30_000));
      for (const { message } of error ? violationsOf(error) : []) {
        expect(message, field.name).not.toMatch(/Invalid|Too|expected|must/);
        expect(message.length, field.name).toBeGreaterThan(5);
      }
    }
  }
});

describe('an e-mail address', () => {
  const used = (text: string) => {
    const parsed = email.safeParse(text);
    return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message).join();
  };
  const NOT_VALID = 'Cette adresse e-mail n’est pas valide.';

  test.each([
    ['anne@etal.fr', 'anne@etal.fr'],
    ['  Anne.Martin+marche@Etal.FR ', 'anne.martin+marche@etal.fr'],
    ["o'brien_1@sous.domaine.etal.fr", "o'brien_1@sous.domaine.etal.fr"],
    ['a@b.fr', 'a@b.fr'],
    // One domain has one spelling, however it is written.
    ['anne@Société.fr', 'anne@xn--socit-esab.fr'],
    ['anne@socie\u0301te\u0301.fr', 'anne@xn--socit-esab.fr'],
    ['anne@xn--socit-esab.fr', 'anne@xn--socit-esab.fr'],
    ['anne@münchen.de', 'anne@xn--mnchen-3ya.de'],
    [`${'a'.repeat(64)}@etal.fr`, `${'a'.repeat(64)}@etal.fr`],
    [`a@${'b'.repeat(63)}.${'c'.repeat(63)}.fr`, `a@${'b'.repeat(63)}.${'c'.repeat(63)}.fr`],
  ])('%s is taken as %s', (typed, stored) => expect(used(typed)).toBe(stored));

  test.each([
    'Support<a@b.fr>',
    '<a@b.fr>',
    'a@b.fr,c@d.fr',
    'a@b.fr;c@d.fr',
    'a@b.fr c@d.fr',
    'a@b@c.fr',
    '"a b"@c.fr',
    '"a"@c.fr',
    'a(x)@b.fr',
    'a@b.fr(x)',
    'groupe:a@b.fr;',
    'a b@c.fr',
    'a@b .fr',
    'a\u00a0b@c.fr',
    'a\tb@c.fr',
    'a\r\nBcc: c@d.fr',
    'a@b.fr\r\nBcc:c@d.fr',
    'a@b.fr\nc',
    'a\u0000@b.fr',
    'a@b\u0000.fr',
    '.a@b.fr',
    'a.@b.fr',
    'a..b@c.fr',
    'a@.fr',
    'a@b..fr',
    'a@b.fr.',
    'a@-b.fr',
    'a@b-.fr',
    'a@b_c.fr',
    'a@fr',
    'a@b.f',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@b.fr/x',
    'a@é/x.fr',
    'a@é:80.fr',
    'a@é%2e.fr',
    'mailto:a@b.fr',
    'a\\@b.fr',
    '@b.fr',
    'a@',
    'nonsense',
    // Letters that only look like others, or are not seen at all.
    'a＠b.fr',
    'a@ｂ.fr',
    'a@b。fr',
    'a@b․fr',
    'é@b.fr',
    'аnne@b.fr',
    '\u212aevin@b.fr',
    'a@b\u200b.fr',
    'a\u200b@b.fr',
    'a@é\u00ad.fr',
    '\u202ea@b.fr',
    'a\ud800@b.fr',
    `${'a'.repeat(65)}@etal.fr`,
    `a@${'b'.repeat(64)}.fr`,
    `a@${'é'.repeat(63)}.fr`,
  ])('%j is not one plain address', (typed) => expect(used(typed)).toBe(NOT_VALID));

  test('is missed when nothing is typed, and has an end', () => {
    expect(used('  ')).toBe('Veuillez saisir un email');
    expect(used(`a@${'b.'.repeat(200)}fr`)).toBe('Cette adresse e-mail est trop longue.');
    expect(used('@'.repeat(LENGTH))).toBe('Cette adresse e-mail est trop longue.');
  });
});

describe('a link', () => {
  test.each([
    'https://etal.fr',
    'https://etal.fr/',
    'https://sous.etal.fr:8443/page?a=b#c',
    'https://été.fr/é',
    'HTTPS://etal.fr?x=.',
  ])('%s is accepted', (typed) => expect(webLink.safeParse(typed).success).toBe(true));
  test.each([
    'http://etal.fr',
    'https://etal',
    'https://',
    'https://a b.fr',
    'https://a.fr/x y',
    'javascript:alert(1)',
    'https://banque.fr@evil.fr',
    'https://a..fr',
    'https:\\\\a.fr',
    'https://a\\b.fr',
  ])('%s is refused', (typed) => expect(webLink.safeParse(typed).success).toBe(false));
});
