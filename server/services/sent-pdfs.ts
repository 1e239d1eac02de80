// PDF validation of uploads, by content; names and declared types are ignored.
import { invalid, Refusal } from '../runtime/errors.ts';

const PDF_PROPERTY = 'file';
/** Maximum distance between the last cross-reference and the end of the file. */
const TAIL_BYTES = 2048;

/** Private file name of a PDF, derived from its content. */
export const pdfFileName = (sha256: string): string => `digital-${sha256}.pdf`;

/** PDF readers search the header in this range, since mail programs and scanners prepend lines. */
const HEADER_SEARCH_BYTES = 1024;

/** @throws 415 if not a PDF, 422 if truncated, damaged or password-protected */
export function requirePdf(bytes: Buffer): void {
  const header = bytes.toString('latin1', 0, HEADER_SEARCH_BYTES).search(/^%PDF-[12]\.\d/m);
  if (header < 0) {
    const message = 'Format non accepté\u00a0: envoyez un fichier PDF.';
    throw new Refusal({ status: 415, message, violations: [{ propertyPath: PDF_PROPERTY, message }] });
  }
  const mistake = findPdfProblem(bytes, header);
  if (mistake !== null) throw invalid([{ propertyPath: PDF_PROPERTY, message: mistake }]);
}

function findPdfProblem(bytes: Buffer, header: number): string | null {
  if (!isComplete(bytes, header)) return 'Ce PDF est abîmé ou incomplet\u00a0: choisissez-en un autre.';
  return /\/Encrypt\s+\d+\s+\d+\s+R/.test(bytes.toString('latin1'))
    ? 'Ce PDF est protégé par un mot de passe\u00a0: enregistrez-le sans protection, pour que vos clients puissent l’ouvrir.'
    : null;
}

/** Checks that the final startxref points to a table, relative to the header or to the file. */
function isComplete(bytes: Buffer, header: number): boolean {
  const end = bytes.lastIndexOf('%%EOF');
  if (end < 0) return false;
  const at = /startxref\s+(\d{1,10})\s+$/.exec(bytes.toString('latin1', Math.max(0, end - TAIL_BYTES), end))?.[1];
  if (at === undefined) return false;
  const isTable = (start: number) =>
    start < end && /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(bytes.toString('latin1', start, start + 64));
  return isTable(Number(at)) || isTable(Number(at) + header);
}
