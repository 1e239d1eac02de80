// Ends reads that the database does not answer. Guarantee: whoever only reads is told within five seconds, also when the
// database neither answers nor goes away. The embedded database answers within this process: there is nothing to wait for.
import type { Env } from './env.ts';
import { Refusal } from './errors.ts';

/** Milliseconds for one read, and for a page made from several. */
export const READ_LIMIT = 4_000;
export const PAGE_LIMIT = 4_500;

export async function inTime<T>({ databaseUrl }: Env, work: Promise<T>, limit = READ_LIMIT): Promise<T> {
  if (databaseUrl === null) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const unavailable = () =>
  new Refusal({ status: 503, message: 'Service momentanément indisponible.', retryAfter: 5 });
