// Uploads: reads multipart requests with a file into memory.
// Guarantees: nothing is read before the caller is authorized; one file and one small data part, each within its size
// limit; the file type is detected from its bytes, never from its name or declared type.
import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PICTURE_LIMIT } from '#contract/merchant/media.ts';
import { PDF_LIMIT } from '#contract/merchant/own-products.ts';
import { badRequest, invalid, Refusal } from '../runtime/errors.ts';

export interface SentFile {
  bytes: Buffer;
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
}

const DATA_PART = 'data[0]';
/** Part name and messages of each kind of file. */
const fileKinds = {
  picture: { part: 'file[0]', most: PICTURE_LIMIT, one: 'Une image', missing: 'Image requise' },
  pdf: { part: 'file', most: PDF_LIMIT, one: 'Un PDF', missing: 'PDF requis' },
} as const;
type FileKind = (typeof fileKinds)[keyof typeof fileKinds];
const DATA_LIMIT = 8 * 1024;
const MAX_FILE_BYTES = Math.max(...Object.values(fileKinds).map(({ most }) => most));

export function acceptUploads(api: FastifyInstance): void {
  void api.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 1, parts: 2, fieldSize: DATA_LIMIT, headerPairs: 20 },
  });
}

const tooLarge = ({ part, most, one }: FileKind) => {
  const size = `${most / 1024 / 1024}\u00a0Mo au plus.`;
  return new Refusal({
    status: 413,
    message: `${one} pèse ${size}`,
    violations: [{ propertyPath: part, message: size }],
  });
};

/** JSON data and file of an upload. */
export async function readParts(
  request: FastifyRequest,
  kindName: keyof typeof fileKinds = 'picture',
): Promise<{ body: unknown; file: SentFile }> {
  const kind = fileKinds[kindName];
  if (!request.isMultipart()) throw new Refusal({ status: 415, message: 'Envoyez multipart/form-data.' });
  let body: unknown = {};
  let bytes: Buffer | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: kind.most } })) {
      if (part.type === 'file') {
        const read = await part.toBuffer();
        if (part.fieldname === kind.part) bytes = read;
      } else if (part.fieldname === DATA_PART) {
        body = typeof part.value === 'string' ? parseData(part.value, part.valueTruncated) : part.value;
      }
    }
  } catch (error) {
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) throw tooLarge(kind);
    if (error instanceof Refusal || isRefusal(error)) throw error;
    // Any other parser error is due to the request.
    throw badRequest('Cet envoi est mal formé ou coupé.');
  }
  if (!bytes || bytes.length === 0) throw invalid([{ propertyPath: kind.part, message: kind.missing }]);
  return { body, file: { bytes, sha256: createHash('sha256').update(bytes).digest('hex') } };
}

const isRefusal = (error: unknown) => error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;

function parseData(text: string, truncated: boolean): unknown {
  try {
    if (!truncated) return JSON.parse(text);
  } catch {
    // Rejected below.
  }
  throw badRequest(`La partie ${DATA_PART} n’est pas du JSON.`);
}
