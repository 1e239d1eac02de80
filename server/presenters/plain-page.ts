// Plain pages outside the app: HTML with inline styles and no scripts.
import { brandColorsOf } from '#domain/brand-colors.ts';
import { escapeHtml } from '../runtime/html.ts';

export interface PlainPage {
  status: number;
  /** @param style inline, of the market (`styleOf`) */
  htmlOf(style: string): string;
}

const STYLE = `
:root{color-scheme:light dark;--paper:#fbf6ec;--card:#fffdf8;--line:#e6dcc8;--ink:#1d2a24;--quiet:#56635b;--green:#1f5a41;--on-green:#fffdf8;--brick:#b5432a;--straw:#c98a1b;--slate:#2b3331;--chalk:#f7f4ea;--stripe:#dfe9dd}
@media (prefers-color-scheme:dark){:root{--paper:#161c19;--card:#1e2622;--line:#36413b;--ink:#f1ece0;--quiet:#b3bdb6;--green:#7cc7a1;--on-green:#10201a;--brick:#f0937c;--slate:#0e1211;--stripe:#e9f3ea}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:min(100%,27rem);background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}
.awning{height:28px;background:repeating-linear-gradient(90deg,var(--green) 0 24px,var(--stripe) 24px 48px);mask:radial-gradient(circle at 12px 14px,#000 12px,#0000 12.5px) 0 0/24px 28px,linear-gradient(#000 0 0) 0 0/100% 15px no-repeat}
.body{padding:20px 24px 28px}
h1{font:600 1.5rem/1.25 Georgia,'Times New Roman',serif;margin:0 0 4px}
p{margin:0 0 12px}.quiet{color:var(--quiet)}
ul{list-style:none;margin:16px 0;padding:0;border-top:1px solid var(--line)}
li{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-bottom:1px solid var(--line)}
.amount{display:block;background:var(--slate);color:var(--chalk);border-radius:10px;padding:14px 20px;font:600 2rem/1.2 Georgia,'Times New Roman',serif;font-variant-numeric:tabular-nums;text-align:center;margin:16px 0 20px}
button,a.button{display:block;width:100%;min-height:48px;margin:0 0 10px;padding:10px 16px;border-radius:12px;border:2px solid var(--green);background:var(--green);color:var(--on-green);font:600 1rem/1.5 system-ui,sans-serif;text-align:center;text-decoration:none;cursor:pointer}
button.wait{background:none;border-color:var(--straw);color:var(--ink)}
button.refuse{background:none;border-color:var(--brick);color:var(--brick)}
label{display:block;font-weight:600;margin:0 0 6px}
textarea{display:block;width:100%;margin:0 0 14px;padding:10px 12px;border:2px solid var(--quiet);border-radius:12px;background:var(--card);color:inherit;font:inherit}
[role=alert]{color:var(--brick)}
button:focus-visible,a:focus-visible,textarea:focus-visible{outline:3px solid var(--straw);outline-offset:2px}
a.back{display:block;margin-top:4px;padding:10px;color:var(--ink);text-align:center}
small{display:block;color:var(--quiet);font-size:.875rem;margin-top:12px}
`;
/** In dark pages the text colour is also that of buttons, with dark letters. */
export function styleOf(brandColor: string | null): string {
  if (brandColor === null) return STYLE;
  const { light, dark } = brandColorsOf(brandColor);
  return `${STYLE}:root{--green:${light.text}}@media (prefers-color-scheme:dark){:root{--green:${dark.text}}}`;
}

/** @param content HTML */
export function plainPage(status: number, title: string, content: string): PlainPage {
  const htmlOf = (style: string) => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><div class="awning" aria-hidden="true"></div><div class="body">${content}</div></main></body></html>`;
  return { status, htmlOf };
}
