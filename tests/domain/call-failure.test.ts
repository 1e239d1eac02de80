// What a failed call means, by its kind, whatever it was wrapped in.
import { expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { isServerUnreachable, isTemporaryFailure } from '#domain/call-failure.ts';

test.each([
  ['offline', true, true],
  ['timeout', true, true],
  ['server', false, true],
  ['unauthorised', false, false],
  ['forbidden', false, false],
  ['not-found', false, false],
  ['violations', false, false],
  ['refused', false, false],
  ['contract', false, false],
] as const)('%s', (kind, unreachable, temporary) => {
  for (const failure of [new ApiError(kind, ''), { kind }]) {
    expect([isServerUnreachable(failure), isTemporaryFailure(failure)]).toEqual([unreachable, temporary]);
  }
});

test('what is no failed call is neither', () => {
  for (const other of [null, undefined, new Error('offline'), 'offline', 0]) {
    expect([isServerUnreachable(other), isTemporaryFailure(other)]).toEqual([false, false]);
  }
});
