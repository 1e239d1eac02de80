import { Buffer } from 'node:buffer';

/** A one-page PDF written by hand: the voucher that a digital product sends. */

const windowsOnly: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  œ: 0x9c,
  Œ: 0x8c,
};

/** A PDF string in the encoding of its built-in fonts. */
function pdfString(text: string): string {
  const bytes = [...text.replace(/[\u202f\u00a0]/g, ' ')].map(
    (letter) => windowsOnly[letter] ?? letter.charCodeAt(0) & 0xff,
  );
  return `<${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`;
}

/** Words cut into lines of at most so many characters. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export function giftVoucher(title: string, shop: string, text: string): Uint8Array {
  const body = linesOf(text, 74).map(
    (line, index) => `BT /F1 11 Tf 60 ${300 - index * 17} Td ${pdfString(line)} Tj ET`,
  );
  const drawing = [
    '0.12 0.35 0.25 rg 0 360 595 61 re f',
    '1 0.98 0.93 rg 0 0 595 360 re f',
    `1 1 1 rg BT /F2 16 Tf 60 384 Td ${pdfString(shop)} Tj ET`,
    `0.11 0.16 0.14 rg BT /F2 22 Tf 60 328 Td ${pdfString(title)} Tj ET`,
    ...body,
    `0.34 0.39 0.36 rg BT /F1 9 Tf 60 40 Td ${pdfString('Étal Meuse, marché de démonstration')} Tj ET`,
  ].join('\n');
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 421] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
