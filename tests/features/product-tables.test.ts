// A table of products on its way into the shop: how a file is read, parted into batches, and put together with what was said.
import { describe, expect, test } from 'vitest';
import { type ImportedLine, LINES_AT_MOST } from '#contract/product-tables.ts';
import { batchesOf, batchesToWrite, checkedLines } from '#features/merchant/products-csv/batches.ts';
import { readTable, tableOf } from '#features/merchant/products-csv/read-table.ts';

const utf8 = (text: string): ArrayBuffer => new TextEncoder().encode(text).slice().buffer;
const told = (slug: string, outcome: ImportedLine['outcome'] = 'new'): ImportedLine => ({
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
  test('of an older spreadsheet keeps its accents', async () => {
    const bytes = new Uint8Array(Buffer.from('Nom;Prix\nCrème brûlée;2', 'latin1'));
    expect((await readTable(bytes.slice().buffer)).lines[0]?.cells).toEqual(['Crème brûlée', '2']);
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

  test('keeps what stands beyond its last column, for the server to refuse', () => {
    expect(tableOf([['Nom', 'Prix'], ['A', '1', ''], ['B', '2', 'x'], ['C']]).lines.map(({ cells }) => cells)).toEqual([
      ['A', '1'],
      ['B', '2', 'x'],
      ['C'],
    ]);
  });
});

describe('batches', () => {
  test('hold as many lines as the server takes, and no more bytes than it reads', () => {
    const short = batchesOf(
      ['name'],
      Array.from({ length: LINES_AT_MOST + 1 }, (_, at) => [`n${at}`]),
    );
    expect(short.map(({ lines }) => lines.length)).toEqual([LINES_AT_MOST, 1]);
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
    const lines = checkedLines(table, [told('tomme'), told('tomme'), told('brie', 'same')], () => 'cafe0123');
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

  test('refuse a product that stands in two of them', () => {
    const table = tableOf([
      ['Adresse', 'Prix'],
      ['tomme', '1'],
      ['TOMME', '2'],
    ]);
    const lines = checkedLines(table, [told('tomme', 'changed'), told('tomme', 'changed')]);
    expect(lines.map((line) => line.told.violations.map(({ propertyPath }) => propertyPath))).toEqual([[], ['slug']]);
  });
});
