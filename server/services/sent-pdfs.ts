// Looks at the PDFs that merchants send. Guarantee: told by the bytes, from the first to the last; a name or a declared type
// says nothing.
import { invalid, Refusal } from '../runtime/errors.ts';

const PROPERTY = 'file';
/** What follows the last table of a whole file. */
const TAIL = 2048;

/** The private file of a PDF with these bytes: the same one again is one file. */
export const digitalName = (sha256: string): string => `digital-${sha256}.pdf`;

/** Refuses what is no PDF with 415, and one that is cut off or damaged with 422. */
export function refuseNoPdf(bytes: Buffer): void {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) {
    const message = 'Format non accepté\u00a0: envoyez un fichier PDF.';
    throw new Refusal({ status: 415, message, violations: [{ propertyPath: PROPERTY, message }] });
  }
  if (!isWhole(bytes)) {
    throw invalid([
      { propertyPath: PROPERTY, message: 'Ce PDF est abîmé ou incomplet\u00a0: choisissez-en un autre.' },
    ]);
  }
}

/** Its end says where its table is, and there it is. */
function isWhole(bytes: Buffer): boolean {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL));
  const at = [...tail.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)].at(-1)?.[1];
  if (at === undefined) return false;
  const start = Number(at);
  return start < bytes.length && /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(bytes.toString('latin1', start, start + 64));
}
