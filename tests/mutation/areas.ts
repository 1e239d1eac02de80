// What is examined, and the tests that may notice a mistake in it. Left out is what takes long and says little about one
// place: the random lives, the races, what starts the whole market.
export interface Area {
  folder: string;
  /** Beginnings of the paths of its tests. */
  tests: readonly string[];
}

const within = (folder: string, names: string) => names.split(' ').map((name) => `tests/${folder}/${name}.test`);

const screens = within(
  'web',
  'checkout-rules shipping-values shop-lists store-order-rules merchant-orders waiting-words addition',
);
const money = [
  ...within('server', 'money-again orders carts payment merchant-orders order-changed amounts'),
  ...within('server', 'sales-money no-online-payment coupons-write'),
];

export const areas: readonly Area[] = [
  {
    folder: 'src/domain',
    tests: ['tests/domain/', 'tests/contract/', ...screens, ...money, ...within('server', 'search requests catalogue')],
  },
  {
    folder: 'src/sync',
    tests: [
      ...within('sync', 'answers outbox late-answers late-carts session connectivity requests start projection'),
      ...within(
        'sync',
        'cart-lane conflicts merge merchant products storage-failures disk-work lives-found sha256 field-values',
      ),
      ...within('sync', 'last-try seen-rows shared-belief asked-again commands authorised ordered-elsewhere'),
      'tests/faults/',
      'tests/db/',
      ...within('web', 'tray cart-and-session write device merchant-orders waiting-words two-people leaving'),
      ...within('web', 'session-shown data-saver rare-states waiting-shown drafts'),
    ],
  },
  { folder: 'sw', tests: ['tests/sw/'] },
  {
    folder: 'server/sales',
    tests: [...money, ...within('server', 'sales-property outside idempotency refusals clearing database-away')],
  },
  {
    folder: 'server/plugins',
    tests: [
      ...within(
        'server',
        'authentication login-guard rate-limits refresh-tokens security-log idempotency answers health',
      ),
      ...within(
        'server',
        'mounted images first-view crawlers refusals outside recorded-requests every-address odd-input',
      ),
      ...within('server', 'page-cache users products-write reviews-write linked-data refused-fields pages-of-nothing'),
    ],
  },
];
