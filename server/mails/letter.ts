// Mail content and its two renderings: plain text and HTML.
// Guarantee: both have the same content; user input is escaped.
import { DEFAULT_BRAND } from '#domain/brand-colors.ts';
import { escapeHtml } from '../runtime/html.ts';

/** Left and right cell: '2 × Tomme de brebis', '12,50 €'. */
export type LetterRow = readonly [what: string, howMuch: string];

export type Block =
  /** A paragraph with its line breaks. */
  | string
  /** A list of items and amounts. */
  | { title: string; rows: readonly LetterRow[] }
  /** A link with its label: 'Suivez-la ici'; as a button unless it is quiet. */
  | { link: string; to: string; quiet?: true };

export interface Letter {
  subject: string;
  /** Defaults to 'Bonjour,'. */
  greeting?: string;
  blocks: readonly Block[];
  /** Sender: the market or a store. */
  from: string;
}

const greetingOf = ({ greeting = 'Bonjour,' }: Letter) => greeting;
const CLOSING = 'À bientôt,';

export function renderText(letter: Letter): string {
  const blocks = letter.blocks.filter((block) => block !== '').map(renderTextBlock);
  return [greetingOf(letter), ...blocks, `${CLOSING}\n${letter.from}`].join('\n\n');
}

function renderTextBlock(block: Block): string {
  if (typeof block === 'string') return block;
  if ('link' in block) return `${block.link}\u00a0: ${block.to}`;
  return [block.title, ...block.rows.map(([what, howMuch]) => `  ${what} — ${howMuch}`)].join('\n');
}

/** Mail programs support few styles, and only inline ones. */
const pageStyle =
  'margin:0;padding:24px 12px;background:#faf5ea;color:#26241f;font:16px/1.5 Helvetica,Arial,sans-serif';
const cardStyle = (brand: string) =>
  `max-width:560px;margin:0 auto;padding:8px 24px 24px;background:#fffdf7;border:1px solid #e6dcc6;border-top:6px solid ${brand};border-radius:12px`;
const headingStyle = 'margin:16px 0 20px;font:700 22px/1.25 Georgia,serif';
const paragraphStyle = 'margin:0 0 16px';
const tableStyle = 'width:100%;margin:0 0 20px;border-collapse:collapse';
const titleCellStyle = (brand: string) =>
  `padding:0 0 6px;font-weight:700;text-align:left;border-bottom:2px solid ${brand}`;
const cellStyle = 'padding:6px 0;border-bottom:1px solid #e6dcc6;vertical-align:top';
const amountCellStyle = `${cellStyle};padding-left:12px;text-align:right;white-space:nowrap`;
const buttonStyle = (brand: string) =>
  `display:inline-block;padding:12px 20px;background:${brand};color:#ffffff;font-weight:700;text-decoration:none;border-radius:999px`;
const quietStyle = 'color:#56635b';

/** @param brand colour of the market */
export function renderHtml(letter: Letter, brand = DEFAULT_BRAND): string {
  const blocks = letter.blocks.filter((block) => block !== '').map((block) => renderHtmlBlock(block, brand));
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(letter.subject)}</title></head>
<body style="${pageStyle}"><div style="${cardStyle(brand)}">
<h1 style="${headingStyle}">${escapeHtml(letter.subject)}</h1>
<p style="${paragraphStyle}">${escapeLines(greetingOf(letter))}</p>
${blocks.join('\n')}
<p style="${paragraphStyle};margin-bottom:0">${CLOSING}<br>${escapeHtml(letter.from)}</p>
</div></body></html>
`;
}

const escapeLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

function renderHtmlBlock(block: Block, brand: string): string {
  if (typeof block === 'string') return `<p style="${paragraphStyle}">${escapeLines(block)}</p>`;
  if ('link' in block) {
    return `<p style="${paragraphStyle}"><a href="${escapeHtml(block.to)}" style="${block.quiet ? quietStyle : buttonStyle(brand)}">${escapeHtml(block.link)}</a></p>`;
  }
  const rows = block.rows.map(
    ([what, howMuch]) =>
      `<tr><td style="${cellStyle}">${escapeLines(what)}</td><td style="${amountCellStyle}">${escapeHtml(howMuch)}</td></tr>`,
  );
  return `<table role="presentation" style="${tableStyle}"><tr><th colspan="2" style="${titleCellStyle(brand)}">${escapeHtml(block.title)}</th></tr>
${rows.join('\n')}</table>`;
}
