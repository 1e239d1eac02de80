// Encodes a page in the forms a browser may accept.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from '../../plugins/accepted-encoding.ts';

const brotli = promisify(brotliCompress);
const gunzipable = promisify(gzip);

/** Pages are made while someone waits: nearly as small as at 11, and twenty times as fast. */
const PAGE_QUALITY = 5;

export interface Encoded {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export async function encodePage(html: string): Promise<Encoded> {
  const plain = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, gz] = await Promise.all([brotli(plain, { params }), gunzipable(plain)]);
  return { plain, br, gzip: gz };
}

/** Pages that wait to be made as small as they get: each takes a good part of a second. */
const MOST_WAITING = 20;

/**
 * Makes pages small behind the answers, one after the other, each once. Guarantee: however many are offered, few wait;
 * who finds no place is offered again the next time it is asked for.
 */
export class Shrinking {
  private readonly taken = new WeakSet<Encoded>();
  private last: Promise<void> = Promise.resolve();
  waiting = 0;

  constructor(private readonly failed: (failure: unknown) => void) {}

  offer(page: Encoded): boolean {
    if (this.taken.has(page) || this.waiting >= MOST_WAITING) return false;
    this.taken.add(page);
    this.waiting += 1;
    this.last = this.last
      .then(() => shrinkPage(page))
      .catch(this.failed)
      .finally(() => {
        this.waiting -= 1;
      });
    return true;
  }

  /** Resolves once all that were taken so far are small. */
  settled(): Promise<void> {
    return this.last;
  }
}

/** Power of two of what brotli looks back at: more than a page, and a sixteenth of the memory it takes by itself (32 MB). */
const PAGE_WINDOW = 18;

/** The same page as small as brotli makes it. */
async function shrinkPage(page: Encoded): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: PAGE_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.plain.length,
  };
  page.br = await brotli(page.plain, { params });
}

/** By the Accept-Encoding header; plain for who takes neither form. */
export function encodeFor(page: Encoded, accepted: string | undefined): { encoding: Encoding | null; bytes: Buffer } {
  const encoding = acceptedEncoding(accepted);
  return { encoding, bytes: encoding === null ? page.plain : page[encoding] };
}
