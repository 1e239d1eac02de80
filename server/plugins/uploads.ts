// Reads the parts of requests that carry a file, into memory, and nowhere else.
// Guarantees: nothing is read before the caller is known to be allowed; one file, one small part of data, within their
// sizes, or the request is refused; what a file is, its bytes say, never its name or declared type.
import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PICTURE_LIMIT } from '#contract/media.ts';
import { badRequest, invalid, Refusal } from '../runtime/errors.ts';

export interface SentFile {
  bytes: Buffer;
  /** Of the bytes, in hexadecimal. */
  sha256: string;
}

const FILE = 'file[0]';
const DATA = 'data[0]';
const DATA_LIMIT = 8 * 1024;

export function acceptUploads(api: FastifyInstance): void {
  void api.register(multipart, {
    limits: { fileSize: PICTURE_LIMIT, files: 1, fields: 1, parts: 2, fieldSize: DATA_LIMIT, headerPairs: 20 },
  });
}

const tooLarge = () =>
  new Refusal({
    status: 413,
    message: `Une image pèse ${PICTURE_LIMIT / 1024 / 1024}\u00a0Mo au plus.`,
    violations: [{ propertyPath: FILE, message: `${PICTURE_LIMIT / 1024 / 1024}\u00a0Mo au plus.` }],
  });

/** The parts of an upload: the JSON of its data, and its file. */
export async function readParts(request: FastifyRequest): Promise<{ body: unknown; file: SentFile }> {
  if (!request.isMultipart()) throw new Refusal({ status: 415, message: 'Envoyez multipart/form-data.' });
  let body: unknown = {};
  let bytes: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const read = await part.toBuffer();
        if (part.fieldname === FILE) bytes = read;
      } else if (part.fieldname === DATA) {
        body = typeof part.value === 'string' ? parsed(part.value, part.valueTruncated) : part.value;
      }
    }
  } catch (error) {
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) throw tooLarge();
    if (error instanceof Refusal || isRefusal(error)) throw error;
    // Whatever else the reader says is about what was sent.
    throw badRequest('Cet envoi est mal formé ou coupé.');
  }
  if (!bytes || bytes.length === 0) throw invalid([{ propertyPath: FILE, message: 'Image requise' }]);
  return { body, file: { bytes, sha256: createHash('sha256').update(bytes).digest('hex') } };
}

const isRefusal = (error: unknown) => error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;

function parsed(text: string, truncated: boolean): unknown {
  try {
    if (!truncated) return JSON.parse(text);
  } catch {
    // Said below.
  }
  throw badRequest(`La partie ${DATA} n'est pas du JSON.`);
}
