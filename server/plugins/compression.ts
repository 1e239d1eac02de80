// Compresses answers of the API as far as the caller accepts: a list of 36 products is a seventh of its length in brotli.
// Guarantees: an answer is never larger for it; what may be kept is compressed once, however often it is asked for;
// an answer that carries a secret (a session's tokens) is sent as it is.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';

const brotli = promisify(brotliCompress);
const gunzipable = promisify(gzip);

/** Bytes under which compressing gains nothing. */
const WORTH_IT = 1_024;
/** Someone waits for it: most of the gain at a millisecond. */
const QUALITY = 4;
const KEPT_ANSWERS = 500;

export function compressAnswers(api: FastifyInstance): void {
  const kept = new Map<string, Buffer>();
  api.addHook<string | Buffer | undefined>('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_IT || request.method === 'POST') return payload;
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
    if (!encoding) return payload;
    const tag = reply.getHeader('etag');
    const name = tag === undefined ? null : `${encoding} ${tag}`;
    const bytes = (name && kept.get(name)) || (await compressed(payload, encoding));
    if (name) keep(kept, name, bytes);
    reply.header('content-encoding', encoding);
    return bytes;
  });
}

function compressed(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gunzipable(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return brotli(text, { params });
}

/** The newest are kept: a Map remembers the order in which its entries came. */
function keep(kept: Map<string, Buffer>, name: string, bytes: Buffer): void {
  kept.delete(name);
  kept.set(name, bytes);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest);
}
