// Puts a rendered page into its document: styles inline, answers as inert data, the entry module last.
import { createHash } from 'node:crypto';
import type { CarriedView } from '#contract/wire/first-view.ts';
import { escaped } from '../runtime/html.ts';
import type { Built } from './assets/built.ts';
import type { Thing } from './linked-data/linked-data.ts';
import type { Rendered } from './renderer.ts';

export interface DocumentParts {
  rendered: Pick<Rendered, 'head' | 'body'>;
  /** What the browser hydrates from; null for the shell, which it draws anew. */
  view: CarriedView | null;
  /** The lazy area that drew it, if any. */
  area: 'more' | null;
  tileUrl: string;
  apiEndpoint: string;
  /** What machines are told of the page. */
  linkedData: readonly Thing[];
  publicKeys: readonly object[];
  /** Says on the page that the market is a demonstration. */
  demo: boolean;
}

/** JSON that cannot end the element it stands in. */
export const inertJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Shown by the script in the head when what it heard cannot be answered. The way back leads to the same address. */
const unheard = `<p id="unheard" role="alert" hidden>Cette page n’a pas pu se charger entièrement\u00a0: ce que vous venez de faire n’a pas été pris en compte. Quand le réseau répond, <a href="">rechargez la page</a>.</p>`;

export interface Document {
  html: string;
  /** Of the style element and of the script in it, for the Content-Security-Policy: 'sha256-…'. */
  styleHash: string;
  scriptHash: string;
  /** The scripts that make it live, as a Link header: asked for while the page itself is still on its way. */
  link: string;
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

export function documentOf(
  { template, listener, entry, firstLoad, styles, more }: Built,
  parts: DocumentParts,
): Document {
  const { rendered, view, area, apiEndpoint, linkedData, tileUrl, publicKeys, demo } = parts;
  const sheets = area ? [styles, more.styles] : [styles];
  const style = sheets.map(({ text }) => text).join('');
  // Vite's loader fetches the sheets of a lazy part unless the page links them: those inline count as linked.
  const inlined = sheets
    .flatMap(({ files }) => files)
    .map((file) => `<link rel="stylesheet" href="${file}" disabled>`)
    .join('');
  // Asked for while the page itself is still arriving, and before any picture that is not part of the first view: what
  // makes it live, and beside the entry instead of after it what draws its area.
  const scripts = [...firstLoad.map((file) => `/${file}`), ...(area ? more.files : [])];
  const asked = scripts.map((file) => `<link rel="modulepreload" href="${file}">`).join('');
  const data = view ? `<script type="application/json" id="first-view">${inertJson(view)}</script>` : '';
  const told = linkedData
    .map((thing) => inertJson({ '@context': 'https://schema.org', ...thing }))
    .map((json) => `<script type="application/ld+json">${json}</script>`);
  const marks: Record<string, string> = {
    '<!--head-->': `${rendered.head}<script>${listener}</script>${asked}<style>${style}</style>${inlined}`,
    '<!--app-->': rendered.body,
    'aria-label="Démonstration" hidden': `aria-label="Démonstration"${demo ? '' : ' hidden'}`,
    // What only machines read comes after what is painted.
    '<!--first-view-->': unheard + told.join('') + data,
    'data-api-endpoint="/api"': `data-api-endpoint="${escaped(apiEndpoint)}"`,
    'data-tile-url=""': `data-tile-url="${escaped(tileUrl)}"`,
    'data-jwt-keys="[]"': `data-jwt-keys="${escaped(JSON.stringify(publicKeys))}"`,
    // Last in the body: the page is painted before it is made alive.
    '<script type="module" src="/src/main.tsx"></script>': `<script type="module" src="${entry}"></script>`,
  };
  const html = Object.entries(marks).reduce((document, [mark, text]) => {
    if (!document.includes(mark)) throw new Error(`index.html misses ${mark}`);
    // A function, so that '$' in a page means itself.
    return document.replace(mark, () => text);
  }, template);
  const link = scripts.map((file) => `<${file}>; rel=modulepreload`).join(', ');
  return { html, styleHash: hashOf(style), scriptHash: hashOf(listener), link };
}
