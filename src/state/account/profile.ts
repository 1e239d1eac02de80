// A person's own account: its address is changed from their form, or given back by the link that the old one was sent. Both
// need the network, and say so.
import { ownData } from '#contract/account/own-data.ts';
import { askBeside, type CallFailure, callFailure } from '../api/call-endpoint.ts';
import { writeOnline } from '../api/online-write.ts';
import type { WriteOutcome } from '../page/engine-port.ts';
import { engine, ready } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { sessionAtom } from '../session/session.ts';

/** Once the market has the new address the token is asked for anew: it says it, too. */
export async function saveProfile(id: string, email: string, password: string): Promise<WriteOutcome<'users.update'>> {
  const result = await writeOnline('users.update', { params: { id }, body: { email, password } });
  if (result.outcome === 'sent') await (await ready()).session.refresh().catch(console.error);
  return result;
}

export type LinkUsed = { outcome: 'done'; email: string } | CallFailure;

/** Ends every session of this account: one that is open here as well, and what waits stays for its return. */
export const restoreEmail = (link: Link): Promise<LinkUsed> =>
  followLink('users.undoEmail', link, async () => (await engine()).session.leave('keep'));

/** The session that is open here says that the address is confirmed from then on. */
export const confirmEmail = (link: Link): Promise<LinkUsed> =>
  followLink('users.confirmEmail', link, async () => {
    await (await ready()).session.refresh().catch(console.error);
  });

interface Link {
  uuid: string;
  token: string;
}

/** @param ofOwnAccount happens once it is done, when the account is the one that is open here */
async function followLink(
  name: 'users.undoEmail' | 'users.confirmEmail',
  { uuid, token }: Link,
  ofOwnAccount: () => Promise<void>,
): Promise<LinkUsed> {
  const used = await settled(async () => (await askBeside(ownData[name], uuid, { token })).email);
  if (used.outcome !== 'done') return used;
  if (pageStore.get(sessionAtom).user?.user_id === uuid) await ofOwnAccount();
  return { outcome: 'done', email: used.answer };
}

type Settled<T> = { outcome: 'done'; answer: T } | CallFailure;

async function settled<T>(ask: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { outcome: 'done', answer: await ask() };
  } catch (failure) {
    return callFailure(failure);
  }
}

/** Sends the link that confirms the address of this account once more. */
export const sendConfirmation = (userId: string): Promise<Settled<undefined>> =>
  settled(() => askBeside(ownData['users.sendConfirmation'], userId));
