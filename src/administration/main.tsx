// Administration: entry of a page of its own, which shares nothing with the shop's bundles.
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { installTrustedTypes } from './frame/trusted-types.ts';
import './frame/letters.css';

installTrustedTypes();
// The server allows the styles of this page by a number that is new each time.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
const styles = createCache({ key: 'css', prepend: true, ...(nonce && { nonce }) });
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <CacheProvider value={styles}>
      <App />
    </CacheProvider>,
  );
