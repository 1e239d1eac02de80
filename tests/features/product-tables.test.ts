// A table of products on its way into the shop: how a file is read, parted into batches, and put together with what was said.
import { describe, expect, test } from 'vitest';
import { type ImportedLine, MAX_LINES_PER_BATCH } from '#contract/merchant/product-tables.ts';
import { batchesOf, batchesToWrite, checkedLines } from '#features/merchant/products-csv/batches.ts';
import { changedHeadings } from '#features/merchant/products-csv/preview.tsx';
import { readTable, tableOf } from '#features/merchant/products-csv/read-table.ts';

const utf8 = (text: string): ArrayBuffer => new TextEncoder().encode(text).slice().buffer;
const reported = (slug: string, outcome: ImportedLine['outcome'] = 'new'): ImportedLine => ({
  slug,
  outcome,
  changed: [],
  violations: [],
});

describe('a file', () => {
  test.each([
    ['\ufeffNom;PRIX réduit;couleur\r\n"A;""b""\nc";\'=1;x\r\n\r\n ; \r\nD;2\r\n'],
    ['Nom\tPRIX réduit\tcouleur\n"A;""b""\nc"\t\'=1\tx\n\n \t \nD\t2\n'],
    ['Nom,Prix  Reduit,couleur\r"A;""b""\nc",\'=1,x\r\r , \rD,2\r'],
  ])('of any spreadsheet is read: %j', async (text) => {
    expect(await readTable(utf8(text))).toEqual({
      columns: ['name', 'reducedPrice'],
      ignored: ['couleur'],
      lines: [
        { number: 2, cells: ['A;"b"\nc', '=1'] },
        { number: 5, cells: ['D', '2'] },
      ],
    });
  });

  // Its signs that Latin 1 lacks (œ, €) are a browser's business: Node 20 reads them as Latin 1, merchant-csv.spec as they are.
  test('of an older spreadsheet has correct accents', async () => {
    const bytes = new Uint8Array(Buffer.from('Nom;Prix\nCrème brûlée;2', 'latin1'));
    expect((await readTable(bytes.slice().buffer)).lines[0]?.cells).toEqual(['Crème brûlée', '2']);
  });

  const bytesOf = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;
  const text = 'Nom;Prix\r\nCrème brûlée;1 000\r\n';
  const utf16 = (start: number[], swap: boolean) => {
    const body = Buffer.from(text, 'utf16le');
    return new Uint8Array([...start, ...(swap ? body.swap16() : body)]);
  };
  /** é è û of Mac Roman. */
  const mac = Uint8Array.from([
    ...Buffer.from('Nom;Prix\rCr'),
    0x8f,
    ...Buffer.from('me br'),
    0x9e,
    ...Buffer.from('l'),
    0x8e,
    ...Buffer.from('e;1 000'),
  ]);
  test.each([
    ['UTF-16, as Excel writes Unicode', utf16([0xff, 0xfe], false)],
    ['UTF-16 the other way round', utf16([0xfe, 0xff], true)],
    ['Mac Roman', mac],
    ['with the line that names its separator', Buffer.from(`sep=;\r\n${text}`)],
    ['with a separator of its own', Buffer.from('sep=|\nNom|Prix\nCrème brûlée|1 000\n')],
    ['with a title above', Buffer.from(`Mes produits, hiver;;\r\n;;\r\n${text}`)],
  ])('%s is read', async (_name, bytes) => {
    const table = await readTable(bytesOf(new Uint8Array(bytes)));
    expect(table.columns).toEqual(['name', 'price']);
    expect(table.lines.map(({ cells }) => cells)).toEqual([['Crème brûlée', '1 000']]);
  });

  test('has correct line numbers below a title and a separator', async () => {
    const table = await readTable(bytesOf(new Uint8Array(Buffer.from('sep=;\nTitre\nNom;Prix\nTomme;1\n'))));
    expect(table.lines.map(({ number }) => number)).toEqual([4]);
  });

  test('shows its amounts as they will be, before anything is written', () => {
    const of = (cells: string[], changed: string[], outcome: ImportedLine['outcome'] = 'changed') =>
      changedHeadings(
        { columns: ['name', 'price', 'stock'] },
        { number: 2, cells, result: { ...reported('t', outcome), changed } },
      );
    expect(of(['T', '12€50', '3'], ['price', 'stock'])).toEqual(['Prix\u00a0: 12,50\u00a0€', 'Stock']);
    expect(of(['T', '1 000', '3'], ['name', 'price', 'stock'], 'new')).toEqual(['Prix\u00a0: 1\u202f000,00\u00a0€']);
    expect(of(['T', '', '3'], ['price'])).toEqual(['Prix']);
  });

  test.each([
    ['', 'Ce fichier est vide.'],
    [' ; \n;;', 'Ce fichier est vide.'],
    ['Nom;Prix', 'aucune ligne'],
    ['Couleur;Taille\n1;2', 'La première ligne doit nommer les colonnes'],
    ['Prix\n1', 'La première ligne doit nommer les colonnes'],
    ['Nom;nom\n1;2', 'Deux colonnes s’appellent'],
    ['Nom;Prix\n"Tomme;2\nBeurre;3', 'un guillemet n’est pas fermé'],
    ['PK\u0003\u0004xlsx', 'Ce fichier est un classeur'],
    ['Nom\n\u0000', 'n’est pas un tableau'],
    [`Nom\n${'x'.repeat(20_001)}`, 'Ligne 2\u00a0: une cellule dépasse'],
  ])('%# that is no table of products is refused, and why is said', async (text, words) => {
    await expect(readTable(utf8(text))).rejects.toThrow(words);
  });

  test('is not read beyond ten megabytes or twenty thousand lines', async () => {
    await expect(readTable(new ArrayBuffer(10_000_001))).rejects.toThrow('10\u00a0Mo');
    expect(() => tableOf([['Nom'], ...Array.from({ length: 20_001 }, () => ['x'])])).toThrow('lignes');
  });

  test('preserves cells beyond the last column, for the server’s refusal', () => {
    expect(tableOf([['Nom', 'Prix'], ['A', '1', ''], ['B', '2', 'x'], ['C']]).lines.map(({ cells }) => cells)).toEqual([
      ['A', '1'],
      ['B', '2', 'x'],
      ['C'],
    ]);
  });
});

