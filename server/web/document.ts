// HTML document of a rendered page: inline styles, answers as inert data, entry module last.
import { createHash } from 'node:crypto';
import type { CarriedView } from '#contract/wire/first-view.ts';
import type { Appearance } from '../catalogue/appearance.ts';
import { brandStyle } from '../presenters/brand-style.ts';
import { escapeHtml } from '../runtime/html.ts';
import type { BuiltFiles } from './assets/built.ts';
import type { Thing } from './linked-data/linked-data.ts';
import type { Rendered } from './renderer.ts';

export interface DocumentParts {
  rendered: Pick<Rendered, 'head' | 'body'>;
  /** Data for hydration; null for the shell. */
  view: CarriedView | null;
  /** The lazy area that rendered the page. */
  area: 'more' | null;
  tileUrl: string;
  apiEndpoint: string;
  /** Structured data for search engines. */
  linkedData: readonly Thing[];
  publicKeys: readonly object[];
  /** Shows the demo notice. */
  demo: boolean;
  appearance: Pick<Appearance, 'shortName' | 'brandColor'>;
}

/** JSON that cannot close its script element. */
export const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Shown by the inline script if early input cannot be handled. The link reloads the page. */
const lostInputNotice = `<p id="unheard" role="alert" hidden>Cette page n’a pas pu se charger entièrement\u00a0: ce que vous venez de faire n’a pas été pris en compte. Quand le réseau répond, <a href="">rechargez la page</a>.</p>`;

export interface Document {
  html: string;
  /** CSP hashes of the inline style and script: 'sha256-…'. */
  styleHash: string;
  scriptHash: string;
  /** Link header with the scripts, to be loaded while the page arrives. */
  link: string;
}

const cspHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

export function createDocument(
  { template, listener, entry, firstLoad, styles, more }: BuiltFiles,
  parts: DocumentParts,
): Document {
  const { rendered, view, area, apiEndpoint, linkedData, tileUrl, publicKeys, demo, appearance } = parts;
  const sheets = area ? [styles, more.styles] : [styles];
  const style = sheets.map(({ text }) => text).join('') + brandStyle(appearance.brandColor);
  // Vite's loader skips style sheets that are already linked; these represent the inline ones.
  const inlined = sheets
    .flatMap(({ files }) => files)
    .map((file) => `<link rel="stylesheet" href="${file}" disabled>`)
    .join('');
  // Preloads scripts before pictures below the first view: the entry, and the lazy area in parallel to it.
  const scripts = [...firstLoad.map((file) => `/${file}`), ...(area ? more.files : [])];
  const preloads = scripts.map((file) => `<link rel="modulepreload" href="${file}">`).join('');
  const data = view ? `<script type="application/json" id="first-view">${escapeJson(view)}</script>` : '';
  const linkedDataScripts = linkedData
    .map((thing) => escapeJson({ '@context': 'https://schema.org', ...thing }))
    .map((json) => `<script type="application/ld+json">${json}</script>`);
  const marks: Record<string, string> = {
    '<!--head-->': `${rendered.head}<script>${listener}</script>${preloads}<style>${style}</style>${inlined}`,
    '<!--app-->': rendered.body,
    'aria-label="Démonstration" hidden': `aria-label="Démonstration"${demo ? '' : ' hidden'}`,
    'apple-mobile-web-app-title" content="Étal"': `apple-mobile-web-app-title" content="${escapeHtml(appearance.shortName)}"`,
    // Machine-readable data follows the visible content.
    '<!--first-view-->': lostInputNotice + linkedDataScripts.join('') + data,
    'data-api-endpoint="/api"': `data-api-endpoint="${escapeHtml(apiEndpoint)}"`,
    'data-tile-url=""': `data-tile-url="${escapeHtml(tileUrl)}"`,
    'data-jwt-keys="[]"': `data-jwt-keys="${escapeHtml(JSON.stringify(publicKeys))}"`,
    // Last in the body: the page is painted before it hydrates.
    '<script type="module" src="/src/main.tsx"></script>': `<script type="module" src="${entry}"></script>`,
  };
  const html = Object.entries(marks).reduce((document, [mark, text]) => {
    if (!document.includes(mark)) throw new Error(`index.html misses ${mark}`);
    // A function, so that '$' is not interpreted.
    return document.replace(mark, () => text);
  }, template);
  const link = scripts.map((file) => `<${file}>; rel=modulepreload`).join(', ');
  return { html, styleHash: cspHash(style), scriptHash: cspHash(listener), link };
}
