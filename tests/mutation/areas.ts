// What is examined, and by which tests: first those next to it, then, for what these let through, those further away.
export interface Area {
  folder: string;
  /** Each stage: projects of vitest, then files. */
  stages: { projects: string[]; files: string[] }[];
}

const server = (...names: string[]) => ({
  projects: ['server'],
  files: names.map((name) => `tests/server/${name}.test`),
});

export const areas: readonly Area[] = [
  {
    folder: 'src/domain',
    stages: [
      { projects: ['unit'], files: ['tests/domain/', 'tests/contract/'] },
      { projects: ['web'], files: ['tests/web/checkout-rules', 'tests/web/shipping-values', 'tests/web/shop-lists'] },
      server('money-again', 'orders', 'carts', 'search', 'requests', 'merchant-orders'),
    ],
  },
  {
    folder: 'src/sync',
    stages: [
      {
        projects: ['sync'],
        files: ['answers', 'outbox', 'late-answers', 'session', 'connectivity', 'requests', 'start', 'projection'].map(
          (name) => `tests/sync/${name}.test`,
        ),
      },
      {
        projects: ['sync'],
        files: ['cart-lane', 'conflicts', 'merge', 'merchant', 'products', 'lives-found', 'storage-failures'].map(
          (name) => `tests/sync/${name}.test`,
        ),
      },
      { projects: ['sync'], files: ['tests/faults/', 'tests/sync/lives-known.test'] },
      { projects: ['web'], files: ['tests/web/tray', 'tests/web/cart-and-session', 'tests/web/merchant-orders'] },
    ],
  },
  { folder: 'sw', stages: [{ projects: ['web'], files: ['tests/sw/'] }] },
  {
    folder: 'server/sales',
    stages: [
      server('money-again', 'orders', 'carts', 'payment', 'merchant-orders'),
      server('sales-property', 'stock-race', 'outside', 'idempotency', 'refusals'),
    ],
  },
  {
    folder: 'server/plugins',
    stages: [
      server('authentication', 'rate-limits', 'refresh-tokens', 'security-log', 'idempotency', 'answers', 'health'),
      server('mounted', 'images', 'first-view', 'crawlers', 'refusals', 'outside', 'recorded-requests'),
    ],
  },
];
