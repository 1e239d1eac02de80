// Looks at the PDFs that merchants send. Guarantee: told by the bytes, from the first to the last; a name or a declared type
// says nothing.
import { invalid, Refusal } from '../runtime/errors.ts';

const PROPERTY = 'file';
/** What stands between the last table of a whole file and its end. */
const TAIL = 2048;

/** The private file of a PDF with these bytes: the same one again is one file. */
export const digitalName = (sha256: string): string => `digital-${sha256}.pdf`;

/** Readers look for the header so far: mail programs and scanners put lines before it. */
const HEADER_WITHIN = 1024;

/** Refuses what is no PDF with 415, and with 422 one that is cut off, damaged, or would ask its buyer for a password. */
export function refuseNoPdf(bytes: Buffer): void {
  const header = bytes.toString('latin1', 0, HEADER_WITHIN).search(/^%PDF-[12]\.\d/m);
  if (header < 0) {
    const message = 'Format non accepté\u00a0: envoyez un fichier PDF.';
    throw new Refusal({ status: 415, message, violations: [{ propertyPath: PROPERTY, message }] });
  }
  const mistake = mistakeIn(bytes, header);
  if (mistake !== null) throw invalid([{ propertyPath: PROPERTY, message: mistake }]);
}

function mistakeIn(bytes: Buffer, header: number): string | null {
  if (!isWhole(bytes, header)) return 'Ce PDF est abîmé ou incomplet\u00a0: choisissez-en un autre.';
  return /\/Encrypt\s+\d+\s+\d+\s+R/.test(bytes.toString('latin1'))
    ? 'Ce PDF est protégé par un mot de passe\u00a0: enregistrez-le sans protection, pour que vos clients puissent l’ouvrir.'
    : null;
}

/** Its last end says where its table is, counted from the header or from the first byte, and there it is. */
function isWhole(bytes: Buffer, header: number): boolean {
  const end = bytes.lastIndexOf('%%EOF');
  if (end < 0) return false;
  const at = /startxref\s+(\d{1,10})\s+$/.exec(bytes.toString('latin1', Math.max(0, end - TAIL), end))?.[1];
  if (at === undefined) return false;
  const isTable = (start: number) =>
    start < end && /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(bytes.toString('latin1', start, start + 64));
  return isTable(Number(at)) || isTable(Number(at) + header);
}
