// What is kept about a person, taken by them, and the end of their account. Both need the network.
import { ApiError } from '#api/errors.ts';
import type { Violation } from '#contract/hydra.ts';
import { ownData } from '#contract/own-data.ts';
import { engine } from '../page/engine-port.ts';
import { askBeside } from './beside-registry.ts';

/** @returns JSON to be read by a person or a program; rejects with ApiError */
export async function exportOwnData(userId: string): Promise<string> {
  return JSON.stringify(await askBeside(ownData['users.export'], userId), null, 2);
}

export type EndOfAccount =
  | { outcome: 'ended' }
  | { outcome: 'refused'; message: string; violations: readonly Violation[] }
  | { outcome: 'offline' };

/** Once it has ended nothing of it is left on this device either. */
export async function endAccount(userId: string, password: string): Promise<EndOfAccount> {
  try {
    await askBeside(ownData['users.delete'], userId, { password });
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    const { kind, message, violations } = failure;
    return kind === 'offline' || kind === 'timeout'
      ? { outcome: 'offline' }
      : { outcome: 'refused', message, violations };
  }
  await (await engine()).session.leave('discard');
  return { outcome: 'ended' };
}
