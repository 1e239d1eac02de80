// A person's own account: its address is changed from their form, or given back by the link that the old one was sent. Both
// need the network, and say so.
import { ApiError } from '#api/errors.ts';
import { ownData } from '#contract/own-data.ts';
import type { WriteOutcome } from '../page/engine-port.ts';
import { engine, ready } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { sessionAtom } from '../session/session.ts';
import { askBeside } from './beside-registry.ts';
import { writeOnline } from './online-write.ts';

/** Once the market has the new address the token is asked for anew: it says it, too. */
export async function saveProfile(id: string, email: string, password: string): Promise<WriteOutcome<'users.update'>> {
  const result = await writeOnline('users.update', { params: { id }, body: { email, password } });
  if (result.outcome === 'sent') await (await ready()).session.refresh().catch(console.error);
  return result;
}

export type Restored =
  | { outcome: 'restored'; email: string }
  | { outcome: 'refused'; message: string }
  | { outcome: 'offline' };

/** Ends every session of this account: one that is open here as well, and what waits stays for its return. */
export async function restoreEmail({ uuid, token }: { uuid: string; token: string }): Promise<Restored> {
  try {
    const { email } = await askBeside(ownData['users.undoEmail'], uuid, { token });
    if (pageStore.get(sessionAtom).user?.user_id === uuid) await (await engine()).session.leave('keep');
    return { outcome: 'restored', email };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    const { kind, message } = failure;
    return kind === 'offline' || kind === 'timeout' ? { outcome: 'offline' } : { outcome: 'refused', message };
  }
}
