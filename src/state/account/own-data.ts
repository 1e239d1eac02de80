// What is kept about a person, taken by them, and the end of their account. Both need the network.
import { ownData } from '#contract/account/own-data.ts';
import { askBeside, type CallFailure, callFailure } from '../api/call-endpoint.ts';
import { engine } from '../page/engine-port.ts';

/** `content`: JSON, to be read by a person or a program. */
export async function exportOwnData(userId: string): Promise<{ outcome: 'taken'; content: string } | CallFailure> {
  try {
    const data = await askBeside(ownData['users.export'], userId);
    return { outcome: 'taken', content: JSON.stringify(data, null, 2) };
  } catch (failure) {
    return callFailure(failure);
  }
}

/** Once it has ended nothing of it is left on this device either. */
export async function endAccount(userId: string, password: string): Promise<{ outcome: 'ended' } | CallFailure> {
  try {
    await askBeside(ownData['users.delete'], userId, { password });
  } catch (failure) {
    return callFailure(failure);
  }
  await (await engine()).session.leave('discard').catch(console.error);
  return { outcome: 'ended' };
}
