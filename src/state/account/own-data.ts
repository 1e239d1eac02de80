// Own data: export of a user's data, and deletion of the account. Both require the network.
import { ownDataEndpoints } from '#contract/account/own-data.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';
import { getEngine } from '../page/engine-port.ts';

/** `content`: JSON, to be read by a person or a program. */
export async function exportOwnData(userId: string): Promise<{ outcome: 'taken'; content: string } | CallFailure> {
  try {
    const data = await callEndpoint(ownDataEndpoints['users.export'], userId);
    return { outcome: 'taken', content: JSON.stringify(data, null, 2) };
  } catch (failure) {
    return callFailure(failure);
  }
}

/** Deletes the local data, too. */
export async function endAccount(userId: string, password: string): Promise<{ outcome: 'ended' } | CallFailure> {
  try {
    await callEndpoint(ownDataEndpoints['users.delete'], userId, { password });
  } catch (failure) {
    return callFailure(failure);
  }
  await (await getEngine()).session.endSession('discard').catch(console.error);
  return { outcome: 'ended' };
}
