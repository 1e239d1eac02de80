// Layers of the project, order of the modules in each layer, and public files of each module, checked by `npm run check`: imports
// go down only (types and lazy loads included), and only to public files. Biome's `noImportCycles` checks cycles.
// TypeScript 7 has no API yet: `typescript` is version 6, used here to parse the sources; `tsc` is version 7.

const packages = 'node_modules/';

/** Allowed imports of each layer besides its own files; features must not import each other. */
const layers = {
  'src/contract/': ['node_modules/zod/'],
  'src/domain/': ['src/contract/'],
  'src/paths.ts': [],
  'src/api/': ['src/contract/', packages],
  'src/db/': ['src/contract/', packages],
  'src/sync/': ['src/(contract|domain|api|db)/', packages],
  'src/state/': ['src/(contract|domain|api|db|sync)/', 'src/paths.ts', packages],
  'src/engine/': ['src/(contract|domain|api|db|sync|state)/', 'src/paths.ts', packages],
  'src/ui/': ['src/(contract|domain)/', 'src/paths.ts', packages],
  'src/features/([^/]+)/': ['src/(contract|domain|state|ui)/', 'src/paths.ts', packages],
  'src/(app/|main.tsx)': ['src/', packages],
  'sw/': ['src/(contract|domain|api|db|sync)/', 'src/paths.ts', packages],
  'server/': ['src/(contract|domain)/', 'src/paths.ts', packages],
};
/** Layers that import only types and the numbers of `limits.ts` from the contract. */
const contractTypesOnly = 'src/(domain|db|ui)/';

/** Packages that only the given layers may import. */
const owners = {
  '(react|react-dom|react-router-dom)': 'src/(state|engine|ui|features|app|main.tsx)',
  jotai: 'src/(state|engine|features|app)/',
  '@tanstack': 'src/(state|engine|app)/',
  dexie: 'src/(db|sync|state)/',
  wretch: 'src/api/',
  '(pg|postgres|@electric-sql/pglite[^/]*|drizzle-orm/(node-postgres|pglite))': 'server/db/',
};

/** Modules of each layer from top to bottom; '.' is the layer's root. */
const modules = {
  'src/sync': ['.', 'pending', 'replay', 'carts', 'recovery', 'session', 'outbox', 'commands', 'device'],
  'src/engine': ['.', 'writes', 'reads'],
  'src/state': [
    'forms',
    'merchant-orders',
    'merchant',
    'account',
    'cart',
    'search',
    'pending',
    'device',
    'api',
    'session',
    'page',
  ],
  'src/ui': [
    'shell',
    'map',
    'pending',
    'catalogue',
    'media',
    'dialogs',
    'states',
    'text',
    'fields',
    'controls',
    'loading',
  ],
  'src/app': ['.', 'early', 'offline-page', 'shell', 'overlays', 'loading', 'installation'],
  'src/features/shop': [
    '.',
    'home',
    'product',
    'directory',
    'pages',
    'search',
    'favourites',
    'store',
    'listing',
    'reviews',
    'requests',
    'offline-bundle',
    'actions',
  ],
  'src/features/account': ['.', 'login', 'profile', 'orders', 'withdrawal', 'appointments', 'requests', 'round', 'layout'],
  'src/features/checkout': ['.', 'cart', 'result', 'delivery', 'payment', 'minimum'],
  'src/features/merchant': [
    '.',
    'shell',
    'dashboard',
    'products',
    'products-csv',
    'requests',
    'coupons',
    'settings',
    'hand-over',
    'orders',
    'media',
    'store',
  ],
  'server/market': ['.', 'export', 'writing', 'database-snapshot', 'folder', 'accounts', 'format'],
  server: [
    '.',
    'build',
    'demo',
    'market',
    'process',
    'routes',
    'web',
    'accounts',
    'requests',
    'merchant',
    'withdrawals',
    'sales',
    'money',
    'mails',
    'documents',
    'openapi',
    'http',
    'catalogue',
    'hydra',
    'plugins',
    'access',
    'presenters',
    'services',
    'db',
    'runtime',
  ],
};

