// A forgotten password: the link is asked for, and used. Both need the network, and say so.

import { writeOnline } from '../api/online-write.ts';
import type { WriteOutcome } from '../page/engine-port.ts';
import { engine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { sessionAtom } from '../session/session.ts';

/** Answers the same, whether the address has an account or not. */
export const askForNewPassword = (email: string): Promise<WriteOutcome<'users.forgotPassword'>> =>
  writeOnline('users.forgotPassword', { body: { identifier: email } });

/** The new password ends every session of this account: one that is open here as well, and what waits stays for its return. */
export async function setNewPassword(
  { uuid, token }: { uuid: string; token: string },
  plainPassword: string,
): Promise<WriteOutcome<'users.resetPassword'>> {
  const args = { params: { id: uuid }, query: { resetToken: token }, body: { plainPassword } };
  const result = await writeOnline('users.resetPassword', args);
  if (result.outcome === 'sent' && pageStore.get(sessionAtom).user?.user_id === uuid) {
    await (await engine()).session.leave('keep');
  }
  return result;
}
