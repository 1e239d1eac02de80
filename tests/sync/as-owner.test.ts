// Calls on behalf of an owner: which token is sent, and what follows its rejection.
import { expect, test, vi } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { type Credentials, callAsOwner } from '#sync/session/credentials.ts';

type Renewal = Awaited<ReturnType<Credentials['refresh']>>;

/** @param tokens the tokens in order: each renewal gives the next one */
function credentialsOf(tokens: (string | null)[], renewal: Renewal = 'fresh') {
  let at = 0;
  const refresh = vi.fn(async () => {
    if (renewal === 'fresh') at += 1;
    return renewal;
  });
  return { user: async () => 'u:1' as const, token: async () => tokens[at] ?? null, refresh };
}
const unauthorised = () => new ApiError('unauthorised', 'Connectez-vous');
/** Accepts these tokens, and records the token of each call. */
function calledWith(...good: (string | null)[]) {
  const seen: (string | null)[] = [];
  const call = async (token: string | null) => {
    seen.push(token);
    if (!good.includes(token)) throw unauthorised();
    return `with ${token}`;
  };
  return { seen, call };
}

test.each([null, 'v:1'] as const)('without a user (%s) no token is requested or sent', async (owner) => {
  const credentials = credentialsOf(['one']);
  expect(await callAsOwner(credentials, owner, calledWith(null).call)).toBe('with null');
  expect(credentials.refresh).not.toHaveBeenCalled();
});

test('a token considered fresh is sent, and not renewed', async () => {
  const credentials = credentialsOf(['one', 'two']);
  const { seen, call } = calledWith('one');
  expect(await callAsOwner(credentials, 'u:1', call)).toBe('with one');
  expect([seen, credentials.refresh.mock.calls]).toEqual([['one'], []]);
});

test('a missing token is renewed first, for this owner', async () => {
  const credentials = credentialsOf([null, 'two']);
  const { seen, call } = calledWith('two');
  expect(await callAsOwner(credentials, 'u:1', call)).toBe('with two');
  expect([seen, credentials.refresh.mock.calls]).toEqual([['two'], [['u:1']]]);
});

test('without a network for the renewal the call fails as offline', async () => {
  const { seen, call } = calledWith('one', null);
  await expect(callAsOwner(credentialsOf([null], 'unreachable'), 'u:1', call)).rejects.toMatchObject({
    kind: 'offline',
  });
  expect(seen).toEqual([]);
});

test('after the end of the session the call is made without a token', async () => {
  const { seen, call } = calledWith(null);
  expect(await callAsOwner(credentialsOf([null], 'refused'), 'u:1', call)).toBe('with null');
  expect(seen).toEqual([null]);
});

test('a token that the server rejects is renewed, and the call is repeated once', async () => {
  const { seen, call } = calledWith('two');
  expect(await callAsOwner(credentialsOf(['one', 'two']), 'u:1', call)).toBe('with two');
  expect(seen).toEqual(['one', 'two']);
  const again = calledWith('never');
  await expect(callAsOwner(credentialsOf(['one', 'two', 'three']), 'u:1', again.call)).rejects.toThrow();
  expect(again.seen).toEqual(['one', 'two']);
});

test.each([
  ['refused', { kind: 'unauthorised', message: 'Votre session est terminée. Reconnectez-vous pour continuer.' }],
  ['unreachable', { kind: 'offline' }],
] as const)('a failed renewal (%s) is reported with its reason', async (renewal, said) => {
  const { seen, call } = calledWith('two');
  await expect(callAsOwner(credentialsOf(['one'], renewal), 'u:1', call)).rejects.toMatchObject(said);
  expect(seen).toEqual(['one']);
});

test('another failure, or a refusal of a call without a token, renews nothing', async () => {
  const credentials = credentialsOf(['one', 'two']);
  const failing = async () => Promise.reject(new ApiError('offline', 'Pas de réseau'));
  await expect(callAsOwner(credentials, 'u:1', failing)).rejects.toMatchObject({ kind: 'offline' });
  expect(credentials.refresh).not.toHaveBeenCalled();
  const over = credentialsOf([null], 'refused');
  await expect(callAsOwner(over, 'u:1', calledWith().call)).rejects.toMatchObject({ kind: 'unauthorised' });
  expect(over.refresh).toHaveBeenCalledTimes(1);
});
