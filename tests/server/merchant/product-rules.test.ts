// The rules of a product are the same wherever one is written: what the form says before it sends is what the server would answer,
// at the same field and in the same words, and so is what an imported table says of its cell.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportedLine } from '#contract/merchant/product-tables.ts';
import type { ErrorBody, Violation } from '#contract/wire/hydra.ts';
import type { ProductColumn } from '#domain/product-table.ts';
import { productChangesOf } from '#features/merchant/products/form/product-changes.ts';
import { emptyValues, type ProductValues } from '#features/merchant/products/form/product-values.ts';
import { productViolations } from '#features/merchant/products/form/product-violations.ts';
import { quickProduct } from '#features/merchant/products/quick/quick-page.tsx';
import { makeCategory } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
let category: Awaited<ReturnType<typeof makeCategory>>;
beforeAll(async () => {
  market = await startTestMarket();
  category = await makeCategory(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
});

const option = (price: string, name = 'Taille') => [{ name, values: [{ name: 'Grande', price }] }];
const long = (length: number) => 'x'.repeat(length);
const POSITIVE = 'Nombre positif attendu.';
const CENTIMETRES = 'Nombre entier de centimètres attendu.';
const WEB = 'Adresse https:// attendue.';

/** What is typed, what is said of it at which field, and how the table says the same. */
const rows: [
  typed: Partial<ProductValues>,
  said: [string, string][],
  cells?: Partial<Record<ProductColumn, string>>,
][] = [
  [{}, [], {}],
  [{ name: ' ' }, [['name', 'Nom requis']], { name: ' ' }],
  [{ name: '\u200b' }, [['name', 'Nom requis']], { name: '\u200b' }],
  [{ name: long(121) }, [['name', '120 caractères au maximum.']], { name: long(121) }],
  [{ category: '' }, [['category', 'Catégorie requise']], { category: '' }],
  [{ price: '' }, [['price', 'Prix requis']], { price: '' }],
  ...['douze', '-1', '12 50', '1,234', '12 $', long(41)].map((price): (typeof rows)[number] => [
    { price },
    [['price', 'Montant incorrect.']],
    { price },
  ]),
  [{ price: '12€50' }, [], { price: '12€50' }],
  [{ price: '100 000,01' }, [['price', 'Montant trop élevé.']], { price: '100 000,01' }],
  [{ price: '', priceDisabled: true }, [], { price: '', priceDisabled: 'Oui' }],
  [{ price: 'douze', priceDisabled: true }, []],
  [{ price: '100000,01', priceDisabled: true }, []],
  [{ reducedPrice: '9,99' }, [], { reducedPrice: '9,99' }],
  [{ reducedPrice: '10' }, [['reducedPrice', 'Le prix réduit doit être inférieur au prix.']], { reducedPrice: '10' }],
  [{ reducedPrice: 'neuf' }, [['reducedPrice', 'Montant incorrect.']], { reducedPrice: 'neuf' }],
  [{ reducedPrice: '12', indicativePrice: true }, []],
  [{ stockManagement: true }, [['stock', 'Stock requis']]],
  [{ stockManagement: true, stock: '0' }, [], { stock: '0' }],
  [{ stockManagement: true, stock: '-1' }, [['stock', 'Le stock ne peut pas être négatif.']], { stock: '-1' }],
  ...['1,5', 'abc', '1 2'].map((stock): (typeof rows)[number] => [
    { stockManagement: true, stock },
    [['stock', 'Nombre entier attendu.']],
    { stock },
  ]),
  [{ stockManagement: true, stock: '1000000' }, [['stock', '999\u202f999 au maximum.']], { stock: '1000000' }],
  [{ stock: 'abc' }, []],
  [{ length: '12,5' }, [['dimensions.length', CENTIMETRES]], { length: '12,5' }],
  [{ height: 'haut' }, [['dimensions.height', CENTIMETRES]], { height: 'haut' }],
  [{ width: '-3' }, [['dimensions.width', POSITIVE]], { width: '-3' }],
  [{ width: '1001' }, [['dimensions.width', '1000 cm au maximum.']], { width: '1001' }],
  [{ weight: '0,42' }, [], { weight: '0,42' }],
  [{ weight: 'lourd' }, [['dimensions.weight', 'Nombre attendu.']], { weight: 'lourd' }],
  [{ weight: '1001' }, [['dimensions.weight', '1000 kg au maximum.']], { weight: '1001' }],
  [{ externalURL: 'tomme.fr' }, [['externalURL', WEB]], { externalURL: 'tomme.fr' }],
  [{ description: long(4001) }, [['description', '4000 caractères au maximum.']], { description: long(4001) }],
  [{ options: option('2') }, [], { options: 'Taille : Grande = 2' }],
  [
    { options: option('cher') },
    [['options.0.values.0.price', 'Montant incorrect.']],
    { options: 'Taille : Grande = cher' },
  ],
  [
    { options: option('2', long(81)) },
    [['options.0.name', '80 caractères au maximum.']],
    { options: `${long(81)} : A = 2` },
  ],
  [
    { technicalAttributes: [{ name: 'Lait', value: long(301) }] },
    [['technicalAttributes.0.value', '300 caractères au maximum.']],
    { technicalAttributes: `Lait : ${long(301)}` },
  ],
];

const violations = (said: [string, string][]): Violation[] =>
  said.map(([propertyPath, message]) => ({ propertyPath, message }));

test.each(rows)('%j', async (typed, said, cells) => {
  const iri = `/categories/${category.id}`;
  const sent = productChangesOf({ ...emptyValues, name: 'Tomme', category: iri, price: '10', ...typed });
  const told = productViolations(sent, null);
  // A field that two rules refuse shows the one.
  expect([...new Map(told.map((each) => [each.propertyPath, each])).values()], 'the form').toEqual(violations(said));

  // What is no number is sent as a text: JSON has no word for it.
  const asJson: object = JSON.parse(JSON.stringify(sent, (_, value) => (Number.isNaN(value) ? 'aucun' : value)));
  const { status, body } = await merchant.call<ErrorBody>('POST', '/products', asJson);
  if (said.length === 0) expect(status, 'the server').toBe(201);
  else expect(body.violations, 'the server').toEqual(violations(said));

  const isQuick = Object.keys(typed).every((name) => ['name', 'price', 'category'].includes(name));
  if (isQuick) {
    const quick = quickProduct({ name: 'Tomme', category: iri, price: '10', ...typed });
    expect(new Set(productViolations(quick, null).map(({ message }) => message)), 'the quick form').toEqual(
      new Set(said.map(([, message]) => message)),
    );
  }
  if (!cells) return;
  const line = { name: 'Tomme', category: category.name, price: '10', ...cells };
  const table = await merchant.call<{ lines: ImportedLine[] }>('POST', `/stores/${merchant.storeId}/products_import`, {
    dryRun: true,
    columns: Object.keys(line),
    lines: [Object.values(line)],
  });
  const columnOf = (path: string) => path.replace('dimensions.', '').replace(/\..*/, '');
  expect(table.body.lines[0]?.violations, 'the table').toEqual(
    violations(said.map(([path, message]) => [columnOf(path), message])),
  );
});
