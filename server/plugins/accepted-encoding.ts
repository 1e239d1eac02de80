// Chooses the encoding of an answer by the Accept-Encoding header: brotli, else gzip, by what the caller prefers.
import negotiator from '@fastify/accept-negotiator';

export type Encoding = 'br' | 'gzip';

const supported: Encoding[] = ['br', 'gzip'];

/** @returns null when the caller takes neither */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const chosen = negotiator.negotiate(String(header ?? '').toLowerCase(), supported);
  return supported.find((one) => one === chosen) ?? null;
}
