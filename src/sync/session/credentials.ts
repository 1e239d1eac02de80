// Credentials: calls with a user's token, renewed once if the server refuses it.
// Guarantees: an expired token never fails a call that a refresh can save; a call is repeated once at most; a call
// started for one user never uses another's token.
import { ApiError } from '#api/errors.ts';
import { STORE_ROLE_CODE } from '#contract/merchant/store-roles.ts';
import type { Owner } from '#db/rows.ts';

export interface Credentials {
  /** The user whose commands may be sent besides the visitors'; null without a login. */
  user(): Promise<Owner | null>;
  /** An apparently fresh token of exactly this owner; null without one. */
  token(owner: Owner): Promise<string | null>;
  refresh(owner: Owner): Promise<'fresh' | 'refused' | 'unreachable'>;
  /** The server has refused a call for the store: the role may have changed. */
  roleRefused?(owner: Owner, storeRole: unknown): void;
}

async function freshToken(credentials: Credentials, owner: Owner): Promise<string | null> {
  const token = await credentials.token(owner);
  if (token) return token;
  const renewed = await credentials.refresh(owner);
  if (renewed === 'unreachable') throw offlineError();
  return renewed === 'fresh' ? credentials.token(owner) : null;
}

const sessionEnded = 'Votre session est terminée. Reconnectez-vous pour continuer.';
const offlineError = () => new ApiError('offline', 'Pas de réseau');

/**
 * `owner`: null and visitors have no token. `call` also receives null if the session has ended; the ApiError of kind
 * 'unauthorised' then has a message for the user.
 */
export async function callAsOwner<T>(
  credentials: Credentials,
  owner: Owner | null,
  call: (token: string | null) => Promise<T>,
): Promise<T> {
  if (!owner || owner.startsWith('v:')) return call(null);
  const token = await freshToken(credentials, owner);
  try {
    return await call(token);
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (failure.code === STORE_ROLE_CODE) credentials.roleRefused?.(owner, failure.detail?.storeRole);
    if (failure.kind !== 'unauthorised') throw failure;
    const renewed = token === null ? 'refused' : await credentials.refresh(owner);
    if (renewed === 'fresh') return call(await credentials.token(owner));
    throw renewed === 'refused'
      ? new ApiError('unauthorised', sessionEnded, { status: failure.status, cause: failure })
      : offlineError();
  }
}
