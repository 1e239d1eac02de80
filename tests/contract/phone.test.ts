// Telephone numbers and postal codes as people type them, as they are stored, and as they are dialled.
import { expect, test } from 'vitest';
import { dialledPhone, phone, postalCode, writtenPhone } from '#contract/fields/phone.ts';

test.each([
  ['06 98 76 54 32', '06 98 76 54 32', '+33698765432'],
  ['0698765432', '06 98 76 54 32', '+33698765432'],
  ['06.98.76.54.32', '06 98 76 54 32', '+33698765432'],
  ['06-98-76-54-32', '06 98 76 54 32', '+33698765432'],
  ['06/98/76/54/32', '06 98 76 54 32', '+33698765432'],
  ['06\u00a098\u202f76 54\u201132', '06 98 76 54 32', '+33698765432'],
  ['(06) 98 76 54 32', '06 98 76 54 32', '+33698765432'],
  ['+33698765432', '06 98 76 54 32', '+33698765432'],
  ['+33 6 98 76 54 32', '06 98 76 54 32', '+33698765432'],
  ['+33 (0)3 29 12 34 56', '03 29 12 34 56', '+33329123456'],
  ['+33 03 29 12 34 56', '03 29 12 34 56', '+33329123456'],
  ['0033 3 29 12 34 56', '03 29 12 34 56', '+33329123456'],
  ['0692 12 34 56', '06 92 12 34 56', '0692123456'],
  ['+352 27 12 34 56', '+352 27 12 34 56', '+35227123456'],
  ['00352 27-12-34', '+352 27 12 34', '+352271234'],
  ['+32 470 12 34 56', '+32 47 01 23 456', '+32470123456'],
  ['+49 (0)681 123456', '+49 68 11 23 456', '+49681123456'],
  ['+1 202-555-0143', '+1 20 25 55 01 43', '+12025550143'],
])('%j is stored as %j and dialled as %j', (typed, written, dialled) => {
  expect(phone.parse(` ${typed} `)).toBe(written);
  expect(dialledPhone(typed)).toBe(dialled);
  expect([writtenPhone(written), dialledPhone(written)]).toEqual([written, dialled]);
});

test.each(
  [
    '12',
    'x',
    'ABC',
    '06 98 76 54',
    '06 98 76 54 321',

    '+33 6 98 76 54',
    '+0698765432',
    '+12',
    '+',
    '352 27 12 34',
  ].concat(['06 98 76 54 32 ou 33', '06,98,76,54,32', '+33 +33 6 98 76 54 32', '０６９８７６５４３２']),
)('%j is no number', (typed) => {
  expect(phone.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
    'Numéro de téléphone incorrect.',
  ]);
});

test.each([
  ['55100', '55100'],
  [' 55 100 ', '55100'],
  ['01000', '01000'],
  ['97400', '97400'],
])('the postal code %j is stored as %j', (typed, written) => {
  expect(postalCode.parse(typed)).toBe(written);
});

test.each(['12', 'x', 'ABC', '5510', '551000', '00100', '99123', 'F-55100', '5 5100', '55-100', '５５１００'])(
  '%j is no postal code',
  (typed) => {
    expect(postalCode.safeParse(typed).error?.issues[0]?.message).toBe('Code postal à cinq chiffres attendu.');
  },
);

test('both may be left empty where a form may', () => {
  expect([phone.parse(' '), postalCode.parse(' ')]).toEqual(['', '']);
});
