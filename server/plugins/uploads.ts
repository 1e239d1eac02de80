// Reads the parts of requests that carry a file, into memory, and nowhere else.
// Guarantees: nothing is read before the caller is known to be allowed; one file, one small part of data, within their
// sizes, or the request is refused; what a file is, its bytes say, never its name or declared type.
import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PICTURE_LIMIT } from '#contract/merchant/media.ts';
import { PDF_LIMIT } from '#contract/merchant/own-products.ts';
import { badRequest, invalid, Refusal } from '../runtime/errors.ts';

export interface SentFile {
  bytes: Buffer;
  /** Of the bytes, in hexadecimal. */
  sha256: string;
}

const DATA = 'data[0]';
/** What a file is called by its part, and in words. */
const kinds = {
  picture: { part: 'file[0]', most: PICTURE_LIMIT, one: 'Une image', missing: 'Image requise' },
  pdf: { part: 'file', most: PDF_LIMIT, one: 'Un PDF', missing: 'PDF requis' },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];
const DATA_LIMIT = 8 * 1024;
const LARGEST = Math.max(...Object.values(kinds).map(({ most }) => most));

export function acceptUploads(api: FastifyInstance): void {
  void api.register(multipart, {
    limits: { fileSize: LARGEST, files: 1, fields: 1, parts: 2, fieldSize: DATA_LIMIT, headerPairs: 20 },
  });
}

const tooLarge = ({ part, most, one }: Kind) => {
  const size = `${most / 1024 / 1024}\u00a0Mo au plus.`;
  return new Refusal({
    status: 413,
    message: `${one} pèse ${size}`,
    violations: [{ propertyPath: part, message: size }],
  });
};

/** The parts of an upload: the JSON of its data, and its file. */
export async function readParts(
  request: FastifyRequest,
  kindName: keyof typeof kinds = 'picture',
): Promise<{ body: unknown; file: SentFile }> {
  const kind = kinds[kindName];
  if (!request.isMultipart()) throw new Refusal({ status: 415, message: 'Envoyez multipart/form-data.' });
  let body: unknown = {};
  let bytes: Buffer | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: kind.most } })) {
      if (part.type === 'file') {
        const read = await part.toBuffer();
        if (part.fieldname === kind.part) bytes = read;
      } else if (part.fieldname === DATA) {
        body = typeof part.value === 'string' ? parsed(part.value, part.valueTruncated) : part.value;
      }
    }
  } catch (error) {
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) throw tooLarge(kind);
    if (error instanceof Refusal || isRefusal(error)) throw error;
    // Whatever else the reader says is about what was sent.
    throw badRequest('Cet envoi est mal formé ou coupé.');
  }
  if (!bytes || bytes.length === 0) throw invalid([{ propertyPath: kind.part, message: kind.missing }]);
  return { body, file: { bytes, sha256: createHash('sha256').update(bytes).digest('hex') } };
}

const isRefusal = (error: unknown) => error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;

function parsed(text: string, truncated: boolean): unknown {
  try {
    if (!truncated) return JSON.parse(text);
  } catch {
    // Said below.
  }
  throw badRequest(`La partie ${DATA} n’est pas du JSON.`);
}
