import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { type VitePluginPWAAPI, VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { leanContract } from './server/lean-contract.ts';
import { leanDexie } from './server/lean-dexie.ts';
import { leanQuery, leanRouter, leanZod, libraries } from './server/lean-libraries.ts';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

/** Kept once they were used: what draws the map, the carousel, the merchant's bars and frames, what stands in for IndexedDB. */
const onDemand = /\/(map-canvas|maplibre|swiper|memory|chart|crop-area)[^/]*$/;
const MOST_PRECACHED_BYTES = 600_000;

/** Each file with its digest: the browser gives the worker nothing that is not what was built. */
function precacheList(): { plugin: Plugin; transform: ManifestTransform } {
  let folder = '';
  const plugin: Plugin = {
    name: 'etal:precache-list',
    configResolved(config) {
      folder = join(config.root, relative(config.root, config.build.outDir));
    },
    buildStart() {
      const pwa = this.environment.config.plugins.find(({ name }) => name === 'vite-plugin-pwa');
      // Files that the plugin lists by itself would come without a digest: all but the shell are found on the disk.
      (pwa?.api as VitePluginPWAAPI | undefined)?.extendManifestEntries((entries) =>
        entries.filter((entry) => typeof entry === 'object' && entry.url === '/shell'),
      );
    },
  };
  const transform: ManifestTransform = (entries) => ({
    manifest: entries.map((entry) => {
      const { url, size } = entry;
      const digest = createHash('sha256').update(readFileSync(join(folder, url)));
      const listed = { ...entry, integrity: `sha256-${digest.digest('base64')}` };
      if (onDemand.test(url)) return { ...listed, onDemand: true };
      if (size > MOST_PRECACHED_BYTES) throw new Error(`${url} is too large to come with the installation`);
      return listed;
    }),
    warnings: [],
  });
  return { plugin, transform };
}

const list = precacheList();

/** The name of a class and of its file say which it is; without a line number the first load is 0.4 kB smaller. */
function classOf(name: string, file: string): string {
  const [bare = ''] = relative(fileURLToPath(new URL('.', import.meta.url)), file).split('?');
  return `_${name}_${createHash('sha256').update(bare).digest('hex').slice(0, 5)}`;
}

/** Chromium compiles all of the file while it arrives, beside the page, instead of function by function while it starts. */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad\n';

/** What every visit loads is made smaller than Vite's minifier makes it; the rest of the build is not worth the time. */
const smallest: Plugin = {
  name: 'etal:smallest',
  apply: 'build',
  enforce: 'post',
  async renderChunk(code, { name }) {
    if (name !== 'main' && name !== 'engine') return null;
    // Nobody makes an object by `new` of a nameless function or of a method, or asks a function how many arguments it has.
    const compress = { passes: 5, unsafe_methods: true, unsafe_arrows: true, keep_fargs: name !== 'main' };
    // Quotes of one kind all through compress better.
    const format = { quote_style: 1 } as const;
    const smaller = await minify(code, { module: true, ecma: 2020, compress, format, mangle: true });
    return smaller.code ? { code: smaller.code, map: null } : null;
  },
  generateBundle: {
    // The comment counts as the first thing in the file only.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.name === 'main') file.code = `${COMPILE_AHEAD}${file.code}`;
      }
    },
  },
};

const smallestWorker: Plugin = {
  name: 'etal:smallest-worker',
  enforce: 'post',
  async renderChunk(code) {
    const smaller = await minify(code, { ecma: 2020, compress: { passes: 2 }, mangle: true });
    return smaller.code ? { code: smaller.code, map: null } : null;
  },
};

/** The plugin builds the worker by itself, with a table of its one file and news of the time that making it small takes. */
const quietly: Plugin = {
  name: 'etal:quietly',
  config: () => ({ logLevel: 'warn', build: { rolldownOptions: { checks: { pluginTimings: false } } } }),
};

/** What works once something waits, by its folders and files. */
const ofSending = new RegExp(
  [
    '/src/sync/(sending|pending/[\\w-]+|replay/(?!field-values)[\\w-]+|outbox/conclude|device/locks)',
    '/src/sync/(carts/(committed|lost|merge)-\\w+|recovery/(odd-rows|outdated))',
    '/src/engine/writes/(decision[\\w-]+|outcomes|pending-actions)',
    '/src/contract/(held-lines|withdrawn)',
  ]
    .map((path) => `${path}\\.ts$`)
    .join('|'),
);

