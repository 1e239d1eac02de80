// Calls made in the name of a user: with a token believed fresh, renewed once when the server says it is not.
// Guarantee: an ended token never fails a call that a refresh can save, and a call is repeated once at most; what was begun
// for one user never goes out with the token of another.
import { ApiError } from '#api/errors.ts';
import type { Owner } from '#db/rows.ts';

export interface Credentials {
  /** Whose commands may be sent now, besides the visitors'; null when nobody is logged in. */
  user(): Promise<Owner | null>;
  /** A token of exactly this owner, believed fresh; null when there is none. */
  token(owner: Owner): Promise<string | null>;
  refresh(owner: Owner): Promise<'fresh' | 'refused' | 'unreachable'>;
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
 * `owner`: null and visitors have no token. `call` gets null, too, when the session is over; the ApiError of kind 'unauthorised'
 * that follows says so in words for the person.
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
    if (!(failure instanceof ApiError) || failure.kind !== 'unauthorised') throw failure;
    const renewed = token === null ? 'refused' : await credentials.refresh(owner);
    if (renewed === 'fresh') return call(await credentials.token(owner));
    throw renewed === 'refused'
      ? new ApiError('unauthorised', sessionEnded, { status: failure.status, cause: failure })
      : offlineError();
  }
}
