// PDF of a store's monthly statement. Guarantee: made from its content alone, so that it is the same each time.
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { BOLD, FONT, INK, LINE, MARGIN, QUIET, RIGHT } from './page.ts';

/** Texts as they are shown. */
export interface StatementContent {
  title: string;
  store: string;
  market: string;
  /** As of this instant. */
  at: Date;
  sums: readonly (readonly [label: string, amount: string])[];
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Its first column is of names, all others of amounts. */
  isByStore?: boolean;
  notes: readonly string[];
}

const bold = (text: string) => ({ text, font: { src: BOLD } });

export async function renderStatement(statement: StatementContent): Promise<Buffer> {
  const { title, store, market, at, sums, head, rows, notes, isByStore = false } = statement;
  const pdf = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, lang: 'fr-FR', font: FONT },
    info: { Title: `${title} – ${store}`, Author: market, CreationDate: at, ModDate: at },
  });
  const bytes = buffer(pdf);
  pdf.fillColor(INK).font(BOLD).fontSize(18).text(title);
  pdf.font(FONT).fontSize(10).fillColor(QUIET).text(`${store}, sur ${market}`);
  pdf.moveDown(1.5).fillColor(INK).fontSize(10);
  pdf.table({
    columnStyles: [{ width: '*' }, { width: 110, align: RIGHT }],
    rowStyles: () => ({ border: [0, 0, 0.5, 0], borderColor: LINE, padding: '0.4em' }),
    data: sums.map(([label, amount], index) =>
      index === sums.length - 1 ? [bold(label), bold(amount)] : [label, amount],
    ),
  });
  pdf.moveDown(1.5).fontSize(8);
  pdf.table({
    columnStyles: isByStore
      ? [{ width: '*' as const }, ...head.slice(1).map(() => ({ width: 66, align: RIGHT }))]
      : [
          ...[{ width: 62 }, { width: '*' as const }, { width: 62 }],
          ...head.slice(3).map(() => ({ width: 72, align: RIGHT })),
        ],
    rowStyles: () => ({ border: [0, 0, 0.5, 0], borderColor: LINE, padding: '0.4em' }),
    data: [head.map((text) => ({ ...bold(text), type: 'TH' as const })), ...rows.map((row) => [...row])],
  });
  pdf.moveDown(1).fillColor(QUIET).text(notes.join('\n'), MARGIN);
  pdf.end();
  return bytes;
}
