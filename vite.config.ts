import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

/** Cached at first use instead of installed: map, carousel, the merchant's charts and crop area, in-memory IndexedDB. */
const onDemand = /\/(map-canvas|maplibre|swiper|memory|chart|crop-area)[^/]*$/;
const MOST_PRECACHED_BYTES = 600_000;

/** Precache list with the digest of each file, so that the browser rejects other bytes. */
function precacheList(): { plugin: Plugin; transform: ManifestTransform } {
  let folder = '';
  const plugin: Plugin = {
    name: 'etal:precache-list',
    configResolved(config) {
      folder = join(config.root, relative(config.root, config.build.outDir));
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

/** Inlines constants, such as the limits of the contract, which every form imports. */
const optimization = { inlineConst: { mode: 'all' } } as const;

/** Separate build of the worker by the plugin, without its table of one file. */
const workerBuild: Plugin = {
  name: 'etal:worker-build',
  config: () => ({ logLevel: 'warn', build: { rolldownOptions: { optimization } } }),
};

/** Makes Chromium compile the whole first script during its download instead of lazily at the start. */
const compileAhead: Plugin = {
  name: 'etal:compile-ahead',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.name === 'main') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

/** Size of the map's code, loaded when a map is opened. */
const LARGEST_PART_KB = 1200;

const inPackage = (path: string) => join(import.meta.dirname, 'node_modules', path);

/**
 * Aliases of published files that a bundler does not select by itself: the router's production build (its default has
 * development warnings), Dexie and Workbox in modern JavaScript. They save 0.4 kB of first load, 2.3 of idle code, 1.6 of
 * worker.
 */
const publishedFiles = [
  { find: /^react-router$/, replacement: inPackage('react-router/dist/production/index.mjs') },
  { find: /^dexie$/, replacement: inPackage('dexie/dist/modern/dexie.mjs') },
  { find: /^workbox-window$/, replacement: inPackage('workbox-window/build/workbox-window.prod.mjs') },
];

// One configuration for three builds: browser bundle, server rendering bundle (`build.ssr`), and service worker (from sw/, by
// vite-plugin-pwa).
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [
    react(),
    ...(isSsrBuild ? [] : [compileAhead, list.plugin]),
    VitePWA({
      disable: isSsrBuild === true,
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      // src/app/installation registers it after the first paint.
      injectRegister: false,
      // The server makes manifest and icons from the market's settings.
      manifest: false,
      injectManifest: {
        // Browsers run it as one classic script.
        rollupFormat: 'iife',
        buildPlugins: { vite: [workerBuild] },
        // Files that every screen needs without a network.
        globPatterns: ['assets/**/*.{js,css,woff2}'],
        // Inline in every page.
        globIgnores: ['assets/main-*.css'],
        // Their names contain their hash.
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 5_000_000,
        manifestTransforms: [list.transform],
        // Made by the server from the market's settings, which replaces the marks (server/web/service-worker.ts).
        additionalManifestEntries: [
          { url: '/shell', revision: `${process.env.ETAL_BUILD_ID ?? 'development'}+state-of:/shell` },
          ...['/manifest.webmanifest', '/icons/icon-192.png'].map((url) => {
            return { url, revision: `state-of:${url}`, integrity: `state-of:${url}` };
          }),
        ],
      },
    }),
  ],
  resolve: { alias: isSsrBuild || command === 'serve' ? [] : publishedFiles },
  define: { __BUILD_ID__: JSON.stringify(process.env.ETAL_BUILD_ID ?? 'development') },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    sourcemap: !isSsrBuild,
    chunkSizeWarningLimit: LARGEST_PART_KB,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? { input: 'src/app/server-entry.tsx' }
      : {
          optimization,
          input: 'src/main.tsx',
          // One file for the first view, one for the engine: split by shared imports they would be a dozen files each and
          // larger together.
          output: {
            codeSplitting: {
              groups: [
                { name: 'main', test: /\/src\/main\.tsx$/, priority: 2 },
                { name: 'engine', test: /\/src\/engine\/engine\.ts$/, priority: 1 },
                { name: 'memory', test: /\/fake-indexeddb\// },
                // A file of a few hundred bytes costs more in the precache list than it holds.
                {
                  name: 'parts',
                  test: /\/src\/(api\/error-reports|domain\/text\/size|state\/device\/(offline-orders|position-messages)|state\/account\/known-person)\.ts$/,
                },
              ],
            },
          },
        },
  },
}));
