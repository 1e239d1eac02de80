// What is kept about a person, taken by them, and the end of their account. Both need the network.
import { ApiError } from '#api/errors.ts';
import { ownData } from '#contract/account/own-data.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { askBeside } from '../api/call-endpoint.ts';
import { engine } from '../page/engine-port.ts';

type Failed = { outcome: 'refused'; message: string; violations: readonly Violation[] } | { outcome: 'offline' };

function failed(failure: unknown): Failed {
  if (!(failure instanceof ApiError)) throw failure;
  const { kind, message, violations } = failure;
  return kind === 'offline' || kind === 'timeout'
    ? { outcome: 'offline' }
    : { outcome: 'refused', message, violations };
}

/** `content`: JSON, to be read by a person or a program. */
export async function exportOwnData(userId: string): Promise<{ outcome: 'taken'; content: string } | Failed> {
  try {
    const data = await askBeside(ownData['users.export'], userId);
    return { outcome: 'taken', content: JSON.stringify(data, null, 2) };
  } catch (failure) {
    return failed(failure);
  }
}

/** Once it has ended nothing of it is left on this device either. */
export async function endAccount(userId: string, password: string): Promise<{ outcome: 'ended' } | Failed> {
  try {
    await askBeside(ownData['users.delete'], userId, { password });
  } catch (failure) {
    return failed(failure);
  }
  await (await engine()).session.leave('discard').catch(console.error);
  return { outcome: 'ended' };
}
