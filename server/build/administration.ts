// Build of the administration: a page of its own, whose files are beside those of the shop and in none of its lists.
// Guarantee: it is built after the shop, so that the service worker's list of files does not name them.
import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InlineConfig } from 'vite';
import { NONCE_MARK } from '../web/administration-page.ts';

const FILES = 'assets/administration';
/** React-admin with its components, in one file; operators load it once. */
const LARGEST_PART_KB = 2000;

/** @param draft folder of the build, with the shop's files in client/ */
export async function buildAdministration(root: string, draft: string): Promise<void> {
  // Here, so that a server that finds its build loads no build tools.
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  const outDir = join(draft, 'administration');
  const config: InlineConfig = {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    html: { cspNonce: NONCE_MARK },
    build: {
      ...{ outDir, emptyOutDir: true, assetsDir: FILES, sourcemap: true, chunkSizeWarningLimit: LARGEST_PART_KB },
      modulePreload: { polyfill: false },
      // Fonts stay files: the policy allows no data: fonts.
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(root, 'administration.html') },
    },
  };
  await build(config);
  const files = join(draft, 'client', FILES);
  mkdirSync(dirname(files), { recursive: true });
  renameSync(join(outDir, FILES), files);
}
