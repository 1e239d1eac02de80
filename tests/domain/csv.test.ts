import { describe, expect, test } from 'vitest';
import { csvOf, unguarded } from '#domain/csv.ts';

describe('a table for a spreadsheet', () => {
  test('opens as it is: a byte order mark, semicolons, line ends of Windows', () => {
    expect(
      csvOf([
        ['a', 'b'],
        ['1', '12,50'],
      ]),
    ).toBe('\ufeffa;b\r\n1;12,50\r\n');
  });

  test('keeps what would end a cell or a line inside its cell', () => {
    expect(csvOf([['a;b', 'dit "oui"', 'une\nligne']])).toBe('\ufeff"a;b";"dit ""oui""";"une\nligne"\r\n');
  });

  test.each(['=HYPERLINK("https://evil.example")', '+33 3 29', '-1+1', '@SUM(A1)', '\t=1', '\r=1'])(
    'never lets %j be computed',
    (value) => {
      const [cell = ''] = csvOf([[value]])
        .slice(1)
        .split(';');
      expect(cell.replace(/^"/, '')[0]).toBe("'");
    },
  );

  test.each(['=1+1', "'=1", "''@x", "'quoted'", '-5 %', 'l’été', "'", ''])('gives %j back as it was', (value) => {
    const [cell = ''] = csvOf([[value]])
      .slice(1)
      .split('\r\n');
    expect(unguarded(cell)).toBe(value);
  });
});
