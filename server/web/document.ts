// Puts a rendered page into its document: styles inline, answers as inert data, the entry module last.
import type { Built } from './built.ts';
import type { CarriedView, Rendered } from './renderer.ts';

export interface DocumentParts {
  rendered: Rendered;
  /** What the browser hydrates from; null for the shell, which it draws anew. */
  view: CarriedView | null;
  apiEndpoint: string;
  publicKeys: readonly object[];
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** JSON that cannot end the element it stands in. */
export const inertJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

export function documentOf({ template, entry, css }: Built, parts: DocumentParts): string {
  const { rendered, view, apiEndpoint, publicKeys } = parts;
  const data = view ? `<script type="application/json" id="first-view">${inertJson(view)}</script>` : '';
  const marks: Record<string, string> = {
    '<!--head-->': `${rendered.head}<style>${css}</style>`,
    '<!--app-->': rendered.body,
    '<!--first-view-->': data,
    'data-api-endpoint="/api"': `data-api-endpoint="${attribute(apiEndpoint)}"`,
    'data-jwt-keys="[]"': `data-jwt-keys="${attribute(JSON.stringify(publicKeys))}"`,
    // Last in the body and of low priority: the page is painted before it is made alive.
    '<script type="module" src="/src/main.tsx"></script>': `<script type="module" src="${entry}" fetchpriority="low"></script>`,
  };
  return Object.entries(marks).reduce((html, [mark, text]) => {
    if (!html.includes(mark)) throw new Error(`index.html misses ${mark}`);
    // A function, so that '$' in a page means itself.
    return html.replace(mark, () => text);
  }, template);
}
