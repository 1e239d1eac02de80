// Profile: changes, restores or confirms the email address. Requires the network.
import { ownDataEndpoints } from '#contract/account/own-data.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';
import { writeOnline } from '../api/online-write.ts';
import type { WriteOutcome } from '../page/engine-port.ts';
import { getEngine, getSync } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { sessionAtom } from '../session/session.ts';

/** Refreshes the token, which contains the address. */
export async function saveProfile(id: string, email: string, password: string): Promise<WriteOutcome<'users.update'>> {
  const result = await writeOnline('users.update', { params: { id }, body: { email, password } });
  if (result.outcome === 'sent') await (await getSync()).session.refresh().catch(console.error);
  return result;
}

export type LinkUsed = { outcome: 'done'; email: string } | CallFailure;

/** Ends all sessions of the account, also an open one here; pending writes wait for the next login. */
export const restoreEmail = (link: Link): Promise<LinkUsed> =>
  followLink('users.undoEmail', link, async () => (await getEngine()).session.endSession('keep'));

/** Refreshes an open session, so that its token marks the address as confirmed. */
export const confirmEmail = (link: Link): Promise<LinkUsed> =>
  followLink('users.confirmEmail', link, async () => {
    await (await getSync()).session.refresh().catch(console.error);
  });

interface Link {
  uuid: string;
  token: string;
}

/** @param ofOwnAccount runs afterwards if the link belongs to the current user */
async function followLink(
  name: 'users.undoEmail' | 'users.confirmEmail',
  { uuid, token }: Link,
  ofOwnAccount: () => Promise<void>,
): Promise<LinkUsed> {
  const used = await settled(async () => (await callEndpoint(ownDataEndpoints[name], uuid, { token })).email);
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

/** Sends the confirmation link again. */
export const sendConfirmation = (userId: string): Promise<Settled<undefined>> =>
  settled(() => callEndpoint(ownDataEndpoints['users.sendConfirmation'], userId));
