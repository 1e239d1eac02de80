// Calls made in the name of the session: with a token believed fresh, renewed once when the server says it is not.
// Guarantee: an expired token never fails a call that a refresh can save, and a call is repeated once at most.
import type { ApiAnswer, CallOptions } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { EndpointAnswer, EndpointArguments, EndpointName } from '#contract/registry.ts';
import type { Sync } from '#sync/start.ts';

async function freshToken({ session }: Sync): Promise<string | null> {
  const owner = session.owner();
  if (!owner) return null;
  const token = await session.credentials.token(owner);
  if (token) return token;
  const renewed = await session.refresh();
  if (renewed === 'unreachable') throw new ApiError('offline', 'Pas de réseau');
  return renewed === 'fresh' ? session.accessToken() : null;
}

export async function callAsUser<N extends EndpointName>(
  sync: Sync,
  name: N,
  args: EndpointArguments<N>,
  options: CallOptions = {},
): Promise<ApiAnswer<EndpointAnswer<N>>> {
  const token = await freshToken(sync);
  try {
    return await sync.api.call(name, args, { ...options, token });
  } catch (failure) {
    const expired = failure instanceof ApiError && failure.kind === 'unauthorised' && token !== null;
    if (!expired || (await sync.session.refresh()) !== 'fresh') throw failure;
    return sync.api.call(name, args, { ...options, token: sync.session.accessToken() });
  }
}
