// Read timeout. Guarantee: a read is answered within five seconds, even if the database neither answers nor fails. The
// embedded database runs in this process and needs no timeout.
import type { Env } from './env.ts';
import { Refusal } from './errors.ts';

/** Milliseconds for one read, and for a page made of several. */
export const READ_LIMIT = 4_000;
export const PAGE_LIMIT = 4_500;

export async function withReadTimeout<T>({ databaseUrl }: Env, work: Promise<T>, limit = READ_LIMIT): Promise<T> {
  if (databaseUrl === null) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailableError()), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const unavailableError = () =>
  new Refusal({ status: 503, message: 'Service momentanément indisponible.', retryAfter: 5 });
