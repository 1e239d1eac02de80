// What is examined, and the tests that may notice a mistake in it. Left out is what takes long and says little about one
// place: the random lives, the races, what starts the whole market.
export interface Area {
  folder: string;
  /** Beginnings of the paths of its tests. */
  tests: readonly string[];
}

const within = (folder: string, names: string) => names.split(' ').map((name) => `tests/${folder}/${name}.test`);

const screens = [
  ...within('features', 'checkout-rules shipping-values shop-lists merchant-orders waiting-words taken'),
  ...within('state', 'addition'),
];
const money = [
  ...within('server/sales', 'money-again orders carts payment merchant-orders order-changed amounts delivery-changed'),
  ...within('server/sales', 'sales-money no-online-payment'),
  ...within('server/merchant', 'coupons-write'),
];

export const areas: readonly Area[] = [
  {
    folder: 'src/domain',
    tests: [
      'tests/domain/',
      'tests/contract/',
      ...screens,
      ...money,
      ...within('server/catalogue', 'search catalogue'),
      ...within('server/requests', 'requests'),
    ],
  },
  {
    folder: 'src/sync',
    tests: [
      ...within('sync', 'answers outbox late-answers late-carts session connectivity requests start projection'),
      ...within(
        'sync',
        'cart-lane conflicts merge merchant products storage-failures disk-work lives-found sha256 field-values',
      ),
      ...within(
        'sync',
        'last-try last-sent ids pictures-room kept-cart seen-rows shared-belief asked-again commands authorised ordered-elsewhere schedule minimal-answers clock due on-demand',
      ),
      'tests/faults/',
      'tests/db/',
      ...within('state', 'cart-and-session two-people leaving session-shown data-saver drafts shown-order engine-port'),
      ...within('engine', 'write device outcomes'),
      ...within('features', 'tray merchant-orders waiting-words rare-states'),
      ...within('ui', 'waiting-shown'),
    ],
  },
  { folder: 'sw', tests: ['tests/sw/'] },
  {
    folder: 'server/sales',
    tests: [
      'tests/server/sales/',
      ...within('server/merchant', 'coupons-write'),
      ...within('server/services', 'outside'),
      ...within('server/http', 'idempotency'),
      ...within('server/access', 'refusals'),
      ...within('server/merchant', 'orphan-images'),
      ...within('server/db', 'database-away'),
    ],
  },
  ...['server/plugins', 'server/access', 'server/http'].map((folder) => ({
    folder,
    tests: [
      ...within('server/access', 'authentication impersonation login-guard refresh-tokens'),
      ...within('server/http', 'rate-limits idempotency answers health after-commit event-stream'),
      ...within('server/sales', 'order-news'),
      ...within('server/runtime', 'security-log'),
      ...within('server/http', 'mounted recorded-requests odd-input'),
      ...within('server/merchant', 'images'),
      ...within('server/web', 'first-view crawlers every-address'),
      ...within('server/access', 'refusals'),
      ...within('server/services', 'outside'),
      ...within('server/web', 'page-cache linked-data pages-of-nothing'),
      ...within('server/access', 'users'),
      ...within('server/merchant', 'products-write'),
      ...within('server/requests', 'reviews-write'),
      ...within('server/http', 'refused-fields preference'),
    ],
  })),
];
