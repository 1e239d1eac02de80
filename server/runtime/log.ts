// Writes the server's log. Guarantees: no text, address, password or key that somebody sent ever gets into it, whatever
// fails: of an error its kind, code, place and the statement without its values are written, nothing it carries besides;
// what bears on security (who logged in or was refused, from where) is written at every level an operator may choose.
import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Mode } from './env.ts';

/** From which level on a market writes. */
export const levelOf = (mode: Mode) => (mode === 'test' ? 'error' : 'warn');

/** The settings of the log with its own way of writing errors and requests. */
export function withoutSecrets(log: FastifyServerOptions['logger']): FastifyServerOptions['logger'] {
  if (!log) return false;
  const serializers = { err: told, req: asked };
  return log === true ? { serializers } : { ...log, serializers };
}

const asked = (request: FastifyRequest) => ({
  method: request.method,
  // What follows is what somebody looked for, or a key.
  path: request.url.split('?')[0],
  address: request.ip,
});

/** pino demands these three. */
interface Told extends Record<string, unknown> {
  type: string;
  message: string;
  stack: string;
}

const LONGEST_STATEMENT = 500;
const MOST_CAUSES = 4;
/** The text of these repeats the value that the database could not read. */
const unreadableValue = /^22/;

/** What may be known of an error. */
export function told(error: unknown, depth = 0): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const { code, constraint, table, column, responseCode } = error as unknown as Record<string, unknown>;
  const known = Object.entries({ code, constraint, table, column, responseCode }).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...Object.fromEntries(known),
    // The first lines of a stack repeat the message.
    stack: places.join('\n'),
    ...(error.cause !== undefined && depth < MOST_CAUSES && { cause: told(error.cause, depth + 1) }),
  };
}

function messageOf(error: Error): string {
  if ('query' in error && 'params' in error) return `query failed: ${String(error.query).slice(0, LONGEST_STATEMENT)}`;
  if ('code' in error && unreadableValue.test(String(error.code))) return 'a value that the database does not take';
  // A mail server repeats who was written to.
  return 'responseCode' in error || 'rejected' in error || 'command' in error ? 'mail not sent' : error.message;
}

/** The same as lines for a terminal. */
export function toldInLines(error: unknown): string {
  const { type, message, stack, cause } = told(error);
  const because = cause === undefined ? '' : `\n${toldInLines((error as Error).cause)}`;
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
  | 'email-changed'
  | 'email-confirmed'
  | 'email-restored'
  | 'impersonation'
  | 'impersonation-write'
  | 'impersonation-refused'
  | 'impersonation-ended';
/** @param about whose account, as far as it is known, and from which address of the network */
export type SecurityLog = (
  event: SecurityEvent,
  about: { account: string | null; address: string } & Record<string, string | null>,
) => void;

export function securityLog(log: FastifyBaseLogger): SecurityLog {
  const own = log.child({ log: 'security' }, { level: 'info' });
  const harmless = new Set<SecurityEvent>(['login']);
  return (event, about) => own[harmless.has(event) ? 'info' : 'warn']({ event, ...about });
}
