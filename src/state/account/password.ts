// Forgotten password: requests the link, and sets the new password. Both require the network.

import { writeOnline } from '../api/online-write.ts';
import type { WriteOutcome } from '../page/engine-port.ts';
import { getEngine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { sessionAtom } from '../session/session.ts';

/** The answer does not reveal whether the address has an account. */
export const askForNewPassword = (email: string): Promise<WriteOutcome<'users.forgotPassword'>> =>
  writeOnline('users.forgotPassword', { body: { identifier: email } });

/** Ends all sessions of the account, also an open one here; pending writes wait for the next login. */
export async function setNewPassword(
  { uuid, token }: { uuid: string; token: string },
  plainPassword: string,
): Promise<WriteOutcome<'users.resetPassword'>> {
  const args = { params: { id: uuid }, query: { resetToken: token }, body: { plainPassword } };
  const result = await writeOnline('users.resetPassword', args);
  if (result.outcome === 'sent' && pageStore.get(sessionAtom).user?.user_id === uuid) {
    await (await getEngine()).session.endSession('keep');
  }
  return result;
}
