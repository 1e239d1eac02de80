// What a mail says, once, and both forms it is sent in: plain text, and HTML for those who read it so.
// Guarantee: both say the same; what somebody wrote stays text.
import { escaped } from '../runtime/html.ts';

/** Left and right of a line: '2 × Tomme de Meuse', '12,50 €'. */
export type Row = readonly [what: string, howMuch: string];

export type Block =
  /** A paragraph; its line breaks stay. */
  | string
  /** A list of things with what they cost. */
  | { title: string; rows: readonly Row[] }
  /** Where to go: 'Suivez-la ici'. */
  | { link: string; to: string };

export interface Letter {
  subject: string;
  /** 'Bonjour,' without one. */
  greeting?: string;
  blocks: readonly Block[];
  /** Who writes: the market, or a shop. */
  from: string;
}

const greetingOf = ({ greeting = 'Bonjour,' }: Letter) => greeting;
const CLOSING = 'À bientôt,';

export function textOf(letter: Letter): string {
  const blocks = letter.blocks.filter((block) => block !== '').map(textOfBlock);
  return [greetingOf(letter), ...blocks, `${CLOSING}\n${letter.from}`].join('\n\n');
}

function textOfBlock(block: Block): string {
  if (typeof block === 'string') return block;
  if ('link' in block) return `${block.link}\u00a0: ${block.to}`;
  return [block.title, ...block.rows.map(([what, howMuch]) => `  ${what} — ${howMuch}`)].join('\n');
}

/** Mail programs know few styles, and only those that stand on each element. */
const page = 'margin:0;padding:24px 12px;background:#faf5ea;color:#26241f;font:16px/1.5 Helvetica,Arial,sans-serif';
const card =
  'max-width:560px;margin:0 auto;padding:8px 24px 24px;background:#fffdf7;border:1px solid #e6dcc6;border-top:6px solid #1f5a41;border-radius:12px';
const heading = 'margin:16px 0 20px;font:700 22px/1.25 Georgia,serif';
const paragraph = 'margin:0 0 16px';
const table = 'width:100%;margin:0 0 20px;border-collapse:collapse';
const titleCell = 'padding:0 0 6px;font-weight:700;text-align:left;border-bottom:2px solid #1f5a41';
const cell = 'padding:6px 0;border-bottom:1px solid #e6dcc6;vertical-align:top';
const amountCell = `${cell};padding-left:12px;text-align:right;white-space:nowrap`;
const button =
  'display:inline-block;padding:12px 20px;background:#1f5a41;color:#ffffff;font-weight:700;text-decoration:none;border-radius:999px';

export function htmlOf(letter: Letter): string {
  const blocks = letter.blocks.filter((block) => block !== '').map(htmlOfBlock);
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(letter.subject)}</title></head>
<body style="${page}"><div style="${card}">
<h1 style="${heading}">${escaped(letter.subject)}</h1>
<p style="${paragraph}">${lines(greetingOf(letter))}</p>
${blocks.join('\n')}
<p style="${paragraph};margin-bottom:0">${CLOSING}<br>${escaped(letter.from)}</p>
</div></body></html>
`;
}

const lines = (text: string) => escaped(text).replaceAll('\n', '<br>');

function htmlOfBlock(block: Block): string {
  if (typeof block === 'string') return `<p style="${paragraph}">${lines(block)}</p>`;
  if ('link' in block) {
    return `<p style="${paragraph}"><a href="${escaped(block.to)}" style="${button}">${escaped(block.link)}</a></p>`;
  }
  const rows = block.rows.map(
    ([what, howMuch]) =>
      `<tr><td style="${cell}">${lines(what)}</td><td style="${amountCell}">${escaped(howMuch)}</td></tr>`,
  );
  return `<table role="presentation" style="${table}"><tr><th colspan="2" style="${titleCell}">${escaped(block.title)}</th></tr>
${rows.join('\n')}</table>`;
}