describe('batches', () => {
  test('respect the server’s limits for lines and bytes', () => {
    const short = batchesOf(
      ['name'],
      Array.from({ length: MAX_LINES_PER_BATCH + 1 }, (_, at) => [`n${at}`]),
    );
    expect(short.map(({ lines }) => lines.length)).toEqual([MAX_LINES_PER_BATCH, 1]);
    const long = batchesOf(
      ['name'],
      Array.from({ length: 40 }, () => ['é'.repeat(10_000)]),
    );
    for (const batch of long) expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThan(256 * 1024);
    expect(long.flatMap(({ lines }) => lines)).toHaveLength(40);
  });

  test('give each new product the address it was promised, and two of one name two of them', () => {
    const table = tableOf([
      ['Nom', 'Prix'],
      ['Tomme', '1'],
      ['Tomme', '2'],
      ['Brie', '3'],
    ]);
    const lines = checkedLines(
      table,
      [reported('tomme'), reported('tomme'), reported('brie', 'same')],
      () => 'cafe0123',
    );
    expect(batchesToWrite(table, lines)).toEqual([
      {
        columns: ['slug', 'name', 'price'],
        lines: [
          ['tomme', 'Tomme', '1'],
          ['tomme-cafe0123', 'Tomme', '2'],
        ],
      },
    ]);
  });

  test('refuse a product in two of them', () => {
    const table = tableOf([
      ['Adresse', 'Prix'],
      ['tomme', '1'],
      ['TOMME', '2'],
    ]);
    const lines = checkedLines(table, [reported('tomme', 'changed'), reported('tomme', 'changed')]);
    expect(lines.map((line) => line.result.violations.map(({ propertyPath }) => propertyPath))).toEqual([[], ['slug']]);
  });
});
