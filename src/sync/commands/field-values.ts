// Field comparison: compares form values with server values, whose formats differ (12.5 or a money object; an IRI or
// the resource; '' or null).
// Guarantee: pure; values count as different in case of doubt.
import { sentToCents } from '#domain/money.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAmount = (value: unknown) => isRecord(value) && ('amount' in value || 'stringValue' in value);

/** The IRI of a resource, given as an IRI or as an object. */
export function iriOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return isRecord(value) && typeof value['@id'] === 'string' ? value['@id'] : null;
}

const isEmptyValue = (value: unknown) => value === null || value === undefined || value === '';

export function isSameValue(a: unknown, b: unknown): boolean {
  if (isEmptyValue(a) || isEmptyValue(b))
    return isEmptyValue(isAmount(a) ? sentToCents(a) : a) && isEmptyValue(isAmount(b) ? sentToCents(b) : b);
  if (isAmount(a) || isAmount(b)) return sentToCents(a) === sentToCents(b);
  if (isRecord(a) !== isRecord(b)) return iriOf(a) !== null && iriOf(a) === iriOf(b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isSameValue(one, b[at]));
  if (!isRecord(a) || !isRecord(b)) return a === b;
  if (iriOf(a) !== null && iriOf(b) !== null) return iriOf(a) === iriOf(b);
  // Ignores fields that only one side has, such as an id from the server.
  return Object.keys(a).every((key) => !(key in b) || isSameValue(a[key], b[key]));
}

/** Changed fields of a command; none for a command of another kind. */
export const changesOf = ({ args }: { args: unknown }): Record<string, unknown> =>
  (args as { changes?: Record<string, unknown> }).changes ?? {};
