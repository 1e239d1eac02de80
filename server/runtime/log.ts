// Server log: JSON, one line per event. Guarantees: no user text, address, password or key is ever logged: errors are
// reduced to type, code, stack and the statement without values; security events (logins, rejections, their network
// address) are logged at every level; each line that a request causes has its id.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Mode } from './env.ts';

/** Default log level. */
export const levelOf = (mode: Mode) => (mode === 'test' ? 'error' : 'warn');

export const REQUEST_ID_LABEL = 'requestId';
/** Id of the current request, for code without the request. */
export const requestIds = new AsyncLocalStorage<string>();

/** Log options with serializers that omit secrets, and the id of the request. */
export function logOptions(log: FastifyServerOptions['logger']): FastifyServerOptions['logger'] {
  if (!log) return false;
  const options = { serializers: { err: serializeError, req: serializeRequest }, mixin: addRequestId };
  return log === true ? options : { ...log, ...options };
}

/** The loggers of requests have it already. */
function addRequestId(_line: object, _level: number, logger: { bindings(): object }): object {
  const id = requestIds.getStore();
  return id === undefined || REQUEST_ID_LABEL in logger.bindings() ? {} : { [REQUEST_ID_LABEL]: id };
}

const serializeRequest = (request: FastifyRequest) => ({ method: request.method, path: pathPattern(request) });

/** Pattern of the answering route: a path may contain the id of a cart or a token, its query search terms. */
export const pathPattern = ({ routeOptions }: FastifyRequest): string => routeOptions?.url ?? 'none';

/** pino requires these three. */
interface SerializedError extends Record<string, unknown> {
  type: string;
  message: string;
  stack: string;
}

const LONGEST_STATEMENT = 500;
const MAX_CAUSE_DEPTH = 4;
/** These messages repeat the value that the database could not parse. */
const unreadableValue = /^22/;

/** Loggable fields of an error. */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const { code, constraint, table, column, responseCode } = error as unknown as Record<string, unknown>;
  const known = Object.entries({ code, constraint, table, column, responseCode }).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.constructor.name,
    message: safeMessage(error),
    ...Object.fromEntries(known),
    // The first lines of a stack repeat the message.
    stack: places.join('\n'),
    ...(error.cause !== undefined && depth < MAX_CAUSE_DEPTH && { cause: serializeError(error.cause, depth + 1) }),
  };
}

function safeMessage(error: Error): string {
  if ('query' in error && 'params' in error) return `query failed: ${String(error.query).slice(0, LONGEST_STATEMENT)}`;
  if ('code' in error && unreadableValue.test(String(error.code))) return 'a value that the database does not take';
  // Mail server errors repeat the recipient.
  return 'responseCode' in error || 'rejected' in error || 'command' in error ? 'mail not sent' : error.message;
}

/** Like `serializeError`, as lines for a terminal. */
export function formatError(error: unknown): string {
  const { type, message, stack, cause } = serializeError(error);
  const because = cause === undefined ? '' : `\n${formatError((error as Error).cause)}`;
  return `${type}: ${message}\n${stack}${because}`;
}

export type SecurityEvent =
  | 'login'
  | 'login-refused'
  | 'refresh-reuse'
  | 'refused'
  | 'rate-limit'
  | 'password-forgotten'
  | 'password-reset'
  | 'account-ended'
  | 'store-invited'
  | 'store-joined'
  | 'store-role'
  | 'store-left'
  | 'email-changed'
  | 'email-confirmed'
  | 'email-restored'
  | 'impersonation'
  | 'impersonation-write'
  | 'impersonation-refused'
  | 'impersonation-ended'
  | 'second-factor'
  | 'second-factor-refused'
  | 'second-factor-added'
  | 'second-factor-removed';
/** @param about account concerned, if known, and network address */
export type SecurityLog = (
  event: SecurityEvent,
  about: { account: string | null; address: string } & Record<string, string | null>,
) => void;

export function securityLog(log: FastifyBaseLogger): SecurityLog {
  const own = log.child({ log: 'security' }, { level: 'info' });
  const harmless = new Set<SecurityEvent>(['login', 'second-factor']);
  return (event, about) => own[harmless.has(event) ? 'info' : 'warn']({ event, ...about });
}