/** Files of these modules that other modules may import. */
const publicFiles = {
  'src/sync/pending': ['conflict.ts', 'conflicts.ts', 'decisions.ts', 'resolve.ts', 'waiting.ts'],
  'src/sync/replay': ['field-values.ts', 'ports.ts', 'rebase.ts', 'replay.ts', 'schedule.ts', 'settlement.ts'],
  'src/sync/session': ['credentials.ts', 'session.ts', 'token-storage.ts'],
  'src/engine': ['engine.ts', 'safe-reload.ts'],
  'src/engine/reads': ['api-client.ts', 'cache-eviction.ts', 'prefetch.ts', 'read.ts'],
  'src/ui/shell': [
    'bottom-bar.tsx',
    'cart-added-dialog.tsx',
    'connectivity-line.tsx',
    'flash-bar.tsx',
    'header/header-slot.tsx',
    'header/search-box.tsx',
    'header/site-header.tsx',
    'shell-interfaces.ts',
    'site-footer.tsx',
    'tray-badge.tsx',
  ],
  'src/ui/map': ['map-props.ts', 'map.tsx'],
  'src/ui/pending': ['decision-list.tsx', 'pending-row.tsx', 'row-guard.tsx'],
  'src/app/early': ['taps.ts'],
  'src/app/offline-page': ['lazy-offline-page.tsx'],
  'src/app/overlays': ['overlays.tsx', 'pending-indicators.tsx'],
  'src/app/shell': [
    'crash-screen.tsx',
    'not-found-page.tsx',
    'shell-skeleton.tsx',
    'shell.tsx',
    'use-favourite-choice.ts',
  ],
  'src/features/account': ['account-area.tsx'],
  'src/features/account/round': ['round-link.tsx', 'round-page.tsx'],
  'src/features/checkout': ['checkout-area.tsx'],
  'src/features/checkout/cart': ['cart-page.tsx'],
  'src/features/checkout/delivery': ['shipping-draft.ts', 'shipping-page.tsx'],
  'src/features/checkout/result': ['paid-on-delivery-page.tsx', 'payment-result-page.tsx', 'waiting-order-page.tsx'],
  'src/features/administration': ['administration-area.tsx'],
  'src/features/merchant': ['merchant-area.tsx'],
  'src/features/merchant/orders': [
    'day-sheet-page.tsx',
    'order-counts.ts',
    'order-filter.ts',
    'order-list.tsx',
    'order-page.tsx',
    'order-texts.ts',
    'orders-page.tsx',
    'use-hand-over.tsx',
  ],
  'src/features/merchant/hand-over': ['hand-over-page.tsx'],
  'src/features/merchant/products': ['form/product-page.tsx', 'list/products-page.tsx', 'quick/quick-page.tsx'],
  'src/features/merchant/products-csv': ['import-page.tsx'],
  'src/features/merchant/coupons': ['coupon-page.tsx', 'coupons-page.tsx'],
  'src/features/merchant/media': ['media-picker.tsx'],
  'src/features/merchant/settings': [
    'contact-page.tsx',
    'hours/hours-page.tsx',
    'infos-page.tsx',
    'medias-page.tsx',
    'position-page.tsx',
    'relay-point-page.tsx',
    'shipping-page.tsx',
  ],
  'src/features/merchant/requests': [
    'appointment-page.tsx',
    'appointments-page.tsx',
    'estimates-page.tsx',
    'messages-page.tsx',
    'to-answer.tsx',
  ],
  'src/features/shop': [
    'home/home-page.tsx',
    'listing/category-page.tsx',
    'product/known-product.tsx',
    'product/product-page.tsx',
    'shop-area.tsx',
  ],
  'src/features/shop/home': ['home-page.tsx'],
  'src/features/shop/product': ['known-product.tsx', 'product-page.tsx'],
  'src/features/shop/directory': ['stores-page.tsx'],
  'src/features/shop/search': ['search-page.tsx'],
  'src/features/shop/offline-bundle': ['lazy-download-bundle.tsx'],
  'src/features/shop/reviews': ['review-list.tsx'],
  'src/features/shop/store': [
    'store-about-page.tsx',
    'store-layout.tsx',
    'store-page.tsx',
    'store-products-page.tsx',
    'store-reviews-page.tsx',
  ],
  'src/features/waiting': ['pending-list.tsx', 'send-all-button.tsx', 'waiting-page.tsx'],
  'server/market': [
    'folder/check.ts',
    'format/entries.ts',
    'database-snapshot/market.ts',
    'import.ts',
    'writing/import-writer.ts',
    'writing/insert-all.ts',
    'writing/placed-files.ts',
    'writing/write-rows.ts',
  ],
  'server/demo': ['fill-when-empty.ts'],
  'server/http': ['after-commit.ts', 'call.ts', 'contract-input.ts', 'event-stream.ts', 'mount.ts', 'query-input.ts'],
  'server/hydra': ['discovery.ts', 'json-ld-context.ts', 'vocabulary.ts'],
  'server/web': ['assets/built.ts', 'web-app.ts'],
};

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });
const filesOf = (layer, module) => (module === '.' ? `^${layer}/[^/]+$` : `^${layer}/${module}/`);

export default {
  forbidden: [
    ...Object.entries(layers).map(([layer, others]) =>
      forbid(
        `layer ${layer}`,
        { path: `^${layer}` },
        {
          pathNot: [layer.replace('([^/]+)', '$1'), ...others].map((path) => `^${path}`),
          dependencyTypesNot: layer === 'server/' ? ['core'] : [],
        },
      ),
    ),
    forbid(
      `only contract types in ${contractTypesOnly}`,
      { path: `^${contractTypesOnly}` },
      { path: '^src/contract/', pathNot: '^src/contract/limits[.]ts$', dependencyTypesNot: ['type-only'] },
    ),
    ...Object.entries(owners).map(([name, owner]) =>
      forbid(`only ${owner} imports ${name}`, { pathNot: `^${owner}` }, { path: `^node_modules/${name}/` }),
    ),
    forbid('routes use no database', { path: '^server/routes/' }, { path: '^(server/db|node_modules/drizzle-orm)/' }),
    ...Object.entries(modules).flatMap(([layer, order]) => [
      ...order
        .slice(1)
        .map((module, at) =>
          forbid(
            `upward import from ${layer}/${module}`,
            { path: filesOf(layer, module) },
            { path: order.slice(0, at + 1).map((above) => filesOf(layer, above)) },
          ),
        ),
      forbid(
        `unlisted module in ${layer}`,
        { path: `^${layer}/`, pathNot: order.map((module) => filesOf(layer, module)) },
        {},
      ),
    ]),
    ...Object.entries(publicFiles).map(([module, files]) =>
      forbid(
        `private files of ${module}`,
        { pathNot: `^${module}/` },
        { path: `^${module}/`, pathNot: ['[.]css$', ...files.map((file) => `^${module}/${file}$`)] },
      ),
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
