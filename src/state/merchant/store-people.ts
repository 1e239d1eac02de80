// People of the store, for its owners, and joining a store by a mailed link. Both require the network.
import { type StorePerson, storePeopleEndpoints } from '#contract/merchant/store-people.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { newId } from '#sync/device/ids.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';
import { getEngine, getSync } from '../page/engine-port.ts';

export type PeopleRead = { outcome: 'read'; people: readonly StorePerson[] } | CallFailure;

/** @param write with its idempotency key */
async function read(write: (key: string) => Promise<{ people: readonly StorePerson[] }>): Promise<PeopleRead> {
  try {
    return { outcome: 'read', people: (await write(newId())).people };
  } catch (failure) {
    return callFailure(failure);
  }
}

export const readPeople = (storeId: string) =>
  read(() => callEndpoint(storePeopleEndpoints['storePeople.list'], storeId));

export const invitePerson = (storeId: string, body: { email: string; role: StoreRole }) =>
  read((key) => callEndpoint(storePeopleEndpoints['storePeople.invite'], storeId, body, undefined, key));

export const resendInvitation = (id: string) =>
  read((key) => callEndpoint(storePeopleEndpoints['storePeople.resend'], id, {}, undefined, key));

export const setPersonRole = (id: string, role: StoreRole) =>
  read((key) => callEndpoint(storePeopleEndpoints['storePeople.setRole'], id, { role }, undefined, key));

/** A member leaves the store, or an invitation ends. */
export const removePerson = (storeId: string, { id, state }: StorePerson) =>
  read(async (key) => {
    const name = state === 'member' ? 'storePeople.remove' : 'storePeople.withdraw';
    await callEndpoint(storePeopleEndpoints[name], id, undefined, undefined, key);
    return callEndpoint(storePeopleEndpoints['storePeople.list'], storeId);
  });

export interface Invitation {
  store: string;
  email: string;
  role: StoreRole;
  hasAccount: boolean;
}
interface Link {
  uuid: string;
  token: string;
}

export async function readInvitation({
  uuid,
  token,
}: Link): Promise<{ outcome: 'read'; invitation: Invitation } | CallFailure> {
  try {
    const invitation = await callEndpoint(storePeopleEndpoints['invitations.read'], uuid, { token });
    return { outcome: 'read', invitation };
  } catch (failure) {
    return callFailure(failure);
  }
}

/** code-needed: the account has a second factor. */
type Joined = { outcome: 'joined' } | { outcome: 'code-needed' } | CallFailure;

/** Opens the account of the invited address, and logs in. */
export async function joinStore({ uuid, token }: Link, { email }: Invitation, plainPassword: string): Promise<Joined> {
  try {
    await callEndpoint(storePeopleEndpoints['invitations.join'], uuid, { token, plainPassword }, undefined, newId());
  } catch (failure) {
    return callFailure(failure);
  }
  return logIn(email, plainPassword);
}

/** @param login of the account, unless it is logged in */
export async function acceptInvitation(
  { uuid, token }: Link,
  { email }: Invitation,
  login: { password: string; code?: string | undefined } | null,
): Promise<Joined> {
  if (login) {
    const entered = await logIn(email, login.password, login.code);
    if (entered.outcome !== 'joined') return entered;
  }
  try {
    await callEndpoint(storePeopleEndpoints['invitations.accept'], uuid, { token }, undefined, newId());
  } catch (failure) {
    return callFailure(failure);
  }
  // The new token names the store.
  await (await getSync()).session.refresh();
  return { outcome: 'joined' };
}

async function logIn(email: string, password: string, code?: string): Promise<Joined> {
  const { session } = await getEngine();
  const result = await session.logIn(email, password, code);
  if (result.outcome === 'in') return { outcome: 'joined' };
  if (result.outcome !== 'refused') return result;
  return { outcome: 'refused', message: result.message, violations: result.violations };
}
