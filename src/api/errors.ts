// API errors: one class with a closed list of kinds; every switch over them is exhaustive.
// Guarantee: after 'offline' and 'timeout' it is unknown whether the server acted. All other kinds come from the server
// itself, never from a portal or proxy.
import type { Violation } from '#contract/wire/hydra.ts';

export type ApiErrorKind =
  /** No answer of the server: no network, a cut body, a portal in between. */
  | 'offline'
  | 'timeout'
  | 'unauthorised'
  | 'forbidden'
  | 'not-found'
  /** Refused input, field by field. */
  | 'violations'
  /** Any other refusal of a well-formed request: 409, 410, 412, 413, 429 … */
  | 'refused'
  | 'server'
  /** The answer does not match the contract. */
  | 'contract';

export interface ApiErrorFacts {
  status?: number | undefined;
  code?: string | undefined;
  violations?: Violation[] | undefined;
  detail?: Record<string, unknown> | undefined;
  /** Delay requested by the server, milliseconds. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly violations: Violation[];
  readonly detail: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(kind: ApiErrorKind, message: string, facts: ApiErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.status = facts.status;
    this.code = facts.code;
    this.violations = facts.violations ?? [];
    this.detail = facts.detail;
    this.retryAfter = facts.retryAfter;
  }
}

/** The kind by status; a 400 with violations counts as 422. */
export function kindOfStatus(status: number, hasViolations: boolean): ApiErrorKind {
  if (hasViolations && (status === 400 || status === 422)) return 'violations';
  if (status === 401) return 'unauthorised';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  return status >= 500 ? 'server' : 'refused';
}
