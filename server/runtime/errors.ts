// Refusals: errors with the status and message for the caller.
// Guarantee: any other error is answered with a plain 500 (503 if the database or the storage is unreachable), never with its stack.
import type { ErrorBody as RefusalAnswer, Violation } from '#contract/wire/hydra.ts';

interface RefusalParts {
  status: number;
  message: string;
  /** Machine-readable reason ('stock', 'line-gone' …). */
  code?: string | undefined;
  violations?: Violation[] | undefined;
  detail?: Record<string, unknown> | undefined;
  /** Retry-After in seconds. */
  retryAfter?: number | undefined;
  /** Commits the handler's writes despite the refusal (revocation of a stolen session). */
  keepsEffects?: boolean | undefined;
}

export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string | undefined;
  readonly violations: Violation[] | undefined;
  readonly detail: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;
  readonly keepsEffects: boolean;

  constructor(parts: RefusalParts) {
    super(parts.message);
    this.status = parts.status;
    this.code = parts.code;
    this.violations = parts.violations;
    this.detail = parts.detail;
    this.retryAfter = parts.retryAfter;
    this.keepsEffects = parts.keepsEffects ?? false;
  }

  answer(): RefusalAnswer {
    return {
      '@type': this.violations ? 'ConstraintViolationList' : 'hydra:Error',
      'hydra:title': titles[this.status] ?? 'Une erreur est survenue',
      'hydra:description': this.message,
      ...(this.code !== undefined && { code: this.code }),
      ...(this.violations && { violations: this.violations }),
      ...(this.detail && { detail: this.detail }),
    };
  }
}

/** Titles by status. */
export const titles: Record<number, string> = {
  400: 'Requête incorrecte',
  401: 'Connexion nécessaire',
  403: 'Accès refusé',
  404: 'Introuvable',
  406: 'Format de réponse non proposé',
  408: 'Délai dépassé',
  409: 'Conflit',
  410: 'N’existe plus',
  412: 'Modifié entre-temps',
  413: 'Envoi trop volumineux',
  414: 'Adresse trop longue',
  415: 'Format non accepté',
  422: 'Données refusées',
  429: 'Trop de demandes',
  431: 'En-têtes trop longs',
  503: 'Service momentanément indisponible',
};

export const badRequest = (message: string, violations?: Violation[]) =>
  new Refusal({ status: 400, message, violations });

export const unauthorised = (message = 'Vous devez vous connecter.') => new Refusal({ status: 401, message });

export const forbidden = (message = 'Vous n’avez pas accès à cette partie.') => new Refusal({ status: 403, message });

export const notFound = (code?: string, message = 'Ce que vous demandez n’existe pas ou plus.') =>
  new Refusal({ status: 404, message, code });

export const conflict = (code: string, message: string, detail?: Record<string, unknown>) =>
  new Refusal({ status: 409, message, code, detail });

export const preconditionFailed = (message: string, code?: string, detail?: Record<string, unknown>) =>
  new Refusal({ status: 412, message, code, detail });

/** Invalid input; the messages are shown next to the fields, in French. */
export const invalid = (violations: Violation[], code?: string) =>
  new Refusal({
    status: 422,
    message: violations
      .map(({ propertyPath, message }) => (propertyPath ? `${propertyPath}: ${message}` : message))
      .join('\n'),
    violations,
    code,
  });

/** @param seconds until the caller may retry */
export const tooMany = (seconds: number) =>
  new Refusal({
    status: 429,
    message: `Trop de demandes\u00a0: réessayez dans ${waitInWords(seconds)}.`,
    retryAfter: seconds,
  });

/** Rounded up, so that a retry after this time succeeds. */
function waitInWords(seconds: number): string {
  const counted = (number: number, unit: string) => `${number}\u00a0${unit}${number > 1 ? 's' : ''}`;
  if (seconds < 60) return counted(seconds, 'seconde');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'heure');
}

/** SQLSTATE of a database error, unwrapped from the query builder's error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** Unique constraint violation. */
export const isDuplicate = (error: unknown) => sqlState(error) === '23505';

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', '53300']);
const connectionMessages =
  /Connection terminated|timeout (exceeded when trying to connect|expired)|is not queryable|Query read timeout/;

/** The file storage does not answer, or not this market. The message is for the operator and names the setting. */
export class StorageUnreachable extends Error {
  override name = 'StorageUnreachable';
}

/** The database or the storage: the caller may try again soon. */
export const isServiceUnreachable = (error: unknown): boolean =>
  error instanceof StorageUnreachable || isDatabaseUnreachable(error);

export function isDatabaseUnreachable(error: unknown): boolean {
  const code = sqlState(error);
  if (code !== undefined && (connectionErrors.has(code) || code.startsWith('08') || code.startsWith('57'))) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (connectionMessages.test(cause.message)) return true;
  }
  return false;
}
