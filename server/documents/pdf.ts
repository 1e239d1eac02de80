// PDF of an invoice or credit note. Guarantee: made from its content alone, so that it is the same each time.
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { formatSiret, nameWithForm } from '#domain/legal-identity.ts';
import { formatCents } from '#domain/money.ts';
import { DOCUMENT_NAMES, type DocumentKind, documentNumber } from '#domain/orders/sale-document.ts';
import { formatLongDay, parisDay } from '#domain/time/dates.ts';
import type { SaleDocumentContent } from '../db/schema/documents.ts';
import { BOLD, FONT, INK, LINE, MARGIN, QUIET, RIGHT } from './page.ts';

export interface SaleDocument {
  kind: DocumentKind;
  year: number;
  number: number;
  issuedAt: Date;
  content: SaleDocumentContent;
}

type Pdf = InstanceType<typeof PDFDocument>;

/** '29 novembre 2026', as of a day in Paris. */
const longDay = (instant: Date | string) => formatLongDay(parisDay(new Date(instant)));

/** File name, unique for the market. @param slug of the seller */
export const documentFileName = (slug: string, document: Omit<SaleDocument, 'issuedAt' | 'content'>): string =>
  `${DOCUMENT_NAMES[document.kind].toLowerCase()}-${slug}-${documentNumber(document)}.pdf`;

export async function renderDocument(document: SaleDocument): Promise<Buffer> {
  const { kind, content, issuedAt } = document;
  const title = `${DOCUMENT_NAMES[kind]} n° ${documentNumber(document)}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'fr-FR',
    font: FONT,
    info: { Title: title, Author: content.seller.name, CreationDate: issuedAt, ModDate: issuedAt },
  });
  const bytes = buffer(pdf);
  writeHead(pdf, title, document);
  writeParties(pdf, content);
  writeLines(pdf, content);
  writeSums(pdf, document);
  writeFoot(pdf, document);
  pdf.end();
  return bytes;
}

function writeHead(pdf: Pdf, title: string, { content, issuedAt }: SaleDocument): void {
  pdf.fillColor(INK).font(BOLD).fontSize(18).text(title);
  pdf.font(FONT).fontSize(10).fillColor(QUIET);
  pdf.text(`du ${longDay(issuedAt)}`);
  const ordered = `Commande n° ${content.orderId} du ${longDay(content.orderedAt)}`;
  pdf.text(`${ordered}, préparée sous le n° ${content.storeOrderId}`);
  if (content.invoice) {
    const effect = content.partial ? 'Rectifie' : 'Annule';
    pdf.text(`${effect} la facture n° ${content.invoice.number} du ${longDay(content.invoice.issuedAt)}`);
  }
  pdf.moveDown(1.5);
}

function writeParties(pdf: Pdf, { seller, buyer }: SaleDocumentContent): void {
  const { identity } = seller;
  const sellerLines = [
    ...(identity ? [nameWithForm(identity)] : []),
    ...addressLines(seller),
    ...(identity ? [`SIRET ${formatSiret(identity.siret)}`, identity.vatNumber && `TVA ${identity.vatNumber}`] : []),
  ];
  const half = (pdf.page.width - 2 * MARGIN) / 2;
  const top = pdf.y;
  const ends = [
    { heading: 'Vendeur', name: seller.name, lines: sellerLines, left: MARGIN },
    { heading: 'Client', name: buyer.name, lines: addressLines(buyer), left: MARGIN + half + 10 },
  ].map(({ heading, name, lines, left }) => {
    const width = half - 10;
    pdf.fillColor(QUIET).font(FONT).fontSize(9).text(heading, left, top, { width });
    pdf.fillColor(INK).font(BOLD).fontSize(10).text(name, { width });
    pdf.font(FONT).text(lines.filter(Boolean).join('\n'), { width });
    return pdf.y;
  });
  pdf.x = MARGIN;
  pdf.y = Math.max(...ends) + 20;
}

const addressLines = ({ address1, address2, postalCode, city }: Omit<SaleDocumentContent['buyer'], 'name'>) =>
  [address1, address2, `${postalCode} ${city}`.trim()].filter((line) => line !== '');

function writeLines(pdf: Pdf, { lines }: SaleDocumentContent): void {
  const head = ['Article', 'Quantité', 'Prix unitaire', 'Total'];
  pdf.fontSize(9).table({
    columnStyles: [
      { width: '*' },
      { width: 60, align: RIGHT },
      { width: 80, align: RIGHT },
      { width: 80, align: RIGHT },
    ],
    rowStyles: () => ({ border: [0, 0, 0.5, 0], borderColor: LINE, padding: '0.5em' }),
    data: [
      head.map((text) => ({ text, font: { src: BOLD }, type: 'TH' as const })),
      ...lines.map(({ label, quantity, unitPrice, total, vatRate }) => [
        vatRate === null ? label : `${label} (TVA ${percent(vatRate)})`,
        String(quantity),
        formatCents(unitPrice),
        formatCents(total),
      ]),
    ],
  });
  pdf.moveDown(1);
}

function writeSums(pdf: Pdf, { kind, content }: SaleDocument): void {
  const { discount, shipping, shippingFees, total, vat } = content;
  const taxed = vat.filter(({ tax }) => tax > 0);
  const rows: [string, string][] = [
    ...(discount > 0 ? [['Remise', formatCents(-discount)] as [string, string]] : []),
    ...(content.partial && shippingFees === 0 ? [] : [[shipping, formatCents(shippingFees)] as [string, string]]),
    ...vat.map(({ rate, withTax, tax }): [string, string] => [
      rate === null || tax === 0 ? 'Montant sans TVA' : `Total hors taxe à ${percent(rate)}`,
      formatCents(withTax - tax),
    ]),
    ...taxed.map(({ rate, tax }): [string, string] => [`TVA ${percent(rate ?? 0)}`, formatCents(tax)]),
  ];
  const last = kind === 'invoice' ? 'Total, taxes comprises' : 'Total remboursé, taxes comprises';
  pdf.table({
    columnStyles: [
      { width: '*', align: RIGHT },
      { width: 100, align: RIGHT },
    ],
    rowStyles: (row) => ({ border: [row === rows.length ? 0.5 : 0, 0, 0, 0], borderColor: LINE, padding: '0.3em' }),
    data: [...rows, [last, formatCents(total)].map((text) => ({ text, font: { src: BOLD } }))],
  });
  pdf.moveDown(1.5);
}

/** '5,5 %', of basis points. */
const percent = (rate: number) => `${String(rate / 100).replace('.', ',')}\u00a0%`;

function writeFoot(pdf: Pdf, { kind, issuedAt, content }: SaleDocument): void {
  const { identity } = content.seller;
  const paid = {
    online: `Payée en ligne le ${longDay(issuedAt)}.`,
    'on-delivery': `Payée à la livraison le ${longDay(issuedAt)}.`,
    later: 'À payer au retrait.',
  };
  const isToPay = kind === 'invoice' && content.total > 0;
  const notes = [
    isToPay && paid[content.paid],
    content.byStore && `Remboursé par ${content.seller.name}.`,
    identity?.vatNumber === '' && 'TVA non applicable, art. 293 B du CGI.',
  ];
  pdf.font(FONT).fontSize(9).fillColor(QUIET);
  pdf.text(notes.filter((note) => note !== false && note !== undefined).join('\n'), MARGIN);
}