/** The map's own code, which is loaded where a map is opened and never before. */
const LARGEST_PART_KB = 1200;

// One configuration for three builds: the browser's bundle, the server's rendering bundle (`build.ssr`), and the service
// worker that vite-plugin-pwa makes from sw/.
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [
    react(),
    ...(isSsrBuild ? [] : [list.plugin, leanRouter, leanQuery, leanZod, leanDexie(), leanContract, smallest]),
    VitePWA({
      disable: isSsrBuild === true,
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      // src/app/installation registers it after the first paint.
      injectRegister: false,
      manifest: {
        id: '/',
        name: 'Étal, le shopping autrement',
        short_name: 'Étal',
        description:
          'La place de marché des commerçants et artisans de la Meuse : un panier pour plusieurs boutiques, même sans réseau.',
        lang: 'fr',
        dir: 'ltr',
        start_url: '/?source=pwa',
        scope: '/',
        display: 'standalone',
        theme_color: '#1f5a41',
        background_color: '#fbf6ec',
        categories: ['shopping', 'food'],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
        shortcuts: [
          { name: 'Mon panier', url: '/commande/panier' },
          { name: 'Les boutiques', url: '/boutiques' },
          { name: 'Mes commandes de boutique', url: '/admin/boutique/store/commandes' },
        ],
        screenshots: [
          {
            src: '/screenshots/phone.webp',
            sizes: '720x1480',
            type: 'image/webp',
            form_factor: 'narrow',
            label: 'L’accueil du marché',
          },
          {
            src: '/screenshots/desktop.webp',
            sizes: '2560x1600',
            type: 'image/webp',
            form_factor: 'wide',
            label: 'Le marché sur grand écran',
          },
        ],
      },
      injectManifest: {
        // As browsers run it: one classic script.
        rollupFormat: 'iife',
        buildPlugins: { vite: [quietly, leanZod, leanDexie(), leanContract, smallestWorker] },
        // What every screen needs without a network.
        globPatterns: ['assets/**/*.{js,css,woff2}', 'icons/*.png', 'favicon.svg', 'manifest.webmanifest'],
        // Their names carry their hash.
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 5_000_000,
        manifestTransforms: [list.transform],
        // The server writes the shell with the market's public keys; a build is a new one.
        additionalManifestEntries: [{ url: '/shell', revision: process.env.ETAL_BUILD_ID ?? 'development' }],
      },
    }),
  ],
  resolve: { alias: isSsrBuild || command === 'serve' ? [] : libraries },
  css: { modules: { generateScopedName: classOf } },
  define: { __BUILD_ID__: JSON.stringify(process.env.ETAL_BUILD_ID ?? 'development') },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    chunkSizeWarningLimit: LARGEST_PART_KB,
    modulePreload: {
      polyfill: false,
      // The entry's styles stand in the page itself: a lazy area must not fetch them again.
      resolveDependencies: (_file, files) => files.filter((file) => !/\/main-[^/]*\.css$/.test(file)),
    },
    rolldownOptions: isSsrBuild
      ? { input: 'src/app/server-entry.tsx', checks: { pluginTimings: false } }
      : {
          input: 'src/main.tsx',
          // Making the first script small takes its time, which is no news.
          checks: { pluginTimings: false },
          // All that a first view needs in one file, all that works behind it in another: split by who shares what, they
          // are a dozen files each and larger together.
          output: {
            // 36 bits and more tell a file's versions apart, and its name stands in the first script and in the worker.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:6][extname]',
            codeSplitting: {
              groups: [
                // The shapes of what forms send: the records of the calls do without them there (`server/lean-contract.ts`).
                {
                  name: 'forms',
                  test: /\/src\/contract\/(agreed|bounds|email|form-shapes|store-changes|store-order-form)\.ts$/,
                  priority: 3,
                  includeDependenciesRecursively: false,
                },
                { name: 'main', test: /\/src\/main\.tsx$/, priority: 2 },
                { name: 'engine', test: /\/src\/engine\/engine\.ts$/, priority: 1 },
                // What it shares with screens stays apart, so that none of them loads it.
                {
                  name: 'sending',
                  test: ofSending,
                  includeDependenciesRecursively: false,
                },
                { name: 'memory', test: /\/fake-indexeddb\// },
              ],
            },
          },
        },
  },
}));
