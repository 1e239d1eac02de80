import { describe, expect, test } from 'vitest';
import { csvOf, unguardCell } from '#domain/text/csv.ts';

describe('a table for a spreadsheet', () => {
  test('opens as it is: a byte order mark, semicolons, line ends of Windows', () => {
    expect(
      csvOf([
        ['a', 'b'],
        ['1', '12,50'],
      ]),
    ).toBe('\ufeffa;b\r\n1;12,50\r\n');
  });

  test('gives an amount below zero as a number', () => {
    expect(csvOf([['-12,50', '-3', '-3+1']])).toBe("\ufeff-12,50;-3;'-3+1\r\n");
  });

  test('quotes separators inside a cell', () => {
    expect(csvOf([['a;b', 'dit "oui"', 'une\nligne']])).toBe('\ufeff"a;b";"dit ""oui""";"une\nligne"\r\n');
  });

  const passedOver = [
    '',
    ' ',
    '\u00a0',
    '\u202f',
    '\u3000',
    '\u200b',
    '\u200e',
    '\u2060',
    '\ufeff',
    '\0',
    '\t',
    '\r',
    '\n',
    ' \u200b\0',
  ];
  const computed = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
  const formulas = passedOver.flatMap((before) =>
    computed.map((sign) => `${before}${sign}HYPERLINK("https://evil.example")`),
  );
  test.each([...formulas, '+33 3 29', '-1+1', '\t1', '\r1'])('never lets %j be a formula', (value) => {
    const [cell = ''] = csvOf([[value]])
      .slice(1)
      .split(';');
    expect(cell.replace(/^"/, '')[0]).toBe("'");
  });

  test.each([...formulas, '=1+1', "'=1", "''@x", "'quoted'", '-5 %', 'l’été', "'", ''])(
    'gives %j back as it was',
    (value) => {
      const [cell = ''] = [csvOf([[value]]).slice(1, -2)].map((text) =>
        text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text,
      );
      expect(unguardCell(cell)).toBe(value);
    },
  );
});
