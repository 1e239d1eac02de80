import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { type VitePluginPWAAPI, VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { webManifest } from './server/build/web-manifest.ts';

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

/** The limits of the contract, which every form names, weigh nothing as names then. */
const optimization = { inlineConst: { mode: 'all' } } as const;

/** The plugin builds the worker by itself, and would print a table of its one file. */
const workerBuild: Plugin = {
  name: 'etal:worker-build',
  config: () => ({ logLevel: 'warn', build: { rolldownOptions: { optimization } } }),
};

/** Chromium compiles all of the first script while it arrives, instead of function by function while it starts. */
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

/** The map's own code, which is loaded where a map is opened and never before. */
const LARGEST_PART_KB = 1200;

const inPackage = (path: string) => join(import.meta.dirname, 'node_modules', path);

/**
 * Published files that a bundler does not find by itself: the router's production build (its default warns as in development),
 * Dexie and Workbox in today's JavaScript. First load 0.4 kB, idle code 2.3, worker 1.6 less.
 */
const publishedFiles = [
  { find: /^react-router$/, replacement: inPackage('react-router/dist/production/index.mjs') },
  { find: /^dexie$/, replacement: inPackage('dexie/dist/modern/dexie.mjs') },
  { find: /^workbox-window$/, replacement: inPackage('workbox-window/build/workbox-window.prod.mjs') },
];

// One configuration for three builds: the browser's bundle, the server's rendering bundle (`build.ssr`), and the service
// worker that vite-plugin-pwa makes from sw/.
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
      manifest: webManifest,
      injectManifest: {
        // As browsers run it: one classic script.
        rollupFormat: 'iife',
        buildPlugins: { vite: [workerBuild] },
        // What every screen needs without a network.
        globPatterns: ['assets/**/*.{js,css,woff2}', 'icons/*.png', 'favicon.svg', 'manifest.webmanifest'],
        // Stands in every page.
        globIgnores: ['assets/main-*.css'],
        // Their names carry their hash.
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 5_000_000,
        manifestTransforms: [list.transform],
        // The server writes the shell with the market's public keys; a build is a new one.
        additionalManifestEntries: [{ url: '/shell', revision: process.env.ETAL_BUILD_ID ?? 'development' }],
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
          // All that a first view needs in one file, all that works behind it in another: split by who shares what, they
          // are a dozen files each and larger together.
          output: {
            codeSplitting: {
              groups: [
                { name: 'main', test: /\/src\/main\.tsx$/, priority: 2 },
                { name: 'engine', test: /\/src\/engine\/engine\.ts$/, priority: 1 },
                { name: 'memory', test: /\/fake-indexeddb\// },
              ],
            },
          },
        },
  },
}));
